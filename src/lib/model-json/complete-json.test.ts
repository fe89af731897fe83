import assert from 'node:assert/strict'
import { join } from 'node:path'
import test from 'node:test'
import { z } from 'zod'
import { modelServer } from '../../../tests/support/model-server.fixture.ts'
import { temporaryFolder } from '../../../tests/support/run-cli.ts'
import type { ModelCall } from '../../domain.ts'
import { createCompletionCache } from '../../models/completion-cache.ts'
import { createEndpointModel } from '../../models/endpoint-model.ts'
import { createScriptedModel } from '../../models/scripted-model.ts'
import { withCache } from '../../models/with-cache.ts'
import { withLedger } from '../../models/with-ledger.ts'
import { completeJson, type JsonRequest } from './complete-json.ts'

const request: JsonRequest<{ text: string }> = {
  messages: [
    { role: 'system', content: 'List stable facts about the speakers.' },
    { role: 'user', content: 'Ana: My cat Miso is asleep.' },
  ],
  schema: z.object({ text: z.string() }),
  listKey: 'facts',
  name: 'facts',
}
const facts = [{ text: 'Ana has a cat named Miso' }]
const reply = () => JSON.stringify({ facts })
const formats = (requests: readonly { readonly body: { response_format?: { type: string } } }[]) =>
  requests.map(({ body }) => body.response_format?.type)

test('a server that holds to a schema is asked once, with the schema', async context => {
  const { baseUrl, requests } = await modelServer(context, { reply })
  const list = await completeJson(createEndpointModel({ baseUrl, model: 'obey' }), request)
  assert.deepEqual(list, { items: facts, dropped: [], truncated: false })
  assert.equal(requests.length, 1)
  assert.equal(requests[0]?.body.response_format.json_schema.name, 'facts')
  assert.equal(requests[0]?.body.response_format.json_schema.strict, true)
})

