import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Anchor } from '../../domain.ts'
import { formatAnchor } from './format-anchor.ts'
import { widenAnchor } from './widen-anchor.ts'

const anchor = (start: string, end: string, precision: Anchor['precision'], rest: Partial<Anchor> = {}): Anchor => ({
  start,
  end,
  precision,
  approximate: false,
  relation: 'at',
  phrase: null,
  ...rest,
})

test('an anchor is written as short as its precision allows', () => {
  const written = [
    anchor('2023-01-01', '2023-12-31', 'year'),
    anchor('2023-06-01', '2023-06-30', 'month'),
    anchor('2023-07-21', '2023-07-21', 'day'),
    anchor('2023-07-03', '2023-07-05', 'day'),
    anchor('2024-10-09T09:30-04:00', '2024-10-09T09:30-04:00', 'minute'),
    anchor('2022-09-05', '2022-09-11', 'week'),
    anchor('2022-06-01', '2022-08-31', 'season'),
    anchor('2022-12-01', '2023-02-28', 'season'),
  ].map(formatAnchor)
  assert.deepEqual(written, [
    '2023',
    '2023-06',
    '2023-07-21',
    '2023-07-03/2023-07-05',
    '2024-10-09 09:30',
    '2022-09-05/2022-09-11',
    'summer 2022',
    'winter 2022/23',
  ])
})

test('what is loose, since or due says so in front', () => {
  const year = (rest: Partial<Anchor>) => formatAnchor(anchor('2016-01-01', '2016-12-31', 'year', rest))
  assert.equal(year({ approximate: true }), 'about 2016')
  assert.equal(year({ relation: 'since' }), 'since 2016')
  assert.equal(year({ relation: 'until' }), 'by 2016')
  assert.equal(year({ relation: 'since', approximate: true }), 'since about 2016')
})

test('an anchor widens to the month or year it lies in, and stays where it spans two', () => {
  assert.equal(formatAnchor(widenAnchor(anchor('2024-02-10', '2024-02-10', 'day'), 'month')), '2024-02')
  assert.equal(widenAnchor(anchor('2024-02-10', '2024-02-10', 'day'), 'month').end, '2024-02-29')
  assert.equal(formatAnchor(widenAnchor(anchor('2024-02-10T09:30', '2024-02-10T09:30', 'minute'), 'year')), '2024')
  const week = anchor('2022-08-29', '2022-09-04', 'week')
  assert.equal(widenAnchor(week, 'month'), week)
})
