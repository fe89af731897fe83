import assert from 'node:assert/strict'
import test from 'node:test'
import { EngramError, type LanguageModel, type OpenEngram, openEngram } from '../src/index.ts'
import { sumUsage } from '../src/lib/sum-usage.ts'
import { createEndpointModel, withLedger, withLimits, withMoreRoom, withRetry, withTimeout } from '../src/models.ts'
import { openMemoryStore } from '../src/testing.ts'
import { behaviours, type ModelServer, modelServer, type SentMessage } from './support/model-server.fixture.ts'
import { movingHouse, toldOfIt } from './support/moving-house.ts'

// The whole walk, from a turn to a verified answer and to a model's records, against a server that does everything servers do.

const scope = { tenant: 'test', space: 'walk' }

function reply(messages: readonly SentMessage[]): string {
  const asked = messages.map(({ content }) => content).join('\n')
  if (asked.includes('"records"')) return toldOfIt
  return messages.length > 2 ? 'Ana moved to Seattle [E1].' : 'Ana moved to Seattle [E1]. Ana owns a yacht [E1]. She flies [E77].'
}

const chat = Object.keys(behaviours).filter(name => !/embedding|index|dimensions|batch-of|no-empty/.test(name))
/** Nothing that asking again could mend: one request, and no second bill. */
const deterministic = ['status-400', 'status-401', 'status-404', 'status-422', 'quota', 'no-retry', 'retry-after-hour']
const closed = ['model_unavailable', 'model_timeout', 'model_rejected', 'model_no_answer', 'model_truncated']

function modelOf(server: ModelServer, name: string): LanguageModel {
  const endpoint = createEndpointModel({ baseUrl: server.baseUrl, model: name, apiKey: 'sk-secret-key' })
  const retry = { retries: 2, minDelayMs: 1, maxDelayMs: 5_000 }
  return withMoreRoom(
    withRetry(withLimits(withLedger(withTimeout(endpoint, { timeoutMs: /stall|silence|byte/.test(name) ? 100 : 60_000 }))), retry),
  )
}

async function memoryWith(model: LanguageModel): Promise<OpenEngram> {
  const memory = await openEngram({ store: openMemoryStore(), model, extraction: { model } })
  await memory.space(scope).remember(movingHouse)
  return memory
}

function assertClosed(error: unknown, name: string): asserts error is EngramError {
  assert.ok(error instanceof EngramError, `${name}: ${error}`)
  assert.ok(closed.includes(error.code), `${name}: ${error.code}`)
  assert.doesNotMatch(error.message, /sk-secret-key/, name)
}

test(`whatever a server does (${chat.length} behaviours), an answer is verified or the failure is named`, async context => {
  const server = await modelServer(context, { reply })
  assert.ok(chat.length >= 30)
  const answered: string[] = []
  for (const streamed of [false, true]) {
    await Promise.all(
      chat.map(async name => {
        const id = `${name}${streamed ? '+' : ''}`.replace(/\+$/, `+${name}`)
        const memory = await memoryWith(modelOf(server, id))
        const shown: string[] = []
        try {
          const answer = await memory.space(scope).ask('Where did Ana move?', streamed ? { onDraft: event => shown.push(event.type) } : {})
          answered.push(name)
          const labels = new Set(answer.evidence.cards.map(({ label }) => label))
          for (const { verdict, citations } of answer.sentences) {
            assert.ok(verdict === 'supported' || verdict === 'partly', `${name}: ${verdict}`)
            for (const label of citations) assert.ok(labels.has(label), `${name}: ${label}`)
          }
          assert.doesNotMatch(answer.text, /E77|yacht|think|Let me see|<\|/, name)
          const paid = answer.calls.filter(({ failed }) => failed === null)
          assert.deepEqual(answer.usage, sumUsage(paid.map(({ usage }) => usage)), name)
        } catch (error) {
          if (error instanceof assert.AssertionError) throw error
          assertClosed(error, name)
          const sent = server.requests.filter(({ body }) => body.model === id).length
          if (deterministic.includes(name)) assert.equal(sent, 1, `${name} was asked again`)
        }
      }),
    )
  }
  for (const name of ['obey', 'think-tags', 'raw-harmony', 'reasoning-content', 'no-usage', 'end-token', 'no-max-tokens', 'slow']) {
    assert.ok(answered.includes(name), name)
  }
})

test('whatever a server does, no turn is lost: its records are there, and it is read, given up with a reason, or still due', async context => {
  const server = await modelServer(context, { reply })
  await Promise.all(
    chat.map(async name => {
      const memory = await memoryWith(modelOf(server, name))
      const before = await memory.space(scope).memories()
      const stop = new AbortController()
      const outcome = await memory.work({ signal: stop.signal, onPause: () => stop.abort() }).catch((error: unknown) => error)
      const [jobs] = await memory.jobs()
      const waiting = jobs?.waiting ?? 0
      const dead = jobs?.dead ?? []
      if (outcome instanceof Error) assert.equal(waiting, 2, name)
      else assert.equal(waiting, 0, name)
      for (const { reason } of dead) assert.ok(reason.length > 5, name)
      const after = await memory.space(scope).memories()
      for (const turnId of ['t1', 't2']) {
        assert.ok(before.some(memory => memory.turnId === turnId) && after.some(memory => memory.turnId === turnId), `${name}: ${turnId}`)
      }
      if (name === 'obey') assert.ok(after.some(({ writtenBy }) => writtenBy.startsWith('model/1/obey/')))
    }),
  )
})

test('a server that fails now and then is asked again, and each request stands in the ledger once', async context => {
  const server = await modelServer(context, { reply })
  const memory = await memoryWith(modelOf(server, 'status-503+reset+obey'))
  const { calls, usage } = await memory.space(scope).ask('Where did Ana move?')
  assert.deepEqual(
    calls.map(({ stage, failed }) => `${stage} ${failed ?? 'done'}`),
    ['answer model_unavailable', 'answer model_unavailable', 'answer done', 'repair done'],
  )
  assert.equal(server.requests.length, 4)
  assert.deepEqual([usage?.outputTokens, usage?.sources.outputTokens], [40, 'reported'])
})