for (const [model, asked, again] of [
  ['needs-the-word-json', ['json_schema', 'json_object'], ['json_object']],
  ['no-format', ['json_schema', 'json_object', undefined], [undefined]],
  ['schema-echo', ['json_schema', 'json_object'], ['json_object']],
  ['placeholders', ['json_schema', 'json_object'], ['json_object']],
  ['prose-for-schema', ['json_schema', 'json_object'], ['json_schema', 'json_object']],
] as const) {
  test(`${model}: asked in another way, which is remembered where the server can't (LLM-06, LLM-07)`, async context => {
    const { baseUrl, requests } = await modelServer(context, { reply })
    const endpoint = createEndpointModel({ baseUrl, model })
    assert.deepEqual((await completeJson(endpoint, request)).items, facts)
    assert.deepEqual(formats(requests), asked)
    assert.deepEqual((await completeJson(endpoint, request)).items, facts)
    assert.deepEqual(formats(requests.slice(asked.length)), again)
    assert.match(requests.at(-1)?.body.messages.at(-1).content, /JSON object of this form.*"facts": \[\{"text": string\}/s)
  })
}

for (const model of ['think-tags', 'only-closing-tag', 'fenced-json', 'open-fence', 'wrapped-json', 'raw-harmony']) {
  test(`${model}: the facts are read as they stand (LLM-01, LLM-02, LLM-06)`, async context => {
    const { baseUrl, requests } = await modelServer(context, { reply })
    assert.deepEqual((await completeJson(createEndpointModel({ baseUrl, model }), request)).items, facts)
    assert.equal(requests.length, 1)
  })
}

test('a reply that was cut says so and is not asked for again (LLM-04)', async context => {
  const many = {
    facts: [{ text: 'Ana moved to Lyon' }, { text: 'Ana works at a bakery' }, { text: 'Ana has a sister' }, { text: 'x'.repeat(60) }],
  }
  const { baseUrl, requests } = await modelServer(context, { reply: () => JSON.stringify(many) })
  const list = await completeJson(createEndpointModel({ baseUrl, model: 'cut-length' }), request)
  assert.deepEqual(
    list.items,
    many.facts.slice(0, 3).filter(({ text }) =>
      JSON.stringify(many)
        .slice(0, Math.ceil(JSON.stringify(many).length / 2))
        .includes(`${text}"}`),
    ),
  )
  assert.ok(list.items.length >= 2)
  assert.equal(list.truncated, true)
  assert.equal(requests.length, 1)
})

test('what does not fit is quoted back once, then left out and reported', async () => {
  const broken = '{"facts":[{"text":"A"},{"text":7}]}'
  const mended = createScriptedModel([broken, '{"facts":[{"text":"A"},{"text":"seven"}]}'])
  assert.deepEqual(await completeJson(mended, request), { items: [{ text: 'A' }, { text: 'seven' }], dropped: [], truncated: false })
  assert.match(mended.requests[1]?.messages.at(-1)?.content ?? '', /\{"text":7\} \(text: .*string/)
  assert.equal(mended.requests[1]?.messages.at(-2)?.content, broken)
  const stubborn = await completeJson(createScriptedModel([broken, broken]), request)
  assert.deepEqual(stubborn.items, [{ text: 'A' }])
  assert.deepEqual(
    stubborn.dropped.map(({ value }) => value),
    [{ text: 7 }],
  )
  const worse = await completeJson(createScriptedModel([broken, 'Sorry.']), request)
  assert.deepEqual(worse.items, [{ text: 'A' }])
  const nothing = createScriptedModel(['{"facts":[{"text":7}]}', '{"facts":[{"text":7}]}'])
  await assert.rejects(completeJson(nothing, request), { code: 'model_no_answer', message: /no item that fits: \{"text":7\}/ })
})

test('no JSON in any way is no answer', async () => {
  const model = createScriptedModel(['Certainly!', 'Of course!', 'Here you are!'])
  await assert.rejects(completeJson(model, request), { code: 'model_no_answer', message: /asked for JSON and sent no JSON of that form/ })
  assert.equal(model.requests.length, 3)
})

test('failures that have nothing to do with the form are thrown as they are', async context => {
  const { baseUrl, requests } = await modelServer(context, { reply })
  await assert.rejects(completeJson(createEndpointModel({ baseUrl, model: 'status-401' }), request), { code: 'model_rejected' })
  await assert.rejects(completeJson(createEndpointModel({ baseUrl, model: 'status-503' }), request), { code: 'model_unavailable' })
  await assert.rejects(completeJson(createEndpointModel({ baseUrl, model: 'blank-content' }), request), { code: 'model_no_answer' })
  await assert.rejects(completeJson(createEndpointModel({ baseUrl, model: 'refusal' }), request), {
    code: 'model_no_answer',
    message: /refused/,
  })
  assert.equal(requests.length, 4)
})

test('each request of a list is in the ledger', async context => {
  const { baseUrl } = await modelServer(context, { reply })
  const calls: ModelCall[] = []
  await completeJson(withLedger(createEndpointModel({ baseUrl, model: 'no-format' })), { ...request, onCall: call => calls.push(call) })
  assert.deepEqual(
    calls.map(({ failed }) => failed),
    ['model_rejected', 'model_rejected', null],
  )
})

test('a list that was recorded in whatever way is replayed', async context => {
  const { baseUrl, requests } = await modelServer(context, { reply })
  const cache = createCompletionCache(join(temporaryFolder(context), 'answers.db'))
  context.after(cache.close)
  for (const model of ['obey', 'no-format']) {
    const other = { ...request, messages: [{ role: 'user' as const, content: 'Ben: I have a dog.' }] }
    const recorded = withCache(createEndpointModel({ baseUrl, model }), { cache })
    for (const one of [request, other]) await completeJson(recorded, one)
    const sent = requests.length
    const replay = withCache(createEndpointModel({ baseUrl, model }), { cache, mode: 'replay-only' })
    for (const one of [request, other]) assert.deepEqual((await completeJson(replay, one)).items, facts)
    assert.equal(requests.length, sent)
    await assert.rejects(completeJson(replay, { ...request, temperature: 1 }), { code: 'not_recorded' })
  }
})
