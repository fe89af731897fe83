import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import type { Turn } from '../domain.ts'
import { formatAnchor } from '../lib/time/format-anchor.ts'
import { checkRecord } from './check-record.ts'
import { findQuote } from './find-quote.ts'
import { agrees, parseToldDate } from './told-date.ts'
import type { ToldRecord } from './told-record.ts'

const turnOf = (speaker: string, text: string, at: string | null = '2024-07-22T10:00'): Turn => ({
  id: 't2',
  session: null,
  speaker,
  text,
  at,
  attachments: [],
})
const told = (fields: Partial<ToldRecord>): ToldRecord => ({
  turn: 1,
  kind: 'episodic',
  claim: '',
  quote: '',
  date: '',
  title: '',
  steps: [],
  ...fields,
})
const check = (turn: Turn, fields: Partial<ToldRecord>, before: readonly Turn[] = []) =>
  checkRecord(told(fields), { turn, before }, 'model/1/m/p')

describe('a record that a model told', () => {
  const ana = turnOf('Ana', 'Yesterday I sold my boat to Omar for 900 euros. Feels odd.')

  test('rests on the exact words it quotes, and its date is that of our arithmetic', () => {
    const { memory } = check(ana, {
      claim: 'Ana sold her boat to Omar for 900 euros.',
      quote: 'yesterday I sold my boat to  Omar',
      date: '2024-07-21',
    })
    assert.ok(memory)
    assert.deepEqual(
      memory.sources.map(({ start, end }) => ana.text.slice(start, end)),
      ['Yesterday I sold my boat to Omar'],
    )
    assert.deepEqual([memory.anchor && formatAnchor(memory.anchor), memory.speaker, memory.writtenBy], ['2024-07-21', 'Ana', 'model/1/m/p'])
    assert.deepEqual(memory.body, {
      kind: 'episodic',
      title: 'Ana sold her boat to Omar for 900 euros',
      summary: 'Ana sold her boat to Omar for 900 euros.',
    })
  })

  test('gets the date of its words where the model gave none, and loses none for a coarser one', () => {
    const quote = 'Yesterday I sold my boat'
    for (const date of ['', '2024-07', '2024', 'soon']) {
      assert.equal(check(ana, { claim: 'Ana sold her boat.', quote, date }).memory?.anchor?.start, '2024-07-21', date)
    }
  })

  const refusals: readonly [string, Partial<ToldRecord>, RegExp][] = [
    ['words that nobody said', { claim: 'Ana sold her car.', quote: 'I sold my car' }, /quote/],
    ['no words', { claim: 'Ana sold her boat.', quote: ' ' }, /quote/],
    [
      'another date',
      { claim: 'Ana sold her boat.', quote: 'Yesterday I sold my boat', date: '2024-07-20' },
      /2024-07-20 is not that of "Yesterday"/,
    ],
    ['the first person', { claim: 'I sold my boat.', quote: 'I sold my boat' }, /third person/],
    ['a placeholder', { claim: '<one short sentence>', quote: 'I sold my boat' }, /placeholder/],
    ['another participant', { claim: 'The user sold a boat.', quote: 'I sold my boat' }, /user/],
  ]
  for (const [what, fields, reason] of refusals) {
    test(`is refused with ${what}`, () => assert.match(check(ana, fields).refused ?? '', reason))
  }

  test('is refused with a date that no words say, but for the day it was said on', () => {
    const turn = turnOf('Ana', 'I sold my boat to Omar.')
    assert.match(check(turn, { claim: 'Ana sold her boat.', quote: 'I sold my boat', date: '2023-01-05' }).refused ?? '', /no words/)
    assert.equal(check(turn, { claim: 'Ana sold her boat.', quote: 'I sold my boat', date: '2024-07-22' }).memory?.anchor, null)
  })

  test("an assistant's words are no fact about the user (EXT-02, EXT-12)", () => {
    const user = { ...turnOf('User', 'Any ideas for dinner?'), id: 't1' }
    const assistant = turnOf('Assistant', 'You could try a vegan curry; I love spicy food.')
    assert.ok(check(assistant, { kind: 'semantic', claim: 'User loves spicy food.', quote: 'I love spicy food' }, [user]).refused)
    assert.ok(check(assistant, { kind: 'semantic', claim: 'The user is vegan.', quote: 'You could try a vegan curry' }, [user]).refused)
    const oakdale = turnOf('Assistant', 'Nice, in a place like Oakdale you would need a car.')
    assert.ok(
      check(
        oakdale,
        { kind: 'semantic', claim: 'Oakdale is where a car is needed.', quote: 'in a place like Oakdale you would need a car' },
        [user],
      ).refused,
    )
  })

  test("what somebody else is reported to have said is not the speaker's (EXT-04)", () => {
    const turn = turnOf('Ana', 'Yesterday my neighbour Omar said he cannot stand chess, yet his aunt enrolled him in a chess club.')
    const quote = 'my neighbour Omar said he cannot stand chess'
    assert.ok(check(turn, { kind: 'semantic', claim: 'Ana cannot stand chess.', quote }).refused)
    const { memory } = check(turn, { kind: 'semantic', claim: 'Omar cannot stand chess.', quote, date: '2024-07-21' })
    assert.equal(memory?.anchor?.start, '2024-07-21')
  })

  test('a question is no fact about anybody (EXT-09)', () => {
    const turn = turnOf('User', 'What were the sales figures for customer Bastien last month?')
    assert.match(check(turn, { kind: 'semantic', claim: 'User is customer Bastien.', quote: turn.text }).refused ?? '', /ask/)
  })

  test('what is left open stays open (EXT-11)', () => {
    const turn = turnOf('Ines', 'Maybe one day. I might take up sailing, too.')
    const quote = 'I might take up sailing'
    assert.match(check(turn, { kind: 'semantic', claim: 'Ines sails.', quote }).refused ?? '', /open/)
    assert.ok(check(turn, { kind: 'semantic', claim: 'Ines might take up sailing.', quote }).memory)
    const omar = turnOf('Ines', 'Suppose we moved the archive to Lisbon, would that be cheaper?')
    assert.ok(check(omar, { claim: 'The archive was moved to Lisbon.', quote: 'Suppose we moved the archive to Lisbon' }).refused)
  })

  test('is checked without ever throwing, and a believed one quotes the turn, whatever a model tells', () => {
    const text = fc.string({ unit: 'grapheme', maxLength: 40 })
    fc.assert(
      fc.property(text, text, text, text, (words, claim, quote, date) => {
        const turn = turnOf('Ana', words)
        const { memory, refused } = check(turn, { claim, quote, date })
        assert.notEqual(memory === null, refused === null)
        for (const { start, end } of memory?.sources ?? []) assert.ok(start >= 0 && start < end && end <= words.length)
      }),
    )
  })
})

test('a quote is found whatever stands between its words, and only at whole words', () => {
  assert.deepEqual(findQuote('He said “it’s  fine”,\nthen left.', 'it\'s fine", then'), { start: 9, end: 26 })
  assert.equal(findQuote('A catalogue', 'cat!'), null)
  assert.equal(findQuote('x'.repeat(5000), `${'y '.repeat(5000)}`), null)
})

test('told dates are read by their form, and those that are in no calendar are not', () => {
  const anchor = {
    start: '2024-07-15',
    end: '2024-07-21',
    precision: 'week',
    approximate: false,
    relation: 'at',
    phrase: 'last week',
  } as const
  for (const [date, agreed] of [
    ['2024-07-21', true],
    ['2024-07', true],
    ['2024-07-15/2024-07-21', true],
    ['2024-07-22', false],
    ['2023', false],
  ] as const) {
    const days = parseToldDate(date)
    assert.ok(days)
    assert.equal(agrees(days, anchor), agreed, date)
  }
  for (const date of ['2024-13', '2024-02-30', 'May', '2024-05/2024-04', '']) assert.equal(parseToldDate(date), null, date)
})
