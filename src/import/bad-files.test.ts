import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import test from 'node:test'
import { chunksOf, collect, readContent, readSample, samplePath } from '../../tests/support/import-samples/read-sample.ts'
import { readDialogueStream } from './read-dialogues.ts'

const line = (text: string) => JSON.stringify({ speaker: 'Yusra', text })

test('a file that is not there is named', async () => {
  await assert.rejects(readSample('nowhere.jsonl'), {
    code: 'bad_file',
    file: samplePath('nowhere.jsonl'),
    message: /there is no such file/,
  })
})

test('a folder without chats is refused', async () => {
  await assert.rejects(readSample('../../../src/import'), { code: 'bad_file', message: /is a folder: expected a file/ })
})

test('an empty file is refused, one of blanks alike', async () => {
  for (const content of ['', ' \n\n', '\ufeff']) await assert.rejects(readContent(content), { code: 'bad_file', message: /is empty/ })
})

test('bytes that are no text are refused', async () => {
  await assert.rejects(readContent(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0])), { code: 'bad_file' })
  await assert.rejects(readContent(`Ana: one\nAna: t\0wo`), { code: 'bad_file', line: 2, message: /zero byte in line 2/ })
  await assert.rejects(readContent('PK\x03\x04 and so on'), { code: 'bad_file', message: /zip archive.*Unpack/ })
})

test('UTF-16 with its mark is read, and the mark of UTF-8 is dropped', async () => {
  const content = `${line('Ærø, 島, 🌱')}\n`
  const little = Buffer.from(`\ufeff${content}`, 'utf16le')
  for (const bytes of [little, Buffer.from(little).swap16(), Buffer.from(`\ufeff${content}`)]) {
    for (const chunk of [1, 7, 4096]) {
      const { turns } = await readContent(bytes, { chunk })
      assert.equal(turns[0]?.text, 'Ærø, 島, 🌱')
    }
  }
})

test('Latin-1 is refused with the byte and its line, wherever the chunks are cut', async () => {
  const bytes = Buffer.concat([Buffer.from('Ana: ð one\nAna: two ð\nAna: caf'), Buffer.from([0xe9]), Buffer.from('\nAna: four')])
  for (let chunk = 1; chunk < 40; chunk += 1) {
    await assert.rejects(readContent(bytes, { chunk }), (error: Error & { code?: string; line?: number }) => {
      assert.equal(error.code, 'bad_file')
      assert.equal(error.line, 3)
      assert.match(error.message, /byte 33 \(0xe9\) in line 3/)
      return true
    })
  }
  await assert.rejects(readContent(Buffer.from('Ana: ð').subarray(0, -1)), { code: 'bad_file', message: /middle of a character/ })
})

test('CRLF and a last line without an end are read like any other', async () => {
  const { turns } = await readContent(`${line('one')}\r\n${line('two')}\r\n${line('three')}`)
  assert.deepEqual(
    turns.map(({ text }) => text),
    ['one', 'two', 'three'],
  )
})

test('JSON that breaks off is refused at its last line, and what is complete was given out', async () => {
  const whole = await readFile(samplePath('locomo.json'), 'utf8')
  const cut = whole.slice(0, whole.indexOf('conv-91') - 20)
  await assert.rejects(readContent(cut), { code: 'bad_file', line: cut.split('\n').length, message: /the JSON is not complete/ })
  const events: string[] = []
  await assert.rejects(async () => {
    const bytes = chunksOf(cut, 64)
    for await (const event of readDialogueStream({ file: 'pipe', name: 'pipe', bytes, bytesTotal: null })) {
      events.push(event.type === 'turns' ? `${event.space} ${event.turns.length}` : event.type)
    }
  })
  assert.deepEqual(events, ['format', 'conv-90 5'])
})

test('a fault inside JSON is refused with its line, whatever the chunks', async () => {
  const rows = Array.from({ length: 50 }, (_, index) => `{"role":"user","content":"message ${index}"}`)
  const content = `[\n${rows.join(',\n')}\n]`.replace('"message 30"', '"message 30" oops')
  for (const chunk of [10, 100, 65536]) {
    await assert.rejects(readContent(content, { chunk }), { code: 'bad_file', line: 32, message: /not valid JSON in line 32/ })
  }
})

test('content that fits no format is refused and described', async () => {
  await assert.rejects(readContent('{"weather": "fine"}'), { code: 'unknown_format', message: /JSON with the keys \.weather/ })
  await assert.rejects(readContent('The weather is fine.'), { code: 'unknown_format', message: /text that begins "The weather is fine\."/ })
  await assert.rejects(readContent('x', { format: JSON.parse('"docx"') }), { code: 'unknown_format', message: /Name one of auto, / })
})

test('a line of 100 million characters is let go and the next is read', async () => {
  async function* bytes(): AsyncGenerator<Uint8Array> {
    yield Buffer.from(`${line('before')}\n{"speaker":"Yusra","text":"`)
    const million = Buffer.alloc(1024 * 1024, 'a')
    for (let count = 0; count < 100; count += 1) yield million
    yield Buffer.from(`"}\n${line('after')}\n`)
  }
  const { turns, failures } = await collect(readDialogueStream({ file: 'pipe', name: 'pipe', bytes: bytes(), bytesTotal: null }))
  assert.deepEqual(
    turns.map(({ text }) => text),
    ['before', 'after'],
  )
  assert.deepEqual(
    failures.map(({ line, reason }) => [line, reason]),
    [[2, 'the line has more than 16 million characters']],
  )
})

test('long texts, emoji and combining characters pass unchanged', async () => {
  const texts = ['é'.repeat(1024 * 1024), '👩‍👩‍👧🎉家族', 'e\u0301 ve\u0301lo']
  const { turns } = await readContent(texts.map(line).join('\n'), { chunk: 4099 })
  assert.deepEqual(
    turns.map(({ text }) => text),
    texts,
  )
})

test('future dates are kept as they are', async () => {
  const { turns } = await readContent('{"speaker":"Yusra","text":"See you.","at":"2931-01-01"}')
  assert.equal(turns[0]?.at, '2931-01-01')
})

test('a zone is added to times that have none, and must exist', async () => {
  const lines = ['2024-03-02T10:00', '2024-03-02', '2024-03-02T10:00Z'].map(at => JSON.stringify({ speaker: 'a', text: 'b', at }))
  const { turns } = await readContent(lines.join('\n'), { zone: 'Europe/Lisbon' })
  assert.deepEqual(
    turns.map(({ at }) => at),
    ['2024-03-02T10:00[Europe/Lisbon]', '2024-03-02', '2024-03-02T10:00Z[Europe/Lisbon]'],
  )
  await assert.rejects(readContent(lines.join('\n'), { zone: 'Atlantis/Main' }), { code: 'bad_input', field: 'zone' })
})

test('many turns come in batches of at most 500 a space, in order', async () => {
  const lines = Array.from({ length: 1203 }, (_, index) => JSON.stringify({ speaker: 'a', text: `${index}`, space: `s${index % 2}` }))
  const { batches } = await readContent(lines.join('\n'))
  assert.ok(batches.every(({ turns }) => turns.length <= 500))
  const numbers = batches.filter(({ space }) => space === 's1').flatMap(({ turns }) => turns.map(({ text }) => Number(text)))
  assert.deepEqual(
    numbers,
    Array.from({ length: 601 }, (_, index) => 2 * index + 1),
  )
})

test('equal turns far apart in a file keep different ids', async () => {
  const { turns } = await readContent(Array.from({ length: 1001 }, () => line('ok')).join('\n'))
  assert.equal(new Set(turns.map(({ id }) => id)).size, 1001)
})
