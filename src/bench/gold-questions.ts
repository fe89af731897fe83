import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { readDataset } from './read-dataset.ts'

/** A question with what its benchmark says holds the answer. Only a scorer may see `evidence`, `group` and `answer`. */
export interface GoldQuestion {
  readonly space: string
  readonly text: string
  readonly at: string | null
  readonly group: string
  readonly evidence: readonly string[]
  /** What the evidence names. */
  readonly by: 'turn' | 'session'
  /** Null where the benchmark has none that could be found word for word. */
  readonly answer: string | null
}

export const datasetNames = ['locomo', 'longmemeval', 'beam'] as const
export type DatasetName = (typeof datasetNames)[number]

/** In the order of the file. Throws `bad_file` for what is not that data set. */
export function readGoldQuestions(dataset: DatasetName, path: string): readonly GoldQuestion[] {
  switch (dataset) {
    case 'locomo':
      return locomo(path)
    case 'longmemeval':
      return longmemeval(path)
    case 'beam':
      return beam(path)
  }
}

const locomoSchema = z.array(
  z.object({
    sample_id: z.string(),
    qa: z.array(
      z.object({
        question: z.string(),
        answer: z.union([z.string(), z.number()]).optional(),
        category: z.int(),
        evidence: z.array(z.string()),
      }),
    ),
  }),
)

/** Categories by number, checked by their counts in the whole set (282, 321, 96, 841); the adversarial fifth has no evidence to find. */
const locomoGroups: ReadonlyMap<number, string> = new Map([
  [1, 'multi-hop'],
  [2, 'temporal'],
  [3, 'open-domain'],
  [4, 'single-hop'],
])

function locomo(path: string): readonly GoldQuestion[] {
  return readDataset(path, locomoSchema).flatMap(({ sample_id, qa }) =>
    qa.flatMap(({ question, answer, category, evidence }): readonly GoldQuestion[] => {
      const group = locomoGroups.get(category)
      if (group === undefined) return []
      const quotable = answer !== undefined && group !== 'open-domain' ? String(answer) : null
      return [{ space: sample_id, text: question, at: null, group, evidence: evidenceIds(evidence), by: 'turn', answer: quotable }]
    }),
  )
}

/** LoCoMo's turn ids, each once. Several may stand in one string, zero-padded or with a stray colon. */
export function evidenceIds(evidence: readonly string[]): readonly string[] {
  return [...new Set([...evidence.join(' ').matchAll(/D:?(\d+):0*(\d+)/g)].map(([, session, turn]) => `D${session}:${turn}`))]
}

const longMemEvalItem = z.object({
  question_id: z.string(),
  question_type: z.string(),
  question: z.string(),
  question_date: z.string(),
  haystack_session_ids: z.array(z.string()),
  haystack_sessions: z.array(z.array(z.object({ has_answer: z.boolean().optional() }))),
})
/** Further questions on a history, whose evidence is known by session. */
const furtherQuestions = z.object({
  question_id: z.string(),
  questions: z.array(z.object({ question: z.string(), answer_session_ids: z.array(z.string()) })),
})
const longMemEvalSchema = z.array(z.union([longMemEvalItem, furtherQuestions]))

/** A folder is read as one set: histories, and further questions on them. */
function longmemeval(path: string): readonly GoldQuestion[] {
  const files = statSync(path).isDirectory() ? readdirSync(path).map(name => join(path, name)) : [path]
  return files.flatMap(file =>
    readDataset(file, longMemEvalSchema).flatMap((item): readonly GoldQuestion[] => {
      if ('questions' in item) {
        return item.questions.map(({ question, answer_session_ids }) => ({
          ...{ space: item.question_id, text: question, at: null, group: 'further', evidence: answer_session_ids },
          ...{ by: 'session' as const, answer: null },
        }))
      }
      // Turn ids as the importer gives them: session and place in it, from 1.
      const evidence = item.haystack_sessions.flatMap((session, index) =>
        session.flatMap(({ has_answer }, place) => (has_answer === true ? [`${item.haystack_session_ids[index]}_${place + 1}`] : [])),
      )
      const [, year, month, day, time] = item.question_date.match(/(\d{4})\/(\d\d)\/(\d\d) \(\w+\) (\d\d:\d\d)/) ?? []
      const at = year === undefined ? null : `${year}-${month}-${day}T${time}`
      return [{ space: item.question_id, text: item.question, at, group: item.question_type, evidence, by: 'turn', answer: null }]
    }),
  )
}

const beamSchema = z.record(z.string(), z.array(z.object({ question: z.string(), source_chat_ids: z.unknown().optional() })))

function beam(folder: string): readonly GoldQuestion[] {
  return readdirSync(folder)
    .toSorted((left, right) => Number(left) - Number(right))
    .flatMap(chat =>
      Object.entries(readDataset(join(folder, chat, 'probing_questions', 'probing_questions.json'), beamSchema)).flatMap(
        ([group, questions]) =>
          questions.map(({ question, source_chat_ids }): GoldQuestion => {
            const evidence = [...new Set(idsIn(source_chat_ids))]
            return { space: chat, text: question, at: null, group, evidence, by: 'turn', answer: null }
          }),
      ),
    )
}

/** Ids stand in lists, in objects of lists, as numbers or as the first number of a text. */
function idsIn(value: unknown): readonly string[] {
  if (typeof value === 'number') return [String(value)]
  if (typeof value === 'string') return value.match(/\d+/)?.slice(0, 1) ?? []
  if (typeof value === 'object' && value !== null) return Object.values(value).flatMap(idsIn)
  return []
}
