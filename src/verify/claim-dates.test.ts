import assert from 'node:assert/strict'
import test from 'node:test'
import { formatDay } from '../lib/time/civil-day.ts'
import { claimDates } from './claim-dates.ts'

const spans = (sentence: string, at: string | null = null): readonly string[] =>
  claimDates(sentence, at).dates.map(({ first, last }) => [...new Set([formatDay(first), formatDay(last)])].join('/'))

test('dates of a sentence are days, with the arithmetic around them', () => {
  const cases: Readonly<Record<string, readonly string[]>> = {
    'on 9 June 2023': ['2023-06-09'],
    'on Friday, 9 June 2023': ['2023-06-09'],
    'in June 2023': ['2023-06-01/2023-06-30'],
    'in the first week of June 2023': ['2023-06-01/2023-06-07'],
    'in 2022': ['2022-01-01/2022-12-31'],
    'it was 2022': ['2022-01-01/2022-12-31'],
    'the day before 9 June 2023': ['2023-06-08'],
    'two days after 9 June 2023': ['2023-06-11'],
    'a few days before 9 June 2023': ['2023-06-02/2023-06-08'],
    'the week before 9 June 2023': ['2023-06-02/2023-06-08'],
    'two weeks before 9 June 2023': ['2023-05-23/2023-05-29'],
    'the weekend before 9 June 2023': ['2023-06-02/2023-06-04'],
    'the Friday before 9 June 2023': ['2023-06-02'],
    'the Monday after 9 June 2023': ['2023-06-12'],
    'the month before 9 June 2023': ['2023-05-01/2023-05-31'],
    'three years before 2023': ['2020-01-01/2020-12-31'],
    'between 5 and 7 May 2023': ['2023-05-05/2023-05-07'],
    'from 2021 to 2022': ['2021-01-01/2021-12-31', '2022-01-01/2022-12-31'],
    'in spring': [],
    'in 2023 steps, 1999 people and $2000': ['2023-01-01/2023-12-31'],
  }
  for (const [sentence, expected] of Object.entries(cases)) assert.deepEqual(spans(sentence), expected, sentence)
})

test('relative words count from the turn, and stay where it has no time', () => {
  assert.deepEqual(spans('She went yesterday.', '2023-06-09'), ['2023-06-08'])
  assert.deepEqual(spans('She went yesterday.'), [])
  assert.equal(claimDates('She went yesterday.', null).rest, 'She went yesterday.')
})

test('what is left is as long as the sentence, blank where the dates were', () => {
  const sentence = 'Ana moved the week before 9 June 2023, in a hurry.'
  assert.equal(
    claimDates(sentence, null).rest,
    sentence.replace('the week before 9 June 2023', found => ' '.repeat(found.length)),
  )
})
