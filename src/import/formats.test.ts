import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import test from 'node:test'
import { type Reading, readContent, readSample, samplePath } from '../../tests/support/import-samples/read-sample.ts'
import { formatNames } from './dialogue-format.ts'
import { formats } from './formats.ts'

const samples: readonly (readonly [file: string, format: string])[] = [
  ['turns.jsonl', 'jsonl'],
  ['openai.json', 'openai'],
  ['openai-lines.jsonl', 'openai'],
  ['chatgpt.json', 'chatgpt'],
  ['claude.json', 'claude'],
  ['locomo.json', 'locomo'],
  ['longmemeval.json', 'longmemeval'],
  ['beam/1/chat.json', 'beam'],
  ['transcript.txt', 'text'],
  ['whatsapp-android.txt', 'whatsapp'],
  ['whatsapp-apple.txt', 'whatsapp'],
]

const said = (reading: Reading) => reading.turns.map(({ text }) => text)

test('the table holds each format once', () => {
  assert.deepEqual(formats.map(({ name }) => name).toSorted(), formatNames.toSorted())
})

for (const [file, format] of samples) {
  test(`${file} is taken for ${format}, whole or in single bytes through a pipe, with the same ids each time`, async () => {
    const [first, again] = [await readSample(file), await readSample(file)]
    assert.equal(first.format?.format, format)
    assert.deepEqual(first.turns, again.turns)
    assert.ok(first.turns.length > 0)
    assert.deepEqual(first.failures, [])
    const piped = await readContent(await readFile(samplePath(file)), { chunk: 1, space: 'given' })
    assert.deepEqual(
      piped.turns.map(({ space, ...turn }) => turn),
      first.turns.map(({ space, ...turn }) => turn),
    )
  })
}

test('jsonl: equal lines are two turns, a space may be named by the line', async () => {
  const { turns } = await readSample('turns.jsonl', { space: 'home' })
  assert.deepEqual(
    turns.map(({ space }) => space),
    ['home', 'home', 'home', 'ferries'],
  )
  assert.equal(new Set(turns.map(({ id }) => id)).size, 4)
})

test('jsonl: an id that repeats is passed on, for the store to judge', async () => {
  const lines = ['{"id":"a","speaker":"Yusra","text":"Beans."}', '{"id":"a","speaker":"Yusra","text":"Chard."}']
  assert.deepEqual(said(await readContent(lines.join('\n'))), ['Beans.', 'Chard.'])
})

test('jsonl: a bad line is reported with its number and the next is read', async () => {
  const lines = [
    '{"speaker":"a","text":"one"}',
    '',
    '{"speaker":"a","text":',
    '{"speaker":"a","text":""}',
    '7',
    '{"speaker":"a","text":"two"}',
  ]
  const reading = await readContent(lines.join('\n'))
  assert.deepEqual(said(reading), ['one', 'two'])
  assert.deepEqual(
    reading.failures.map(({ line }) => line),
    [3, 4, 5],
  )
  assert.match(reading.failures[0]?.reason ?? '', /^not valid JSON: /)
})

test('jsonl: keys that mean nothing are named, not silently dropped', async () => {
  const { notes } = await readContent('{"speaker":"a","text":"one","timestamp":"2024-01-01"}')
  assert.match(notes[0] ?? '', /timestamp/)
})

test('jsonl: an array of turns is read too', async () => {
  assert.deepEqual(said(await readContent('[{"speaker":"a","text":"one"},\n{"speaker":"a","text":"two"}]')), ['one', 'two'])
})

test('openai: roles or names speak; instructions and tools do not; bytes of pictures are let go', async () => {
  const { turns, skipped } = await readSample('openai.json')
  assert.deepEqual(
    turns.map(({ speaker }) => speaker),
    ['user', 'assistant', 'Maro'],
  )
  assert.deepEqual(turns[2]?.attachments, [
    { type: 'image', reference: 'https://pictures.example/basil.png', mediaType: null, caption: null },
    { type: 'image', reference: null, mediaType: 'image/png', caption: null },
  ])
  assert.equal(skipped['system, developer or tool messages'], 2)
})

test('openai: each line is a conversation of its own', async () => {
  const { turns } = await readSample('openai-lines.jsonl')
  assert.deepEqual(
    turns.map(({ session }) => session),
    ['conversation-1', 'conversation-1', 'conversation-2'],
  )
})

test('chatgpt: the open branch is followed; hidden and tool messages are left out; times are UTC', async () => {
  const { turns, skipped, spaces } = await readSample('chatgpt.json')
  assert.deepEqual(
    turns.map(({ id, at, session }) => [id, at, session]),
    [
      ['u1', '2024-05-01T16:00:01Z', 'conv-sourdough'],
      ['a-new', '2024-05-01T16:00:10Z', 'conv-sourdough'],
      ['u2', '2024-05-01T16:01:40Z', 'conv-sourdough'],
    ],
  )
  assert.deepEqual(turns[2]?.attachments, [{ type: 'image', reference: 'crumb.jpg', mediaType: 'image/jpeg', caption: null }])
  assert.deepEqual(skipped, { 'system, tool or hidden messages': 2 })
  assert.deepEqual(spaces, ['chatgpt'])
})

