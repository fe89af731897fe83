import assert from 'node:assert/strict'
import test from 'node:test'
import { unknownUsage } from '../../domain.ts'
import { EngramError } from '../../errors.ts'
import type { Completion, CompletionRequest, LanguageModel } from '../../seams.ts'
import type { JudgedAnswer } from './judge.ts'
import { usualJudges } from './open-judges.ts'
import { readVerdict } from './read-verdict.ts'
import { abstentionJudge, f1Judge } from './rule-judges.ts'
import { lenientJudge, longMemEvalJudge, strictJudge } from './yes-no-judges.ts'

const item = (more: Partial<JudgedAnswer> = {}): JudgedAnswer => ({
  ...{ question: 'Where does Ana live?', at: null, category: 'single-hop', gold: 'Oslo', abstains: false, trap: null, criteria: [] },
  ...{ weights: [], before: [], answer: 'In Oslo.', abstained: null },
  ...more,
})

function judgeModel(...replies: readonly (Partial<Completion> | string)[]): LanguageModel & { readonly asked: CompletionRequest[] } {
  const asked: CompletionRequest[] = []
  return {
    id: 'judge',
    asked,
    async complete(request) {
      const reply = replies[asked.length] ?? replies.at(-1) ?? ''
      asked.push(request)
      return { text: '', finish: 'stop', usage: unknownUsage, ...(typeof reply === 'string' ? { text: reply } : reply) }
    },
  }
}

test('only the final verdict of a judge counts (BEN-12)', () => {
  const cases: readonly (readonly [string, boolean | null])[] = [
    ['', null],
    ['<think>yes or no?</think>No', false],
    ['No, yes would be wrong', false],
    ['Yes.', true],
    ['YES', true],
    ['**Yes**', true],
    ['The answer is correct', null],
    ['The reply names Oslo, as the key does.\nYes', true],
    ['It says the key is yes, which is wrong.\nVerdict: no.', false],
    ['Yesterday it said so', null],
    ['Nothing is wrong', null],
  ]
  for (const [reply, verdict] of cases) assert.equal(readVerdict(reply), verdict, reply)
})

test('a reply without a verdict is asked for once more, then an error, never a wrong answer (BEN-12)', async () => {
  const slow = judgeModel('The answer is correct', 'Yes')
  const { score, replies, askedAgain } = await strictJudge.judge(item(), { model: slow })
  assert.deepEqual([score, replies, askedAgain, slow.asked.length], [1, ['Yes'], 1, 2])
  assert.equal(slow.asked[1]?.messages.at(-2)?.content, 'The answer is correct')
  for (const replies of [['Well.', 'Well.'], [''], [{ text: 'Yes, bec', finish: 'length' as const }]]) {
    await assert.rejects(
      strictJudge.judge(item(), { model: judgeModel(...replies) }),
      error => error instanceof EngramError && error.code === 'model_no_answer',
    )
  }
})

test('lenient and strict differ in their rules, are asked at temperature 0, and see question, key and reply alone', async () => {
  const seen = await Promise.all(
    [lenientJudge, strictJudge].map(async judge => {
      const model = judgeModel('yes')
      await judge.judge(item(), { model })
      assert.equal(model.asked[0]?.temperature, 0)
      return model.asked[0]?.messages ?? []
    }),
  )
  assert.notEqual(seen[0]?.[0]?.content, seen[1]?.[0]?.content)
  for (const messages of seen) assert.equal(messages.at(-1)?.content, 'Question: Where does Ana live?\nKey: Oslo\nReply: In Oslo.')
  assert.notEqual(lenientJudge.hash, strictJudge.hash)
})

test("LongMemEval's rules go by the type; a question without an answer has rules of its own for every judge (BEN-07, BEN-09)", async () => {
  const rulesFor = async (more: Partial<JudgedAnswer>, judge = longMemEvalJudge): Promise<string> => {
    const model = judgeModel('no')
    await judge.judge(item(more), { model })
    return model.asked[0]?.messages[0]?.content ?? ''
  }
  assert.match(await rulesFor({ category: 'temporal-reasoning' }), /off by one/)
  assert.match(await rulesFor({ category: 'knowledge-update' }), /holds by now/)
  assert.match(await rulesFor({ category: 'single-session-preference' }), /what that user would want/)
  assert.doesNotMatch(await rulesFor({ category: 'multi-session' }), /off by one|holds by now|would want/)
  for (const judge of [longMemEvalJudge, lenientJudge, strictJudge])
    assert.match(await rulesFor({ category: 'multi-session', abstains: true }, judge), /recognises/)
  assert.deepEqual(usualJudges('longmemeval'), ['longmemeval', 'strict', 'f1', 'abstention'])
})

test('abstention by the words alone: declining is right, answering and the trap are wrong (BEN-01, BEN-07)', () => {
  const score = (answer: string, more: Partial<JudgedAnswer> = {}) =>
    abstentionJudge.score(item({ abstains: true, answer, ...more }), [])?.score
  for (const answer of [
    "I don't know",
    'Not mentioned',
    'No information available.',
    'It was never said.',
    'You did not mention a parrot.',
  ])
    assert.equal(score(answer), 1, answer)
  for (const answer of ['Pip', 'Your parrot is called Pip', 'She moved to Knownville', 'She did not move to Knownville'])
    assert.equal(score(answer), 0, answer)
  assert.equal(score('Not in memory.', { abstained: true }), 1)
  assert.equal(score('It is not mentioned, but third place.', { trap: 'third place' }), 0)
  assert.equal(abstentionJudge.judges(item()), false)
})

test("LoCoMo's F1 needs no model and goes by the category", () => {
  assert.equal(f1Judge.score(item({ answer: 'in Oslo' }), [])?.score, 0.667)
  assert.equal(f1Judge.score(item({ answer: 'a boat, third place', gold: 'third place, a boat', category: 'multi-hop' }), [])?.score, 1)
  assert.equal(f1Judge.judges(item({ gold: null })), false)
})
