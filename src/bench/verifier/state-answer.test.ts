import assert from 'node:assert/strict'
import test from 'node:test'
import { shiftDate } from './shift-date.ts'
import { stateAnswer } from './state-answer.ts'

test('an answer is put where its question asks for it, and denied there', () => {
  const cases: readonly (readonly [string, string, string, string | null])[] = [
    ['When did Ana move to Porto?', 'May 2023', 'Ana moved to Porto May 2023.', 'Ana did not move to Porto May 2023.'],
    ['What does Ana like?', 'tea', 'Ana likes tea.', 'Ana does not like tea.'],
    ['What kind of art does Ana make?', 'prints', 'Ana makes prints (kind of art).', 'Ana does not make prints (kind of art).'],
    ['How many dogs does Ana have?', 'two', 'Ana has two dogs.', 'Ana does not have two dogs.'],
    ["What are Ana's plans?", 'a trip', "Ana's plans are a trip.", "Ana's plans are not a trip."],
    ['Who supports Ana when she is ill?', 'Ben', 'Ben supports Ana when she is ill.', null],
    ['Why did Ana leave?', 'it was late', 'Ana left because it was late.', 'Ana did not leave because it was late.'],
    ['Has Ana been to Porto?', 'yes', 'Has Ana been to Porto: yes.', null],
    ['What did Ana say?', 'that she did not go', 'Ana said that she did not go.', 'Ana said that she did go.'],
  ]
  for (const [question, answer, text, negated] of cases) assert.deepEqual(stateAnswer(question, answer), { text, negated })
})

test('a date moves by weeks, months and years as far as it is that exact', () => {
  const shifted = (text: string): readonly (string | null)[] => [
    shiftDate(text, 'week', 1),
    shiftDate(text, 'month', 1),
    shiftDate(text, 'year', -1),
  ]
  assert.deepEqual(shifted('the day after 31 January, 2023'), [
    'the day after 7 February 2023',
    'the day after 28 February 2023',
    'the day after 31 January 2022',
  ])
  assert.deepEqual(shifted('June 9, 2023'), ['16 June 2023', '9 July 2023', '9 June 2022'])
  assert.deepEqual(shifted('December 2022'), [null, 'January 2023', 'December 2021'])
  assert.deepEqual(shifted('since 2016'), [null, null, 'since 2015'])
  assert.deepEqual(shifted('two dogs'), [null, null, null])
})
