import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A question with what its benchmark says holds the answer. Only the scorer sees `evidence`, `group` and `answer`. */
export interface GoldQuestion {
  readonly space: string
  readonly text: string
  readonly at: string | null
  readonly group: string
  readonly evidence: readonly string[]
  /** What the evidence names. */
  readonly by: 'turn' | 'session'
  /** Null where the benchmark has none that can be found word for word. */
  readonly answer: string | null
}

export const datasetNames = ['locomo', 'longmemeval', 'beam'] as const
export type DatasetName = (typeof datasetNames)[number]

export function readGold(dataset: DatasetName, path: string, extra?: string): readonly GoldQuestion[] {
  switch (dataset) {
    case 'locomo':
      return locomo(path)
    case 'longmemeval':
      return [...longmemeval(path), ...(extra === undefined ? [] : longmemevalExtra(extra))]
    case 'beam':
      return beam(path)
  }
}

const read = (path: string): unknown => JSON.parse(readFileSync(path, 'utf8'))

interface LocomoSample {
  readonly sample_id: string
  readonly qa: readonly {
    readonly question: string
    readonly answer?: string | number
    readonly category: number
    readonly evidence: readonly string[]
  }[]
}

/** Categories by number and count (841, 282, 321, 96); the adversarial fifth has no evidence to find. */
const locomoGroups: Readonly<Record<number, string>> = { 1: 'multi-hop', 2: 'temporal', 3: 'open-domain', 4: 'single-hop' }

function locomo(path: string): readonly GoldQuestion[] {
  const samples = read(path) as readonly LocomoSample[]
  return samples.flatMap(({ sample_id, qa }) =>
    qa.flatMap(({ question, answer, category, evidence }): readonly GoldQuestion[] => {
      const group = locomoGroups[category]
      const ids = [...evidence.join(' ').matchAll(/D:?(\d+):0*(\d+)/g)].map(([, session, turn]) => `D${session}:${turn}`)
      const quotable = answer !== undefined && category !== 3 ? String(answer) : null
      return group === undefined
        ? []
        : [{ space: sample_id, text: question, at: null, group, evidence: [...new Set(ids)], by: 'turn', answer: quotable }]
    }),
  )
}

interface LongMemEvalItem {
  readonly question_id: string
  readonly question_type: string
  readonly question: string
  readonly question_date: string
  readonly haystack_session_ids: readonly string[]
  readonly haystack_sessions: readonly (readonly { readonly has_answer?: boolean }[])[]
}

/** Turn ids as the importer gives them: session and place in it, from 1. */
function longmemeval(path: string): readonly GoldQuestion[] {
  const items = read(path) as readonly LongMemEvalItem[]
  return items.map(({ question_id, question_type, question, question_date, haystack_session_ids, haystack_sessions }): GoldQuestion => {
    const evidence = haystack_sessions.flatMap((session, index) =>
      session.flatMap(({ has_answer }, place) => (has_answer === true ? [`${haystack_session_ids[index]}_${place + 1}`] : [])),
    )
    const [, year, month, day, time] = question_date.match(/(\d{4})\/(\d\d)\/(\d\d) \(\w+\) (\d\d:\d\d)/) ?? []
    return {
      space: question_id,
      text: question,
      at: `${year}-${month}-${day}T${time}`,
      group: question_type,
      evidence,
      by: 'turn',
      answer: null,
    }
  })
}

interface ExtraQuestions {
  readonly question_id: string
  readonly questions: readonly { readonly question: string; readonly answer_session_ids: readonly string[] }[]
}

/** Further questions on the same histories, whose evidence is known by session. */
function longmemevalExtra(path: string): readonly GoldQuestion[] {
  return (read(path) as readonly ExtraQuestions[]).flatMap(({ question_id, questions }) =>
    questions.map(
      ({ question, answer_session_ids }): GoldQuestion => ({
        space: question_id,
        text: question,
        at: null,
        group: 'extra',
        evidence: answer_session_ids,
        by: 'session',
        answer: null,
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

function beam(folder: string): readonly GoldQuestion[] {
  return readdirSync(folder)
    .toSorted((left, right) => Number(left) - Number(right))
    .flatMap(chat => {
      const abilities = read(join(folder, chat, 'probing_questions', 'probing_questions.json')) as Readonly<
        Record<string, readonly { readonly question: string; readonly source_chat_ids?: unknown }[]>
      >
      return Object.entries(abilities).flatMap(([group, questions]) =>
        questions.map(
          ({ question, source_chat_ids }): GoldQuestion => ({
            space: chat,
            text: question,
            at: null,
            group,
            evidence: [...new Set(idsIn(source_chat_ids))],
            by: 'turn',
            answer: null,
          }),
        ),
      )
    })
}
