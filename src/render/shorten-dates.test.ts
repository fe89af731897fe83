import assert from 'node:assert/strict'
import test from 'node:test'
import { longDay, shortenDates } from './shorten-dates.ts'

test('date notes leave out the year that the day line says', () => {
  const shortened = {
    'I went yesterday [= 2024-03-02].': 'I went yesterday [= 2 March].',
    'We moved last month [= 2024-02].': 'We moved last month [= February].',
    'in May [= about 2023-05]': 'in May [= about May 2023]',
    'last week [= 2024-02-26/2024-03-03]': 'last week [= 26 February-3 March]',
    'the weekend [= 2024-03-02/2024-03-03]': 'the weekend [= 2-3 March]',
    'over New Year [= 2023-12-30/2024-01-02]': 'over New Year [= 30 December 2023-2 January]',
    'last year [= 2023]': 'last year [= 2023]',
    'at nine [= 2024-03-02 09:30]': 'at nine [= 2024-03-02 09:30]',
    'a list [2024-03-02]': 'a list [2024-03-02]',
  }
  for (const [claim, expected] of Object.entries(shortened)) assert.equal(shortenDates(claim, '2024'), expected)
})

test('an undated card keeps every year', () => {
  assert.equal(shortenDates('[= 2024-03-02]', null), '[= 2 March 2024]')
})

test('a day line is written out', () => {
  assert.equal(longDay('2024-03-02'), '2 March 2024')
})
