import assert from 'node:assert/strict'
import test from 'node:test'
import { modelServer } from '../../tests/support/model-server.fixture.ts'
import { faultOf } from '../lib/requests/request-fault.ts'
import type { CompletionRequest } from '../seams.ts'
import { createEndpointModel } from './endpoint-model.ts'

const said = 'Ana has a cat named Miso.'
const request: CompletionRequest = {
  messages: [
    { role: 'system', content: 'Answer.' },
    { role: 'user', content: 'Which cat has Ana?' },
  ],
}
/** Both ways: whole, and as a stream whose shown text is what is returned. */
async function bothWays(baseUrl: string, model: string, options: Partial<CompletionRequest> = {}) {
  const endpoint = createEndpointModel({ baseUrl, model })
  const whole = await endpoint.complete({ ...request, ...options })
  let shown = ''
  const streamed = await endpoint.complete({
    ...request,
    ...options,
    onText: text => {
      shown += text
    },
  })
  assert.equal(shown, streamed.text)
  assert.equal(streamed.text, whole.text)
  assert.deepEqual(streamed.usage, whole.usage)
  return whole
}

test('an obedient server gives text, usage and where each number comes from', async context => {
  const { baseUrl, requests } = await modelServer(context)
  const { text, finish, usage } = await bothWays(baseUrl, 'obey', { maxOutputTokens: 64, temperature: 0, effort: 'low' })
  assert.equal(text, said)
  assert.equal(finish, 'stop')
  assert.equal(usage.inputTokens, 100)
  assert.equal(usage.sources.inputTokens, 'reported')
  assert.equal(requests[0]?.body.max_tokens, 64)
  assert.equal(requests[0]?.body.temperature, 0)
  assert.equal(requests[0]?.body.reasoning_effort, 'low')
  assert.deepEqual(requests[1]?.body.stream_options, { include_usage: true })
})

for (const model of [
  'think-tags',
  'thinking-tags',
  'raw-harmony',
  'harmony-without-tokens',
  'end-token',
  'reasoning-content',
  'reasoning-field',
  'thinking-field',
  'reasoning-details',
]) {
  test(`${model}: the text holds no reasoning, whole and streamed (LLM-01)`, async context => {
    const { baseUrl } = await modelServer(context)
    const { text, usage } = await bothWays(baseUrl, model)
    assert.equal(text, said)
    if (model === 'end-token') return
    assert.ok((usage.reasoningTokens ?? 0) > 3)
    assert.equal(usage.sources.reasoningTokens, 'counted')
  })
}

test('a tag that is only closed ends reasoning that the prompt opened (LLM-01)', async context => {
  const { baseUrl } = await modelServer(context)
  assert.equal((await createEndpointModel({ baseUrl, model: 'only-closing-tag' }).complete(request)).text, said)
})

test('from the second reply on its reasoning is not shown either (LLM-01)', async context => {
  const { baseUrl } = await modelServer(context)
  const endpoint = createEndpointModel({ baseUrl, model: 'only-closing-tag' })
  await endpoint.complete(request)
  let shown = ''
  await endpoint.complete({
    ...request,
    onText: text => {
      shown += text
    },
  })
  assert.equal(shown, said)
})

test('reasoning tokens are reported where the server says so, part of the output (LLM-11)', async context => {
  const { baseUrl } = await modelServer(context)
  const { usage } = await bothWays(baseUrl, 'reasoning-reported')
  assert.deepEqual(usage, {
    inputTokens: 100,
    cachedInputTokens: 64,
    outputTokens: 480,
    reasoningTokens: 400,
    sources: { inputTokens: 'reported', cachedInputTokens: 'reported', outputTokens: 'reported', reasoningTokens: 'reported' },
  })
})

