import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import test from 'node:test'
import { SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import { type LanguageModel, type OpenEngram, type OpenOptions, openEngram, unknownUsage } from '../src/index.ts'
import { createEndpointModel, modelVerifier, withLedger, withRetry } from '../src/models.ts'
import { createHashEmbedder, openMemoryStore } from '../src/testing.ts'
import { withSpan } from '../src/trace/with-span.ts'
import { modelServer } from './support/model-server.fixture.ts'
import { movingHouse, toldOfIt } from './support/moving-house.ts'
import { listen, named, tree } from './support/telemetry.fixture.ts'

const scope = { tenant: 'acme', space: 'ana' }

async function memoryWith(options: Partial<OpenOptions>): Promise<OpenEngram> {
  const memory = await openEngram({ store: openMemoryStore(), embedder: createHashEmbedder(), ...options })
  await memory.space(scope).remember(movingHouse)
  return memory
}
function endpoint(baseUrl: string, model: string): LanguageModel {
  return withRetry(withLedger(createEndpointModel({ baseUrl, model })), { retries: 1, minDelayMs: 1, maxDelayMs: 1 })
}
const reply = () => 'Ana moved to Seattle [E1].'

test('an ask is one tree: the search with its embeddings, the chat with its tokens, the verification', async context => {
  const { spans, sums } = listen(context)
  const server = await modelServer(context, { reply })
  const memory = await memoryWith({ model: endpoint(server.baseUrl, 'status-503+reasoning-reported') })
  const [remembered] = spans.getFinishedSpans().filter(({ name }) => name === 'create_memory')
  assert.equal(remembered?.attributes['gen_ai.memory.record.count'], 2)
  spans.reset()

  await memory.space(scope).ask('Where did Ana move?')
  const all = spans.getFinishedSpans()
  assert.deepEqual(tree(all), [
    'invoke_workflow engram-r ask',
    '  search_memory',
    '    retrieval',
    '      embeddings hash-words/1/256',
    '  chat status-503+reasoning-reported',
    '  verify',
  ])
  const chat = named(all, 'chat status-503+reasoning-reported')
  assert.equal(chat.kind, SpanKind.CLIENT)
  const { 'gen_ai.usage.input_tokens': input, ...attributes } = chat.attributes
  assert.ok(Number(input) > 0)
  assert.deepEqual(attributes, {
    'gen_ai.operation.name': 'chat',
    'gen_ai.request.model': 'status-503+reasoning-reported',
    'gen_ai.response.finish_reasons': ['stop'],
    'gen_ai.usage.cache_read.input_tokens': 64,
    'gen_ai.usage.output_tokens': 480,
    'gen_ai.usage.reasoning.output_tokens': 400,
    'engram_r.request.count': 2,
  })
  const search = named(all, 'search_memory')
  assert.equal(search.kind, SpanKind.INTERNAL)
  assert.equal(search.attributes['gen_ai.memory.store.id'], 'acme/ana')
  assert.ok(Number(search.attributes['gen_ai.memory.record.count']) > 0)
  const ask = named(all, 'invoke_workflow engram-r ask').attributes
  assert.deepEqual([ask['engram_r.answer.by'], ask['gen_ai.prompt.name'], ask['gen_ai.prompt.version']], ['model', 'cited', '3'])
  assert.doesNotMatch(JSON.stringify(all.map(span => span.attributes)), /Seattle|Where did|Miso/, 'no words of anybody')

  const counted = await sums()
  assert.equal(counted['gen_ai.client.inference.usage.output_tokens'], 480)
  assert.equal(counted['gen_ai.client.inference.usage.reasoning.output_tokens'], 400)
  assert.equal(counted['gen_ai.client.inference.usage.cache_read.input_tokens'], 64)
  assert.equal(counted['gen_ai.client.inference.duration'], 1)
  assert.ok((counted['gen_ai.client.embeddings.duration'] ?? 0) >= 1)
})

test('what is not known has no attribute, and what we counted says so', async context => {
  const { spans, sums } = listen(context)
  const server = await modelServer(context, { reply })
  const memory = await memoryWith({ model: endpoint(server.baseUrl, 'no-usage') })
  await memory.space(scope).ask('Where did Ana move?')
  const { attributes } = named(spans.getFinishedSpans(), 'chat no-usage')
  assert.ok(!('gen_ai.usage.cache_read.input_tokens' in attributes))
  assert.ok(!('gen_ai.usage.reasoning.output_tokens' in attributes))
  assert.deepEqual(attributes['engram_r.usage.counted'], ['gen_ai.usage.input_tokens', 'gen_ai.usage.output_tokens'])
  assert.ok(!('gen_ai.client.inference.usage.reasoning.output_tokens' in (await sums())))
})

test('a failure ends its spans with the code of the error, and without its words', async context => {
  const { spans } = listen(context)
  const server = await modelServer(context, { reply })
  const memory = await memoryWith({ model: endpoint(server.baseUrl, 'status-401') })
  await assert.rejects(memory.space(scope).ask('Where did Ana move?'))
  for (const name of ['chat status-401', 'invoke_workflow engram-r ask']) {
    const { attributes, status } = named(spans.getFinishedSpans(), name)
    assert.equal(attributes['error.type'], 'model_rejected')
    assert.deepEqual(status, { code: SpanStatusCode.ERROR })
  }
  assert.equal(named(spans.getFinishedSpans(), 'search_memory').status.code, SpanStatusCode.UNSET)
})

test('words are carried only where the variable of OpenTelemetry says so', async context => {
  process.env.OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT = 'true'
  context.after(() => delete process.env.OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT)
  const { spans } = listen(context)
  const server = await modelServer(context, { reply })
  const memory = await memoryWith({ model: endpoint(server.baseUrl, 'obey') })
  await memory.space(scope).ask('Where did Ana move?')
  const all = spans.getFinishedSpans()
  assert.match(String(named(all, 'create_memory').attributes['gen_ai.memory.records']), /^\[\{"id":"t1","content":"I finally moved/)
  const search = named(all, 'search_memory').attributes
  assert.equal(search['gen_ai.memory.query.text'], 'Where did Ana move?')
  assert.match(String(search['gen_ai.memory.records']), /"content":"[^"]*Seattle/)
  assert.match(String(named(all, 'retrieval').attributes['gen_ai.retrieval.documents']), /"score"/)
  const chat = named(all, 'chat obey').attributes
  assert.match(String(chat['gen_ai.input.messages']), /^\[\{"role":"system","parts":\[\{"type":"text"/)
  assert.match(String(chat['gen_ai.output.messages']), /Ana moved to Seattle \[E1\]\..*"finish_reason":"stop"/)
})

test('what is forgotten, what a model writes in the background and what a second model checks are spans too', async context => {
  const { spans } = listen(context)
  const server = await modelServer(context, {
    reply: messages => (messages[0]?.content.includes('"records"') ? toldOfIt : '{"checks":[{"support":"yes","fault":""}]}'),
  })
  const model = endpoint(server.baseUrl, 'obey')
  const answers: LanguageModel = {
    id: 'stand-in',
    complete: async () => ({ text: 'Ben told Ana that he moved to Seattle [E1].', finish: 'stop', usage: unknownUsage }),
  }
  const memory = await memoryWith({ model: answers, verifier: modelVerifier(model), extraction: { model } })
  spans.reset()
  await memory.work()
  assert.deepEqual(tree(spans.getFinishedSpans()).slice(0, 2), ['update_memory', '  chat obey'])
  spans.reset()
  await memory.space(scope).ask('Where did Ana move?')
  const lines = tree(spans.getFinishedSpans())
  assert.ok(lines.includes('  verify'), lines.join('\n'))
  assert.ok(lines.includes('    chat obey'), lines.join('\n'))
  await memory.space(scope).forget({ type: 'turns', ids: ['t1'] }, { dryRun: true })
  await memory.space(scope).forget({ type: 'turns', ids: ['t1'] })
  const deletions = spans.getFinishedSpans().filter(({ name }) => name === 'delete_memory')
  assert.deepEqual(
    deletions.map(({ attributes }) => attributes['gen_ai.memory.record.count']),
    [1],
  )
})

test('spans stand under those of the program that asks, and a door can open one for a request', async context => {
  const { spans } = listen(context)
  const memory = await memoryWith({})
  spans.reset()
  await trace.getTracer('app').startActiveSpan('handler', async span => {
    await withSpan({ name: 'POST /ask', kind: 'server', attributes: { 'http.route': '/ask' }, content: false }, () =>
      memory.space(scope).recall('Where did Ana move?'),
    )
    span.end()
  })
  assert.deepEqual(tree(spans.getFinishedSpans()).slice(0, 3), ['handler', '  POST /ask', '    search_memory'])
})

test('without an SDK the API is not even loaded', () => {
  const script = `
    import { registerHooks } from 'node:module'
    registerHooks({ load(url, context, next) { if (url.includes('@opentelemetry')) console.log(url); return next(url, context) } })
    const { openEngram } = await import('./src/index.ts')
    const { openMemoryStore } = await import('./src/testing.ts')
    const space = (await openEngram({ store: openMemoryStore() })).space({ tenant: 't', space: 's' })
    await space.remember({ speaker: 'Ana', text: 'I moved to Oslo.' })
    console.log((await space.ask('Where did Ana move?')).text)`
  const out = execFileSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' })
  assert.match(out, /Oslo/)
  assert.doesNotMatch(out, /opentelemetry/)
})
