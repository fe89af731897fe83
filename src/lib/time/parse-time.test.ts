import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { dayOf } from './civil-day.ts'
import { parseTime } from './parse-time.ts'

test('a date alone has a day and no minutes', () => {
  assert.deepEqual(parseTime('2023-05-08'), {
    day: dayOf(2023, 5, 8),
    minutes: null,
    offset: null,
    zone: null,
    key: '2023-05-08T00:00:00.000Z',
  })
})

test('a floating time stays as it was written', () => {
  const time = parseTime('2022-11-11T00:06')
  assert.deepEqual([time?.day, time?.minutes, time?.offset], [dayOf(2022, 11, 11), 6, null])
})

test('the local day is that of the offset, and of the zone where one is given', () => {
  assert.equal(parseTime('2023-05-08T01:30:00+05:30')?.day, dayOf(2023, 5, 8))
  assert.deepEqual(parseTime('2023-05-08T01:30:00Z[America/New_York]'), {
    day: dayOf(2023, 5, 7),
    minutes: 21 * 60 + 30,
    offset: -240,
    zone: 'America/New_York',
    key: '2023-05-08T01:30:00.000Z',
  })
})

test('a local time with a zone alone takes the offset that its clocks had, before a skipped hour and in the first of a repeated one', () => {
  const offsets = ['2023-01-10T12:00', '2023-07-10T12:00', '2023-03-12T02:30', '2023-11-05T01:30'].map(
    at => parseTime(`${at}[America/New_York]`)?.offset,
  )
  assert.deepEqual(offsets, [-300, -240, -300, -240])
})

test('what is no time gives null', () => {
  const wrong = [
    '',
    'yesterday',
    '2023-02-30',
    '2023-02-29',
    '2023-13-01',
    '2023-00-10',
    '0000-01-01',
    '2023-5-8',
    '2023-05-08T24:00',
    '2023-05-08T10:60',
    '2023-05-08T10:00+24:00',
    '2023-05-08T10:00Z[Nowhere/Atlantis]',
    '2023-05-08 extra',
    '9999-12-31T23:00-14:00',
  ]
  assert.deepEqual(
    wrong.filter(at => parseTime(at) !== null),
    [],
  )
  assert.notEqual(parseTime('2024-02-29'), null)
})

test('the same instant has the same key, whatever the zone it is written in', () => {
  const same = [
    '2025-07-25T02:00:00Z',
    '2025-07-24T22:00-04:00',
    '2025-07-25T02:00:00.000Z[Asia/Tokyo]',
    '2025-07-24T22:00[America/New_York]',
  ]
  assert.deepEqual([...new Set(same.map(at => parseTime(at)?.key))], ['2025-07-25T02:00:00.000Z'])
})

test('text order of keys is time order across a change of the clocks', () => {
  const keys = ['2025-03-09T01:59-05:00', '2025-03-09T03:00-04:00', '2025-11-02T01:59-04:00', '2025-11-02T01:00-05:00'].map(
    at => parseTime(at)?.key,
  )
  assert.deepEqual(keys.toSorted(), keys)
})

test('keys sort as their instants, and have one length', () => {
  const instant = fc.date({ min: new Date('0002-01-01T00:00:00Z'), max: new Date('9998-12-31T00:00:00Z'), noInvalidDate: true })
  fc.assert(
    fc.property(instant, instant, (a, b) => {
      const [keyA, keyB] = [parseTime(a.toISOString())?.key ?? '', parseTime(b.toISOString())?.key ?? '']
      assert.equal(keyA, a.toISOString())
      assert.equal(keyA < keyB, a < b)
    }),
  )
})

test('no text makes it throw', () => {
  fc.assert(fc.property(fc.oneof(fc.string(), fc.stringMatching(/^[0-9T:Z[\]+ -]{0,30}$/)), at => parseTime(at) === null || true))
})
