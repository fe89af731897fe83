import { functionWords } from '../../lib/words/function-words.ts'
import { seededRandom } from '../statistics/seeded-random.ts'
import type { JudgedAnswer } from './judge.ts'

/** Answers whose verdict is known beforehand: what a judge says of them tells what its verdicts on others are worth. */
export const probeNames = ['probe-gold', 'probe-wrong', 'probe-vague'] as const
export type ProbeName = (typeof probeNames)[number]

export const probesAbout: Readonly<Record<ProbeName, string>> = {
  'probe-gold': 'no system: the key itself as the answer. What a judge calls wrong here it rejects falsely',
  'probe-wrong': 'no system: the key of another question of the same category. What a judge calls right here it accepts falsely',
  'probe-vague': "no system: the question's own words and nothing that answers it. What a judge calls right here it accepts falsely",
}

export type ProbedQuestion = Pick<JudgedAnswer, 'question' | 'category' | 'gold' | 'abstains' | 'trap'> & { readonly id: string }

/** The answers by question id. The same questions and seed give the same answers. Where nothing is known, the right answer is to say so. */
export function makeProbes(questions: readonly ProbedQuestion[], seed = 1): ReadonlyMap<string, Readonly<Record<ProbeName, string>>> {
  const random = seededRandom(seed)
  return new Map(
    questions.map(question => {
      const { id, gold, abstains } = question
      const right = abstains || gold === null ? 'That was not mentioned.' : gold
      return [id, { 'probe-gold': right, 'probe-wrong': wrongAnswer(question, questions, random), 'probe-vague': vagueAnswer(question) }]
    }),
  )
}

function wrongAnswer({ category, gold, trap }: ProbedQuestion, questions: readonly ProbedQuestion[], random: () => number): string {
  if (trap !== null) return trap
  const others = questions.flatMap(other =>
    other.category === category && !other.abstains && other.gold !== null && !overlap(other.gold, gold ?? '') ? [other.gold] : [],
  )
  return others[Math.floor(random() * others.length)] ?? 'Something else altogether.'
}

/** "7 May" against "7 May 2023": the other might be right too. */
function overlap(one: string, other: string): boolean {
  const [left, right] = [one, other].map(text =>
    text
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, ' ')
      .trim(),
  )
  return left === undefined || right === undefined || left.includes(right) || right.includes(left)
}

function vagueAnswer({ question }: ProbedQuestion): string {
  const words = question.match(/[\p{L}\p{N}][\p{L}\p{N}'’-]*/gu) ?? []
  const topic = words.filter(word => !functionWords.has(word.toLowerCase()))
  return `It came up in what they said about ${topic.join(', ')}, in one way or another.`
}
