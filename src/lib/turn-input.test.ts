import assert from 'node:assert/strict'
import test from 'node:test'
import fc from 'fast-check'
import { EngramError } from '../errors.ts'
import { createTurnIds } from './turn-id.ts'
import { toTurns } from './turn-input.ts'

const fault = (inputs: readonly unknown[]): EngramError => {
  try {
    toTurns(inputs)
  } catch (error) {
    if (error instanceof EngramError) return error
    throw error
  }
  return assert.fail('nothing was refused')
}

test('what is left out or null becomes unknown, and an id is made', () => {
  const [bare, nulls] = toTurns([
    { speaker: ' Tamsin ', text: 'The ferry was late.' },
    { speaker: 'Tamsin', text: 'It rained.', at: null, id: null, session: null, attachments: null },
  ])
  assert.match(bare?.id ?? '', /^t[0-9a-f]{20}$/)
  assert.deepEqual(
    { ...bare, id: '' },
    { id: '', session: null, speaker: 'Tamsin', text: 'The ferry was late.', at: null, attachments: [] },
  )
  assert.deepEqual({ ...nulls, id: '' }, { id: '', session: null, speaker: 'Tamsin', text: 'It rained.', at: null, attachments: [] })
})

test('a given id is kept, and what an attachment leaves out is null', () => {
  const [turn] = toTurns([{ id: 'D1:3', speaker: 'Bram', text: '', attachments: [{ type: 'image', caption: 'a heron' }] }])
  assert.equal(turn?.id, 'D1:3')
  assert.deepEqual(turn?.attachments, [{ type: 'image', reference: null, mediaType: null, caption: 'a heron' }])
})

test('two equal turns of a batch get two ids; batches that share a counter go on counting', () => {
  const ok = { speaker: 'Tamsin', text: 'ok' }
  const ids = toTurns([ok, ok]).map(({ id }) => id)
  const nextId = createTurnIds()
  assert.deepEqual(
    [ok, ok].flatMap(turn => toTurns([turn], { nextId })).map(({ id }) => id),
    ids,
  )
  assert.equal(new Set(ids).size, 2)
})

test('times are brought to one spelling, keeping offset and zone', () => {
  const spellings: readonly (readonly [string, string])[] = [
    [' 2024-03-02 10:05 ', '2024-03-02T10:05'],
    ['2024-03-02T10:05:00', '2024-03-02T10:05'],
    ['2024-03-02t10:05:00.000Z', '2024-03-02T10:05Z'],
    ['2024-03-02T10:05:30+02:00', '2024-03-02T10:05:30+02:00'],
    ['2024-03-02T10:05:00[Europe/Lisbon]', '2024-03-02T10:05[Europe/Lisbon]'],
    ['2124-03-02', '2124-03-02'],
  ]
  for (const [written, expected] of spellings) assert.equal(toTurns([{ speaker: 'a', text: 'b', at: written }])[0]?.at, expected)
})

test('half a surrogate pair is replaced without moving a character', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', minLength: 1 }), text => {
      const broken = `x${text}\ud83d!`
      const stored = toTurns([{ speaker: 'Noor', text: broken }])[0]?.text ?? ''
      assert.ok(stored.isWellFormed())
      assert.equal(stored.length, broken.length)
      assert.equal(stored.at(-1), '!')
    }),
  )
})

test('a fault names its field, what was expected, what came and what to do', () => {
  const good = { speaker: 'Ilse', text: 'I row.' }
  const error = fault([good, good, good, { ...good, at: 'yesterday' }])
  assert.equal(error.code, 'bad_input')
  assert.equal(error.field, 'turns[3].at')
  assert.match(error.message, /^turns\[3\]\.at: expected an ISO 8601 time .*, got "yesterday"\. Correct it, or leave it out/)
})

test('each field is checked', () => {
  const good = { speaker: 'Ilse', text: 'I row.' }
  const faults: readonly (readonly [unknown, string])[] = [
    ['I row.', 'turns[0]'],
    [null, 'turns[0]'],
    [[good], 'turns[0]'],
    [{ text: 'I row.' }, 'turns[0].speaker'],
    [{ ...good, speaker: ' ' }, 'turns[0].speaker'],
    [{ ...good, text: 7 }, 'turns[0].text'],
    [{ ...good, text: ' \n' }, 'turns[0].text'],
    [{ ...good, text: '', attachments: [{ type: 'image', reference: 'a.png' }] }, 'turns[0].text'],
    [{ ...good, at: '2024-02-30' }, 'turns[0].at'],
    [{ ...good, at: 1714579200 }, 'turns[0].at'],
    [{ ...good, id: '' }, 'turns[0].id'],
    [{ ...good, session: 4 }, 'turns[0].session'],
    [{ ...good, attachments: 'a.png' }, 'turns[0].attachments'],
    [{ ...good, attachments: ['a.png'] }, 'turns[0].attachments[0]'],
    [{ ...good, attachments: [{ type: 'image' }, { type: 'film' }] }, 'turns[0].attachments[1].type'],
    [{ ...good, attachments: [{ type: 'image', reference: 7 }] }, 'turns[0].attachments[0].reference'],
    [{ ...good, attachments: [{ type: 'image', mediaType: 7 }] }, 'turns[0].attachments[0].mediaType'],
    [{ ...good, attachments: [{ type: 'image', caption: 7 }] }, 'turns[0].attachments[0].caption'],
    [{ speaker: 7, text: 7 }, 'turns[0].speaker'],
  ]
  for (const [input, field] of faults) assert.equal(fault([input]).field, field)
})

test('what came is quoted briefly', () => {
  assert.ok(fault([{ speaker: 'Ilse', text: ['x'.repeat(10_000)] }]).message.length < 200)
})
