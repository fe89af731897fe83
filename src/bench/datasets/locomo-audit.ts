import { z } from 'zod'
import { EngramError } from '../../errors.ts'
import { evidenceIds } from './locomo-evidence.ts'
import { readItems } from './read-items.ts'

/** What an audit of the key says of a question. */
export interface Audit {
  /** As the audit calls it. */
  readonly error: string
  /** The answer is wrong, not only what is cited for it. */
  readonly affectsAnswer: boolean
  readonly answer: string
  readonly evidence: readonly string[]
}

export interface AuditedQuestion extends Audit {
  /** For checking that it is the same question. */
  readonly question: string
}

const citationOnly = 'WRONG_CITATION'

const errorSchema = z.object({
  question_id: z.string().regex(/^locomo_\d+_qa\d+$/),
  question: z.string(),
  error_type: z.string(),
  correct_answer: z.union([z.string(), z.number()]),
  correct_evidence: z.array(z.string()),
})

/** The samples of the published file in their order: the audit names them by their place. */
const samples = ['conv-26', 'conv-30', 'conv-41', 'conv-42', 'conv-43', 'conv-44', 'conv-47', 'conv-48', 'conv-49', 'conv-50']

/** An errors.json in the shape of dial481/locomo-audit, by the question's id: `conv-26#5`. Throws `bad_file` for anything else. */
export async function readLocomoAudit(path: string): Promise<ReadonlyMap<string, AuditedQuestion>> {
  const audited = new Map<string, AuditedQuestion>()
  for await (const { item } of readItems(path, errorSchema)) {
    const [, sample, index] = /^locomo_(\d+)_qa(\d+)$/.exec(item.question_id) ?? []
    const name = samples[Number(sample)]
    if (name === undefined)
      throw new EngramError('bad_file', `${path}: ${item.question_id}: LoCoMo has ten samples, 0 to 9.`, { file: path })
    audited.set(`${name}#${index}`, {
      question: item.question.trim(),
      error: item.error_type,
      affectsAnswer: item.error_type !== citationOnly,
      answer: String(item.correct_answer).trim(),
      evidence: evidenceIds(item.correct_evidence),
    })
  }
  return audited
}
