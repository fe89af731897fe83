import assert from 'node:assert/strict'
import test from 'node:test'
import { longDates, longDay } from './long-dates.ts'

test('date notes are whole dates in round brackets', () => {
  const written = {
    'I went yesterday [= 2024-03-02].': 'I went yesterday (= 2 March 2024).',
    'We moved last month [= 2024-02].': 'We moved last month (= February 2024).',
    'in May [= about 2023-05]': 'in May (= about May 2023)',
    'last week [= 2024-02-26/2024-03-03]': 'last week (= 26 February-3 March 2024)',
    'the weekend [= 2024-03-02/2024-03-03]': 'the weekend (= 2-3 March 2024)',
    'spring [= 2024-03/2024-05]': 'spring (= March-May 2024)',
    'over New Year [= 2023-12-30/2024-01-02]': 'over New Year (= 30 December 2023-2 January 2024)',
    'last year [= 2023]': 'last year (= 2023)',
    'at nine [= 2024-03-02 09:30]': 'at nine (= 2 March 2024 09:30)',
    'a list [2024-03-02]': 'a list [2024-03-02]',
  }
  for (const [claim, expected] of Object.entries(written)) assert.equal(longDates(claim), expected)
})

test('a day line is written out', () => {
  assert.equal(longDay('2024-03-02'), '2 March 2024')
})
