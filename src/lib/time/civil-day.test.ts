import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { civilDateOf, dayOf, daysInMonth, exactDay, formatDay, weekdayOf } from './civil-day.ts'

test('days count from 1970 and carry over months', () => {
  assert.equal(dayOf(1970, 1, 1), 0)
  assert.equal(dayOf(2023, 13, 1), dayOf(2024, 1, 1))
  assert.equal(formatDay(dayOf(2024, 3, 0)), '2024-02-29')
  assert.equal(formatDay(dayOf(33, 4, 3)), '0033-04-03')
})

test('weekdays are those of the calendar', () => {
  assert.equal(weekdayOf(dayOf(2024, 9, 10)), 2)
  assert.equal(weekdayOf(dayOf(1969, 12, 28)), 0)
})

test('months know leap years', () => {
  assert.deepEqual(
    [2023, 2024, 1900, 2000].map(year => daysInMonth(year, 2)),
    [28, 29, 28, 29],
  )
  assert.equal(exactDay(2023, 2, 29), null)
})

test('a day and its date are one to one', () => {
  fc.assert(
    fc.property(fc.integer({ min: -700_000, max: 2_900_000 }), day => {
      const { year, month, day: dayOfMonth } = civilDateOf(day)
      assert.equal(dayOf(year, month, dayOfMonth), day)
    }),
  )
})

test('years that four digits can not hold have no text', () => {
  assert.equal(formatDay(dayOf(0, 12, 31)), null)
  assert.equal(formatDay(dayOf(10000, 1, 1)), null)
})
