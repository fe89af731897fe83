import { z } from 'zod'
import type { Turn } from '../../domain.ts'
import { evidenceIds } from '../datasets/locomo-evidence.ts'
import { readDataset } from '../read-dataset.ts'

/** A question of LoCoMo with an answer that its evidence turns give, or that the makers of the set call wrong. */
export interface AnsweredQuestion {
  readonly question: string
  readonly answer: string
  readonly category: 'multi-hop' | 'temporal' | 'single-hop' | 'adversarial'
  /** Ids of turns that exist. Never empty. */
  readonly evidence: readonly string[]
}

const schema = z.array(
  z.object({
    sample_id: z.string(),
    qa: z.array(
      z.object({
        question: z.string(),
        answer: z.union([z.string(), z.number()]).optional(),
        adversarial_answer: z.string().optional(),
        category: z.int(),
        evidence: z.array(z.string()),
      }),
    ),
  }),
)

const categories: ReadonlyMap<number, AnsweredQuestion['category']> = new Map([
  [1, 'multi-hop'],
  [2, 'temporal'],
  [4, 'single-hop'],
  [5, 'adversarial'],
])

/** By sample, in the order of the file. Throws `bad_file` for what is not LoCoMo. */
export function readAnsweredQuestions(
  path: string,
  turnsOf: ReadonlyMap<string, readonly Turn[]>,
): ReadonlyMap<string, readonly AnsweredQuestion[]> {
  const samples = readDataset(path, schema).map(({ sample_id, qa }): [string, readonly AnsweredQuestion[]] => {
    const known = new Set(turnsOf.get(sample_id)?.map(({ id }) => id))
    const questions = qa.flatMap(({ question, answer, adversarial_answer, category, evidence }): readonly AnsweredQuestion[] => {
      const name = categories.get(category)
      const ids = evidenceIds(evidence).filter(id => known.has(id))
      // An adversarial question with a true answer is none: its answer says that there is none.
      const given = name === 'adversarial' ? (answer === undefined ? adversarial_answer : undefined) : answer
      if (name === undefined || given === undefined || ids.length === 0) return []
      return [{ question: question.trim(), answer: String(given).trim().replace(/\.+$/, '').trim(), category: name, evidence: ids }]
    })
    return [sample_id, questions]
  })
  return new Map(samples)
}
