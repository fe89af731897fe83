import type { History } from '../datasets/dataset.ts'

/** A question of LoCoMo with an answer that its evidence turns give, or that the makers of the set call wrong. */
export interface AnsweredQuestion {
  readonly question: string
  readonly answer: string
  readonly category: (typeof categories)[number]
  /** Ids of turns that exist. Never empty. */
  readonly evidence: readonly string[]
}

/** Answers of the others are not in the words of their evidence. */
const categories = ['multi-hop', 'temporal', 'single-hop', 'adversarial'] as const

/** In the order of the file. */
export function answeredQuestions({ turns, questions }: History): readonly AnsweredQuestion[] {
  const known = new Set(turns.map(({ id }) => id))
  return questions.flatMap(({ asked, gold }): readonly AnsweredQuestion[] => {
    const category = categories.find(name => name === gold.category)
    const evidence = gold.evidence.filter(id => known.has(id))
    // An adversarial question with a true answer is none: its answer says that there is none.
    const given = category === 'adversarial' ? (gold.answer === null ? gold.trap : null) : gold.answer
    if (category === undefined || given === null || evidence.length === 0) return []
    return [{ question: asked.text, answer: given.trim().replace(/\.+$/, '').trim(), category, evidence }]
  })
}
