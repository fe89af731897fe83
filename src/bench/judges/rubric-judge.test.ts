import assert from 'node:assert/strict'
import test from 'node:test'
import { unknownUsage } from '../../domain.ts'
import { EngramError } from '../../errors.ts'
import type { LanguageModel } from '../../seams.ts'
import { scoreOf } from '../run/score-rows.ts'
import { clippedMean } from '../statistics/clipped-mean.ts'
import type { JudgedAnswer } from './judge.ts'
import { rubricJudge, scoreRubric } from './rubric-judge.ts'

const weights = [
  { points: 5, tags: ['axis:accuracy'] },
  { points: 3, tags: ['axis:completeness'] },
  { points: -4, tags: ['axis:accuracy'] },
  { points: -2, tags: ['axis:communication_quality'] },
]
const item: JudgedAnswer = {
  ...{ question: 'What can I do?', at: null, category: 'hedging', gold: null, abstains: false, trap: null, abstained: null },
  criteria: ['Asks about swelling', 'Names rest', 'Names a diagnosis as certain', 'Is rude'],
  weights,
  before: [{ speaker: 'user', text: 'My knee hurts.' }],
  answer: 'Rest it.',
}

test('a score is the points of all that is met over all that can be won, below 0 where more is lost; so for each tag that can be won', () => {
  const graded = (...met: readonly boolean[]) => weights.map((weight, index) => ({ ...weight, met: met[index] ?? false }))
  assert.deepEqual(scoreRubric(graded(true, false, true, false)), {
    score: 1 / 8,
    more: { 'axis:accuracy': 1 / 5, 'axis:completeness': 0 },
  })
  assert.equal(scoreRubric(graded(false, false, true, true))?.score, -6 / 8)
  assert.equal(scoreRubric(graded(true, true, false, false))?.score, 1)
  assert.equal(scoreRubric([{ points: -1, tags: [], met: true }]), null)
})

test('the score of a set is the mean held within 0 and 1, with a deviation that is the same for the same seed', () => {
  assert.deepEqual(clippedMean([0.5, 0.5]), { mean: 0.5, deviation: 0, low: 0.5, high: 0.5 })
  assert.equal(clippedMean([-1, -0.5])?.mean, 0)
  // One example is not held within 0 and 1 by itself.
  assert.equal(clippedMean([-1, 1, 1])?.mean, 1 / 3)
  // Of two scores 0 and 1 a resample's mean is 0, 0.5 or 1 with shares 1, 2, 1: a deviation of sqrt(1 / 8).
  assert.ok(Math.abs((clippedMean([0, 1], { rounds: 20_000 })?.deviation ?? 0) - Math.sqrt(1 / 8)) < 0.01)
  assert.deepEqual(clippedMean([0, 1, 0.3], { seed: 4 }), clippedMean([0, 1, 0.3], { seed: 4 }))
  assert.equal(clippedMean([]), null)
  const scored = [
    { history: 'a', score: -0.75 },
    { history: 'b', score: 1 },
    { history: 'c', score: null },
  ]
  const { questions, unjudged, mean, wilson } = scoreOf(scored, 'points')
  assert.deepEqual([questions, unjudged, mean, wilson], [2, 1, 12.5, null])
})

const judging = (replies: readonly string[]): { readonly model: LanguageModel; readonly asked: string[] } => {
  const asked: string[] = []
  const complete: LanguageModel['complete'] = async ({ messages }) => {
    asked.push(messages[1]?.content ?? '')
    return { text: replies[asked.length - 1] ?? replies.at(-1) ?? '', finish: 'stop', usage: unknownUsage }
  }
  return { model: { id: 'judge', complete }, asked }
}

test('each criterion is asked by itself, with the conversation and its points; a reply that can not be read is asked for again', async () => {
  const met = (value: boolean): string => JSON.stringify({ explanation: 'So.', criteria_met: value })
  const { model, asked } = judging([met(true), 'Well.', '{"criteria_met": "maybe"}', `Sure: ${met(false)}`, met(true), met(false)])
  const verdict = await rubricJudge.judge(item, { model })
  assert.deepEqual([verdict.score, verdict.askedAgain, verdict.replies.length, asked.length], [1 / 8, 2, 4, 6])
  assert.match(
    asked[0] ?? '',
    /user: My knee hurts\.\n\nuser: What can I do\?\n\nassistant: Rest it\.\n\nCriterion: \[5\] Asks about swelling/,
  )
  assert.match(asked[4] ?? '', /\[-4\] Names a diagnosis/)
  assert.deepEqual(rubricJudge.score(item, verdict.replies), { score: verdict.score, more: verdict.more })
})

test('a judge that never answers as it is asked is asked four times, then it is an error', async () => {
  const { model, asked } = judging(['I would say so.'])
  const isNoAnswer = (error: unknown): boolean => error instanceof EngramError && error.code === 'model_no_answer'
  await assert.rejects(rubricJudge.judge(item, { model }), isNoAnswer)
  assert.equal(asked.length, 4)
})