test('what the server does not say is counted and marked so, or unknown, never 0 (LLM-11)', async context => {
  const { baseUrl } = await modelServer(context)
  const silent = (await bothWays(baseUrl, 'no-usage')).usage
  assert.equal(silent.sources.inputTokens, 'counted')
  assert.ok((silent.inputTokens ?? 0) > 6)
  assert.equal(silent.sources.outputTokens, 'counted')
  assert.equal(silent.outputTokens, 8)
  assert.equal(silent.reasoningTokens, null)
  assert.equal(silent.cachedInputTokens, null)
  const { usage } = await bothWays(baseUrl, 'reasoning-hidden')
  assert.equal(usage.reasoningTokens, 292)
  assert.equal(usage.sources.reasoningTokens, 'remainder')
})

test('a zero is a count where the server says 0, and none beside a reasoning text', async context => {
  const { baseUrl } = await modelServer(context)
  const honest = (await bothWays(baseUrl, 'reasoning-zero-reported')).usage
  assert.deepEqual([honest.reasoningTokens, honest.sources.reasoningTokens], [0, 'reported'])
  const constant = (await bothWays(baseUrl, 'constant-zero')).usage
  assert.equal(constant.sources.reasoningTokens, 'counted')
  assert.ok((constant.reasoningTokens ?? 0) > 3)
})

for (const model of ['null-content-reasoning', 'empty-content-reasoning', 'blank-content', 'unclosed-think', 'empty-choices']) {
  test(`${model} is no answer, and what it took is known (LLM-01, LLM-09)`, async context => {
    const { baseUrl } = await modelServer(context)
    const endpoint = createEndpointModel({ baseUrl, model })
    let shown = ''
    for (const onText of [
      undefined,
      (text: string) => {
        shown += text
      },
    ]) {
      if (model === 'empty-choices' && onText) continue
      await assert.rejects(endpoint.complete({ ...request, onText }), error => {
        assert.equal((error as { code?: string }).code, 'model_no_answer')
        if (model !== 'empty-choices') assert.ok((faultOf(error)?.usage.outputTokens ?? 0) > 0)
        return true
      })
    }
    assert.equal(shown, '')
  })
}

test('a refusal says so', async context => {
  const { baseUrl } = await modelServer(context)
  assert.equal((await bothWays(baseUrl, 'refusal')).finish, 'refused')
  assert.equal((await bothWays(baseUrl, 'content-filter')).finish, 'refused')
  assert.equal((await bothWays(baseUrl, 'cut-length')).finish, 'length')
})

test('a prompt that the server cut in silence is an error, with what it took', async context => {
  const { baseUrl } = await modelServer(context)
  const long: CompletionRequest = { messages: [{ role: 'user', content: 'Ana has a cat. '.repeat(100) }] }
  await assert.rejects(createEndpointModel({ baseUrl, model: 'truncated-prompt' }).complete(long), error => {
    assert.equal((error as { code?: string }).code, 'model_truncated')
    assert.equal(faultOf(error)?.usage.inputTokens, 40)
    return true
  })
  await createEndpointModel({ baseUrl, model: 'truncated-prompt' }).complete(request)
})

const failures: readonly (readonly [string, string, RegExp])[] = [
  ['status-429', 'model_unavailable', /answered 429: "Rate limit reached\."/],
  ['quota', 'model_rejected', /answered 429: "You exceeded your current quota\.".*quota is used up/],
  ['status-500', 'model_unavailable', /answered 500/],
  ['status-503', 'model_unavailable', /answered 503/],
  ['status-400', 'model_rejected', /answered 400: "messages: expected something else\."/],
  ['status-401', 'model_rejected', /answered 401.*Check its key/],
  ['status-404', 'model_rejected', /answered 404: "model 'status-404' not found".*Check its address and the model id/],
  ['status-422', 'model_rejected', /answered 422.*field required/],
  ['error-in-200', 'model_unavailable', /answered 200 with an error 503: "Model overloaded\."/],
  ['html-in-200', 'model_unavailable', /answered 200 with an error.*Sign in/],
  ['reset', 'model_unavailable', /could not be reached, or the connection broke/],
]
for (const [model, code, message] of failures) {
  test(`${model}: ${code}, naming status and host, never the key (NET-01)`, async context => {
    const { baseUrl, host } = await modelServer(context)
    const endpoint = createEndpointModel({ baseUrl, model, apiKey: 'very-secret-key-1234', headers: { 'x-team': 'hidden-team-token' } })
    for (const onText of [undefined, () => {}]) {
      // An HTML page is no event stream: it just ends.
      if (model === 'html-in-200' && onText) continue
      await assert.rejects(endpoint.complete({ ...request, onText }), error => {
        assert.ok(error instanceof Error)
        assert.equal((error as { code?: string }).code, code)
        assert.match(error.message, message)
        assert.ok(error.message.includes(host), error.message)
        assert.doesNotMatch(`${error.message} ${error.stack} ${JSON.stringify(error)} ${String(error.cause)}`, /very-secret|hidden-team/)
        return true
      })
    }
  })
}

