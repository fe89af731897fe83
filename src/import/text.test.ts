import assert from 'node:assert/strict'
import test from 'node:test'
import { readContent, readSample } from '../../tests/support/import-samples/read-sample.ts'
import { parseDate, parseDateLine } from './date-line.ts'

test('a line without a speaker belongs to the turn before, blank lines and addresses included', async () => {
  const { turns, skipped } = await readSample('transcript.txt')
  assert.equal(turns[0]?.text, 'I sowed broad beans\nand a row of chard.\n\nhttps://seeds.example/chard is where I got them.')
  assert.deepEqual(skipped, { 'lines that no one says': 1 })
})

test('lines with a date alone date what follows; stamps date their own turn', async () => {
  const { turns } = await readSample('transcript.txt')
  assert.deepEqual(
    turns.map(({ speaker, at, session }) => [speaker, at, session]),
    [
      ['Yusra', '2024-03-02', '2024-03-02'],
      ['Old Pete', '2024-03-02', '2024-03-02'],
      ['Yusra', '2024-03-02T10:05', '2024-03-02'],
      ['李雷', '2024-03-09T16:20', '2024-03-09T16:20'],
      ['Yusra', '2024-03-10', '2024-03-09T16:20'],
    ],
  )
})

test('undated text stays undated', async () => {
  const { turns } = await readContent('Yusra: Hello\nOld Pete: Hello yourself')
  assert.deepEqual(
    turns.map(({ at, session }) => [at, session]),
    [
      [null, null],
      [null, null],
    ],
  )
})

test('text without any speaker is refused', async () => {
  await assert.rejects(readContent('We went to sea.\nIt was cold.', { format: 'text' }), {
    code: 'bad_file',
    message: /^pipe: no line has a speaker\. Expected lines like "Ana: I moved to Lisbon"/,
  })
  await assert.rejects(readContent('We went to sea.\nIt was cold.'), { code: 'unknown_format' })
})

test('dates are read as people write them', () => {
  const dates: readonly (readonly [string, string | null])[] = [
    ['2024-03-02', '2024-03-02'],
    ['2024/3/2', '2024-03-02'],
    ['2024-03-02 10:00', '2024-03-02T10:00'],
    ['2024-03-02T10:00:30+02:00', '2024-03-02T10:00:30+02:00'],
    ['March 2, 2024', '2024-03-02'],
    ['Saturday, Mar 2nd 2024 at 9:05 PM', '2024-03-02T21:05'],
    ['2 March 2024', '2024-03-02'],
    ['2nd of March, 2024, 12:09 am', '2024-03-02T00:09'],
    ['February 30, 2024', null],
    ['Mars 2, 2024', null],
    ['2024', null],
  ]
  for (const [written, expected] of dates) assert.equal(parseDate(written), expected, written)
})

test('marks around a date line do not hide it', () => {
  for (const line of ['--- March 2, 2024 ---', '# 2024-03-02', '[2024-03-02]', 'Date: 2 March 2024', '**2024-03-02**:']) {
    assert.equal(parseDateLine(line), '2024-03-02', line)
  }
  assert.equal(parseDateLine('[2024-03-02] Ana: hi'), null)
})
