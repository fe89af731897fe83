import assert from 'node:assert/strict'
import test from 'node:test'
import { readContent, readSample } from '../../tests/support/import-samples/read-sample.ts'

test('an Android export: messages over several lines, files, and nothing of what WhatsApp says itself', async () => {
  const { turns, skipped } = await readSample('whatsapp-android.txt')
  assert.deepEqual(
    turns.map(({ speaker, text, at }) => [speaker, text, at]),
    [
      ['Ana Luz', 'Happy new year!\nSee you at the pier.', '2023-12-31T21:06'],
      ['Benno', 'The mast is down', '2024-01-01T00:10'],
      ['+351 900 000 000', '', '2024-01-01T09:00'],
    ],
  )
  assert.equal(turns[1]?.attachments[0]?.reference, 'IMG-20240101-WA0001.jpg')
  assert.deepEqual(turns[2]?.attachments[0], {
    type: 'file',
    reference: 'Mooring contract.pdf',
    mediaType: null,
    caption: 'Mooring contract.pdf',
  })
  assert.deepEqual(skipped, { 'lines of WhatsApp itself': 3, 'messages without words': 1 })
})

test('an Apple export: brackets, seconds, invisible marks, contacts not saved', async () => {
  const { turns, skipped } = await readSample('whatsapp-apple.txt')
  assert.deepEqual(
    turns.map(({ speaker, text, at }) => [speaker, text, at]),
    [
      ['Ana Luz', 'Happy new year: to all', '2023-12-31T21:06'],
      ['Benno', '', '2024-01-01T00:09:30'],
    ],
  )
  assert.deepEqual(skipped, { 'lines of WhatsApp itself': 1, 'messages without words': 1 })
})

const chat = (...dates: readonly string[]): string => dates.map((date, index) => `${date}, 21:05 - Ana: message ${index}`).join('\n')
const days = async (content: string, dateOrder?: 'dmy' | 'mdy') =>
  (await readContent(content, { dateOrder })).turns.map(({ at }) => at?.slice(0, 10))

test('one date that can only be read one way decides for all, those before it too', async () => {
  assert.deepEqual(await days(chat('3/4/24', '13/4/24')), ['2024-04-03', '2024-04-13'])
  assert.deepEqual(await days(chat('3/4/24', '3/14/24')), ['2024-03-04', '2024-03-14'])
})

test('where no date proves the order, the one that never goes back is taken, and said', async () => {
  const { turns, notes } = await readContent(chat('1/2/24', '5/2/24', '2/3/24'))
  assert.deepEqual(
    turns.map(({ at }) => at),
    ['2024-02-01T21:05', '2024-02-05T21:05', '2024-03-02T21:05'],
  )
  assert.match(notes[0] ?? '', /day first/)
})

test('where nothing tells, it is asked for and nothing is given out', async () => {
  await assert.rejects(readContent(chat('1/2/24', '2/3/24')), {
    code: 'bad_file',
    message: /dates like 1\/2\/24 could be day or month first.*dateOrder/,
  })
  assert.deepEqual(await days(chat('1/2/24', '2/3/24'), 'mdy'), ['2024-01-02', '2024-02-03'])
  assert.deepEqual(await days(chat('1/2/24', '2/3/24'), 'dmy'), ['2024-02-01', '2024-03-02'])
})

test('dots are day first, and years may come first', async () => {
  assert.deepEqual(await days(chat('1.2.24', '2.3.2024')), ['2024-02-01', '2024-03-02'])
  assert.deepEqual(await days(chat('2024/02/01')), ['2024-02-01'])
})

test('a date that does not exist is a failure with its line, and ends the message before', async () => {
  const { turns, failures } = await readContent(chat('13/4/24', '31/4/24', '14/4/24'))
  assert.equal(turns.length, 2)
  assert.deepEqual(
    failures.map(({ line }) => line),
    [2],
  )
})