test('claude: thoughts and tool calls are left out; the words of an attached file are its caption', async () => {
  const { turns } = await readSample('claude.json')
  assert.deepEqual(
    turns.map(({ speaker, text, at }) => [speaker, text, at]),
    [
      ['user', 'I planted six quince trees.', '2024-06-01T09:00:05Z'],
      ['assistant', 'They need shelter.', '2024-06-01T09:00:09Z'],
      ['user', '', '2024-06-01T09:02Z'],
    ],
  )
  assert.deepEqual(turns[2]?.attachments[0], {
    type: 'file',
    reference: 'soil.txt',
    mediaType: 'text/plain',
    caption: 'Soil: heavy clay, pH 6.',
  })
})

test('locomo: sessions go by number, only those that exist; texts stay as they are; times have no zone', async () => {
  const { turns } = await readSample('locomo.json')
  assert.deepEqual(
    turns.map(({ space, id, at }) => `${space} ${id} ${at}`),
    [
      'conv-90 D1:1 2023-05-08T13:56',
      'conv-90 D1:2 2023-05-08T13:56',
      'conv-90 D1:3 2023-05-08T13:56',
      'conv-90 D2:1 2023-05-09T10:00',
      'conv-90 D10:1 2023-09-13T00:09',
      'conv-91 D1:1 2023-06-02T09:00',
    ],
  )
  assert.equal(turns[0]?.text, ' I row on Lake Ammel. ')
})

test('locomo: pictures come with their captions, and nothing that was derived or searched by is read', async () => {
  const reading = await readSample('locomo.json')
  assert.deepEqual(
    reading.turns.flatMap(({ attachments }) => attachments.map(({ reference, caption }) => [reference, caption])),
    [
      ['https://pictures.example/oar.jpg', 'a photo of a broken oar'],
      [null, 'a photo of a heron'],
    ],
  )
  assert.doesNotMatch(JSON.stringify(reading), /secret|re-download|Where does/)
})

test('longmemeval: sessions go by time, ids that repeat are told apart, answers are never read', async () => {
  const reading = await readSample('longmemeval.json')
  assert.deepEqual(
    reading.turns.map(({ space, id, session, at }) => [space, id, session, at]),
    [
      ['q_lamp', 'same_1', 'same', '2023-05-20T02:21'],
      ['q_lamp', 'late_1', 'late', '2023-05-30T21:48'],
      ['q_lamp', 'late_3', 'late', '2023-05-30T21:48'],
      ['q_lists', 's_1', 's', '2022-09-01T00:10'],
    ],
  )
  assert.doesNotMatch(JSON.stringify(reading), /answer|teal"|When did/)
})

test('longmemeval: two sessions of one id and different dates are both kept', async () => {
  const session = (content: string) => [{ role: 'user', content }]
  const item = {
    question_id: 'q',
    haystack_dates: ['2023/05/20 (Sat) 02:21', '2023/05/21 (Sun) 02:21'],
    haystack_session_ids: ['s', 's'],
    haystack_sessions: [session('One.'), session('Two.')],
  }
  const { turns } = await readContent(JSON.stringify([item]))
  assert.deepEqual(
    turns.map(({ id, session }) => [id, session]),
    [
      ['s_1', 's'],
      ['s#2_1', 's#2'],
    ],
  )
})

test('beam: markers are no words, the day of a batch holds for all of it', async () => {
  const { turns } = await readSample('beam/1')
  assert.deepEqual(
    turns.map(({ space, text, at, session }) => [space, text, at, session]),
    [
      ['1', 'I build a kiln.', '2024-03-15', 'batch-1-group-1'],
      ['1', 'Start with the bricks.', '2024-03-15', 'batch-1-group-1'],
      ['1', 'Which bricks?', '2024-03-15', 'batch-1-group-2'],
      ['1', 'It fires at last.', '2024-04-05', 'batch-2-group-1'],
    ],
  )
})

test('beam: a folder of chats is read by number, the adjusted chat first, and plans that count anew stay apart', async () => {
  const { turns, spaces, batches } = await readSample('beam')
  assert.deepEqual(spaces, ['1', '2', '10'])
  assert.equal(turns.find(({ space }) => space === '2')?.text, 'The adjusted form.')
  assert.equal(new Set(turns.filter(({ space }) => space === '10').map(({ id }) => id)).size, 2)
  assert.equal(batches.at(-1)?.bytesRead, batches.at(-1)?.bytesTotal)
})

test('an export is handed on entry by entry', async () => {
  const lines = ['{"type":"engram-r","version":1}', '{"type":"space","space":"home"}', '{"type":"turn"']
  const { format, entries, failures } = await readContent(lines.join('\n'))
  assert.equal(format?.format, 'export')
  assert.deepEqual(
    entries.map(({ line, value }) => [line, value]),
    [
      [1, { type: 'engram-r', version: 1 }],
      [2, { type: 'space', space: 'home' }],
    ],
  )
  assert.equal(failures[0]?.line, 3)
})
