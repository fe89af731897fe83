import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Turn, unknownUsage } from '../domain.ts'
import { EngramError } from '../errors.ts'
import { batchPrompt } from '../prompt/memory-prompts.ts'
import type { LanguageModel, Verifier } from '../seams.ts'
import { createBatchWriter } from './batch-writer.ts'
import type { Refusal } from './believe-records.ts'

const turns = Array.from({ length: 8 }, (_, index): { turn: Turn; before: readonly Turn[] } => ({
  turn: {
    id: `t${index}`,
    session: null,
    speaker: 'Ana',
    text: `I planted ${index + 10} oaks behind the barn.`,
    at: '2024-05-01',
    attachments: [],
  },
  before: [],
}))
const agreeing: Verifier = { id: 'agreeing', verify: async claims => claims.map(() => ({ verdict: 'supported', faults: [] })) }

/** Tells one record of each turn it is shown; what it says is cut after so many characters. */
function teller(mostCharacters: number, fails: (text: string) => boolean = () => false): LanguageModel & { readonly asked: number[] } {
  const asked: number[] = []
  return {
    id: 'teller',
    asked,
    async complete({ messages }) {
      const shown = [...(messages[1]?.content ?? '').matchAll(/"turn":(\d+),.*?"text":"([^"]*)"/g)]
      asked.push(shown.length)
      if (shown.some(([, , text = '']) => fails(text))) throw new EngramError('model_no_answer', 'Nothing but reasoning.')
      const records = shown.map(([, turn, text = '']) => ({
        turn: Number(turn),
        kind: 'episodic',
        claim: text.replace('I planted', 'Ana planted'),
        quote: text,
        date: '',
        title: '',
        steps: [],
      }))
      const whole = JSON.stringify({ records })
      const cut = whole.length > mostCharacters
      return { text: whole.slice(0, mostCharacters), finish: cut ? 'length' : 'stop', usage: unknownUsage }
    },
  }
}

const write = (model: LanguageModel, onRefusal: (refusal: Refusal) => void = () => {}) =>
  createBatchWriter({ model, prompt: batchPrompt, hash: 'abcdef0123', verifier: agreeing, onRefusal }).write(turns)

test('one call tells the records of many turns, each of its own turn', async () => {
  const model = teller(10_000)
  const { memories, failed } = await write(model)
  assert.deepEqual([model.asked, failed], [[8], []])
  assert.deepEqual(
    memories.map(({ turnId, writtenBy }) => [turnId, writtenBy]),
    turns.map(({ turn }) => [turn.id, 'model/1/teller/extract-batch/1@abcdef01']),
  )
})

test('of a reply that was cut the finished records stay, and only the rest is asked for again (LLM-04)', async () => {
  const model = teller(600)
  const { memories, failed } = await write(model)
  assert.deepEqual(
    memories.map(({ turnId }) => turnId),
    turns.map(({ turn }) => turn.id),
  )
  assert.deepEqual(failed, [])
  assert.ok(model.asked.length > 2 && model.asked.slice(1).every(count => count < 8), String(model.asked))
})

test('a turn that gives no usable reply alone has failed, and takes no other with it', async () => {
  const { memories, failed } = await write(teller(10_000, text => text.includes('13 oaks')))
  assert.deepEqual(failed, [{ turnId: 't3', reason: 'Nothing but reasoning.' }])
  assert.equal(memories.length, 7)
})

test('a record of a turn that was not asked about is left out, and what the verifier rejects is reported', async () => {
  const refusals: Refusal[] = []
  const model: LanguageModel = {
    id: 'liar',
    complete: async () => ({
      text: JSON.stringify({
        records: [99, 1].map(turn => ({
          turn,
          kind: 'semantic',
          claim: 'Ana owns a forest.',
          quote: 'I planted 10 oaks',
          date: '',
          title: '',
          steps: [],
        })),
      }),
      finish: 'stop',
      usage: unknownUsage,
    }),
  }
  const rejecting: Verifier = {
    id: 'rejecting',
    verify: async claims => claims.map(() => ({ verdict: 'unsupported', faults: ['no forest'] })),
  }
  const writer = createBatchWriter({
    model,
    prompt: batchPrompt,
    hash: 'abcdef0123',
    verifier: rejecting,
    onRefusal: refusal => refusals.push(refusal),
  })
  assert.deepEqual((await writer.write(turns)).memories, [])
  assert.deepEqual(refusals, [{ turnId: 't0', claim: 'Ana owns a forest.', reason: 'no forest' }])
})