test('a body that breaks off is no answer', async context => {
  const { baseUrl } = await modelServer(context)
  await assert.rejects(createEndpointModel({ baseUrl, model: 'reset-in-body' }).complete(request), { code: 'model_unavailable' })
})

for (const [model, message] of [
  ['cut-stream', /ended/],
  ['broken-stream', /connection broke/],
  ['error-in-stream', /CUDA out of memory/],
  ['broken-event', /./],
] as const) {
  test(`${model}: a stream that does not end well is an error, never a short answer`, async context => {
    const { baseUrl } = await modelServer(context)
    await assert.rejects(createEndpointModel({ baseUrl, model }).complete({ ...request, onText() {} }), error => {
      assert.equal((error as { code?: string }).code, 'model_unavailable')
      assert.match((error as Error).message, message)
      return true
    })
  })
}

test('a server that answers a request for a stream with one JSON body is read', async context => {
  const { baseUrl } = await modelServer(context)
  assert.equal((await bothWays(baseUrl, 'stream-unasked-json')).text, said)
})

test('parameters that a server refuses are sent otherwise, once and for all', async context => {
  const { baseUrl, requests } = await modelServer(context)
  const options = { maxOutputTokens: 32, temperature: 0, effort: 'none' } as const
  for (const [model, times] of [
    ['no-max-tokens', 3],
    ['no-temperature', 3],
    ['no-effort', 4],
  ] as const) {
    const before = requests.length
    const endpoint = createEndpointModel({ baseUrl, model })
    await endpoint.complete({ ...request, ...options })
    await endpoint.complete({ ...request, ...options })
    assert.equal(requests.length - before, times, model)
  }
  const bodies = requests.map(({ body }) => body)
  assert.equal(bodies[1].max_completion_tokens, 32)
  assert.equal(bodies[1].temperature, 0)
  assert.deepEqual(
    bodies.slice(6).map(body => body.reasoning_effort),
    ['none', 'low', undefined, undefined],
  )
  assert.equal((await createEndpointModel({ baseUrl, model: 'no-stream-options' }).complete({ ...request, onText() {} })).text, said)
})

test('an objection to something else is quoted', async context => {
  const { baseUrl, requests } = await modelServer(context)
  await assert.rejects(
    createEndpointModel({ baseUrl, model: 'status-400' }).complete({ ...request, maxOutputTokens: 5 }),
    /expected something else/,
  )
  assert.equal(requests.length, 1)
})

test('special tokens in a prompt are text like any other', async context => {
  const { baseUrl } = await modelServer(context)
  const messages = [{ role: 'user', content: 'What does <|endoftext|> mean?' }] as const
  assert.equal((await createEndpointModel({ baseUrl, model: 'no-usage' }).complete({ messages })).text, said)
})

test('an address that is none, or holds a password, is refused without quoting it', () => {
  for (const baseUrl of ['localhost:11434', 'ftp://a.example/v1', 'https://me:very-secret@a.example/v1']) {
    assert.throws(
      () => createEndpointModel({ baseUrl, model: 'm' }),
      error => (error as { code?: string }).code === 'bad_config' && !(error as Error).message.includes('very-secret'),
    )
  }
})
