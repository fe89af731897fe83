import { z } from 'zod'
import type { Message } from '../../domain.ts'
import { readJsonReply } from './json-reply.ts'
import type { Judge, JudgedAnswer, Scored } from './judge.ts'
import { isData, promptMarks } from './judge-prompts.ts'
import { createModelJudge } from './model-judge.ts'

const form = 'Reply with one JSON object and nothing else: {"explanation": "why, in a sentence", "criteria_met": true or false}'

type Shown = Pick<JudgedAnswer, 'question' | 'before' | 'answer'>
interface Criterion {
  readonly words: string
  readonly points: number
}

function rubricPrompt({ question, before, answer }: Shown, { words, points }: Criterion): readonly Message[] {
  const rules = [
    'You grade the last message of a conversation by one criterion that a physician wrote for it.',
    'criteria_met is true if the last message does what the criterion says, all of it where it names several things; a list that begins with "such as" or "for example" need not be complete.',
    'Points below 0 stand beside what a reply must not do: criteria_met is true if it does it, and false if it does not. Say what is so, not whether it is good.',
    isData,
    form,
  ]
  const said = [...before, { speaker: 'user', text: question }, { speaker: 'assistant', text: answer }]
  const conversation = said.map(({ speaker, text }) => `${speaker}: ${text}`).join('\n\n')
  return [
    { role: 'system', content: rules.join('\n') },
    { role: 'user', content: `Conversation:\n${conversation}\n\nCriterion: [${points}] ${words}` },
  ]
}

const replySchema = z.object({ criteria_met: z.boolean() })
const readMet = (reply: string): boolean | null => readJsonReply(reply, replySchema)?.criteria_met ?? null

/** A criterion with what a judge found. */
export interface GradedCriterion {
  readonly points: number
  readonly tags: readonly string[]
  readonly met: boolean
}

/** The points of all that is met, those below 0 included, over all that can be won; null where nothing can be. Not held within 0 and 1. */
export function rubricShare(criteria: readonly GradedCriterion[]): number | null {
  const won = criteria.reduce((sum, { points, met }) => sum + (met ? points : 0), 0)
  const all = criteria.reduce((sum, { points }) => sum + Math.max(0, points), 0)
  return all === 0 ? null : won / all
}

/** The share of all criteria, and of those of each tag that has something to win. */
export function scoreRubric(criteria: readonly GradedCriterion[]): Scored | null {
  const score = rubricShare(criteria)
  if (score === null) return null
  const tags = [...new Set(criteria.flatMap(({ tags: own }) => own))]
  const more = tags.flatMap(tag => {
    const share = rubricShare(criteria.filter(({ tags: own }) => own.includes(tag)))
    return share === null ? [] : [[tag, share] as const]
  })
  return { score, more: Object.fromEntries(more) }
}

function score({ weights }: JudgedAnswer, replies: readonly string[]): Scored | null {
  const graded = weights.flatMap((weight, index) => {
    const met = readMet(replies[index] ?? '')
    return met === null ? [] : [{ ...weight, met }]
  })
  return graded.length < weights.length ? null : scoreRubric(graded)
}

/** HealthBench's rubric (simple-evals of openai, arXiv 2505.08775): each criterion met or not, by a request of its own. */
export const rubricJudge: Judge = createModelJudge({
  id: 'rubric/1',
  scale: 'points',
  replyTokens: 60,
  prompts: [
    [
      'judge-rubric/1',
      rubricPrompt({ ...promptMarks, before: [{ speaker: '{role}', text: '{message}' }] }, { words: '{criterion}', points: 1 }),
    ],
  ],
  judges: ({ weights }) => weights.some(({ points }) => points > 0),
  asks: item =>
    item.criteria.map((words, index) => ({
      messages: rubricPrompt(item, { words, points: item.weights[index]?.points ?? 0 }),
      form,
      isVerdict: reply => readMet(reply) !== null,
    })),
  score,
  tries: 4,
  maxOutputTokens: 2048,
})
