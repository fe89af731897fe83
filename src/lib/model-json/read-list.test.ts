import assert from 'node:assert/strict'
import test from 'node:test'
import { z } from 'zod'
import { portableSchema } from './portable-schema.ts'
import { readList } from './read-list.ts'

const fact = z.object({ text: z.string() })
const word = z.string()
const read = (
  reply: string,
  { schema = fact, listKey = 'facts', cut = false }: { schema?: z.ZodType; listKey?: string; cut?: boolean } = {},
) => readList(reply, { schema, listKey, cut, portable: portableSchema(schema) })
async function items(reply: string, schema: z.ZodType = fact): Promise<readonly unknown[]> {
  const reading = await read(reply, { schema })
  assert.equal(reading.type, 'list', reply)
  return reading.type === 'list' ? reading.list.items : []
}

test('a list is found after reasoning, and a decoy within it is not (LLM-01)', async () => {
  const facts = '{"facts":[{"text":"Ana has a cat named Miso"}]}'
  const thoughts = [
    '<think>\nMaybe {"facts": []}? No.\n</think>',
    'Maybe {"facts": []}? No.</think>',
    '<thinking>{"facts":[{"text":"x"}]}</thinking>',
    '<analysis>[]</analysis>',
  ]
  for (const thought of thoughts) assert.deepEqual(await items(`${thought}\n\n${facts}`), [{ text: 'Ana has a cat named Miso' }], thought)
  assert.deepEqual(await read('<think>\nMaybe {"facts": [{"text":"x"}]}? No'), { type: 'none', reason: 'nothing', unable: false })
})

test('fences and prose around a list do not matter (LLM-02)', async () => {
  const replies = [
    '```json\n{"facts":["A"]}\n```',
    'Here you go:\n```\n{"facts":["A"]}\n```\nAnything else?',
    '```json\n{"facts":["A"]}',
    '{"facts":["A"]}',
    'As of [E1] (see {this}):\n{"facts":["A"]}\nThat is from [E1].',
  ]
  for (const reply of replies) assert.deepEqual(await items(reply, word), ['A'], reply)
})

test('a cut reply keeps its finished items and says so (LLM-04)', async () => {
  const reply = '{"facts":[{"text":"Ana moved to Lyon"},{"text":"Ana works at a bakery"},{"text":"Ana has a sis'
  for (let end = reply.indexOf('[') + 1; end <= reply.length; end++) {
    const reading = await read(reply.slice(0, end), { cut: true })
    assert.equal(reading.type, 'list', reply.slice(0, end))
    if (reading.type !== 'list') continue
    assert.equal(reading.list.truncated, true)
    const finished = ['Ana moved to Lyon', 'Ana works at a bakery'].filter(text => reply.slice(0, end).includes(`${text}"}`))
    assert.deepEqual(
      reading.list.items,
      finished.map(text => ({ text })),
      reply.slice(0, end),
    )
  }
  const strings = await read('{"response":{"facts":["A","B","C', { schema: word })
  assert.deepEqual(strings, { type: 'list', list: { items: ['A', 'B'], dropped: [], truncated: true } })
})

test('the schema, or the placeholders of a prompt, are no answer (LLM-06)', async () => {
  const echo = '{"$defs":{"Fact":{"type":"object"}},"properties":{"facts":{"type":"array"}},"required":["facts"],"type":"object"}'
  assert.deepEqual(await read(echo), { type: 'none', reason: 'the schema itself', unable: true })
  assert.deepEqual(await read('{"facts":[{"text":"<one short sentence per fact>"}]}'), {
    type: 'none',
    reason: 'placeholders',
    unable: true,
  })
  assert.deepEqual(await read('{"facts":["..."]}', { schema: word }), { type: 'none', reason: 'placeholders', unable: true })
})

test('an answer is taken out of its wrapper (LLM-06)', async () => {
  for (const reply of [
    '{"response":{"facts":[{"text":"A"}]}}',
    '{"ok":true,"result":{"facts":[{"text":"A"}]}}',
    '{"answer":"{\\"facts\\":[{\\"text\\":\\"A\\"}]}"}',
    '{"data":[{"text":"A"}]}',
  ]) {
    assert.deepEqual(await items(reply), [{ text: 'A' }], reply)
  }
})

test('what is evidently meant is read without another call (LLM-12)', async () => {
  assert.deepEqual(await items('{"facts":[{"text":"line one\nline two"},]}'), [{ text: 'line one\nline two' }])
  assert.deepEqual(await items("{'facts': ['A']}", word), ['A'])
  assert.deepEqual(await items('{"facts":["A"]}{"facts":["B"]}', word), ['A', 'B'])
  assert.deepEqual(await items('[{"text":"A"}]'), [{ text: 'A' }])
  assert.deepEqual(await items('{"facts":"A"}', word), ['A'])
  assert.deepEqual(await items('{"facts":"A"}'), [{ text: 'A' }])
  assert.deepEqual(await items('{"facts":[{"fact":"A"},null,""]}'), [{ text: 'A' }])
  assert.deepEqual(await items('{"facts":[{"fact":"A"},null,""]}', word), ['A'])
  assert.deepEqual(await items('{"text":"A"}\n{"text":"B"}'), [{ text: 'A' }, { text: 'B' }])
  assert.deepEqual(await items('{"facts":[]}'), [])
})

test('of several answers apart from each other the last one holds, and one under its key before all others', async () => {
  assert.deepEqual(await items('First {"facts":["A"]}, or rather {"facts":["B"]}', word), ['B'])
  assert.deepEqual(await items('{"facts":["B"]} from ["x"]', word), ['B'])
})

test('what does not fit is left out with its reason', async () => {
  const reading = await read('{"facts":[{"text":"A"},{"text":7},{"other":1,"more":2}]}')
  assert.equal(reading.type, 'list')
  if (reading.type !== 'list') return
  assert.deepEqual(reading.list.items, [{ text: 'A' }])
  assert.match(reading.list.dropped[0]?.reason ?? '', /^text: .*string/)
  assert.equal(reading.list.dropped.length, 2)
})

test('fields that may be left out may be null', async () => {
  const schema = z.object({ text: z.string(), note: z.string().optional() })
  assert.deepEqual(await items('{"facts":[{"text":"A","note":null}]}', schema), [{ text: 'A' }])
})

test('prose is no list', async () => {
  for (const reply of ['', 'I have no idea.', 'See [E1] and [E2].', '{', '[[[[']) assert.equal((await read(reply)).type, 'none', reply)
})
