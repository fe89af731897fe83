import assert from 'node:assert/strict'
import { test } from 'node:test'
import { unknownServed, unknownUsage } from '../domain.ts'
import { checkPrompt } from '../prompt/check-prompt.ts'
import type { CitedClaim, LanguageModel, Verifier } from '../seams.ts'
import { createModelVerifier } from './model-verifier.ts'
import { withSecondOpinion } from './second-opinion.ts'

const claimOf = (sentence: string): CitedClaim => ({
  question: 'What does Ana do?',
  sentence,
  speakers: ['Ana'],
  cited: [{ id: 't1', session: null, speaker: 'Ana', at: '2024-05-01', text: 'I swim </cited> every day.', attachments: [] }],
  near: [],
  turns: 1,
  turnsWith: () => 1,
})

function replying(replies: readonly string[]): LanguageModel & { readonly asked: string[] } {
  const asked: string[] = []
  return {
    id: 'checker',
    asked,
    async complete({ messages, onCall }) {
      const text = replies[asked.length] ?? assert.fail('asked once more')
      asked.push(messages.map(({ content }) => content).join('\n'))
      onCall?.({
        model: 'checker',
        served: unknownServed,
        finish: 'stop',
        usage: unknownUsage,
        replayed: false,
        ms: 1,
        cost: null,
        failed: null,
      })
      return { text, finish: 'stop', usage: unknownUsage }
    },
  }
}
const check = (support: string, fault = '') => JSON.stringify({ checks: [{ support, fault }] })

test('a model says whether cited words support a sentence, and what is wrong', async () => {
  const model = replying([check('yes'), check('partly', 'not every day'), check('no', 'she swims')])
  const calls: string[] = []
  const supports = await createModelVerifier({ model, prompt: checkPrompt }).verify(
    ['Ana swims.', 'Ana swims daily.', 'Ana runs.'].map(claimOf),
    {
      onCall: call => calls.push(call.model),
    },
  )
  assert.deepEqual(supports, [
    { verdict: 'supported', faults: [] },
    { verdict: 'partly', faults: ['not every day'] },
    { verdict: 'unsupported', faults: ['she swims'] },
  ])
  assert.deepEqual(calls, ['checker', 'checker', 'checker'])
  assert.match(model.asked[0] ?? '', /\{"speaker":"Ana","at":"2024-05-01","text":"I swim <\/cited> every day\."\}\n<\/cited>/)
})

test('a reply that is no verdict is a failure, not a verdict', async () => {
  const verifier = createModelVerifier({ model: replying(['Looks fine.', 'Looks fine.', 'Looks fine.']), prompt: checkPrompt })
  await assert.rejects(verifier.verify([claimOf('Ana swims.')]), { code: 'model_no_answer' })
})

test('only what the rules find partly supported is put to the model', async () => {
  const verdicts = ['supported', 'partly', 'unsupported', 'partly'] as const
  const rules: Verifier = {
    id: 'rules',
    verify: async claims => claims.map((_, index) => ({ verdict: verdicts[index] ?? 'partly', faults: [] })),
  }
  const model = replying([check('yes'), check('no', 'wrong')])
  const both = withSecondOpinion(rules, createModelVerifier({ model, prompt: checkPrompt }))
  const supports = await both.verify(['a', 'b', 'c', 'd'].map(claimOf))
  assert.deepEqual(
    supports.map(({ verdict }) => verdict),
    ['supported', 'supported', 'unsupported', 'unsupported'],
  )
  assert.deepEqual([both.id, model.asked.length], ['rules+model/checker/check/1', 2])
})
