import type { AskedQuestion, BenchmarkQuestion, Dataset, Gold, History } from '../datasets/dataset.ts'
import { createManifestWriter, type Manifest } from '../datasets/manifest.ts'
import type { QuestionRow } from './run-rows.ts'

export interface SelectOptions {
  /** At most so many, the first of the file; null for all. */
  readonly limit: number | null
  /** Only those of these categories; null for all. */
  readonly categories: readonly string[] | null
  /** Also those of categories that totals leave out. */
  readonly apart: boolean
}

export interface Selection {
  readonly manifest: Manifest
  /** In the order of the file. */
  readonly questions: readonly { readonly history: string; readonly question: BenchmarkQuestion }[]
}

/** Reads all of the data set once, for what is asked and for its manifest. */
export async function selectQuestions(dataset: Dataset, { limit, categories, apart }: SelectOptions): Promise<Selection> {
  const manifest = createManifestWriter(dataset)
  const questions: { readonly history: string; readonly question: BenchmarkQuestion }[] = []
  for await (const history of dataset.histories()) {
    manifest.add(history)
    for (const question of history.questions) {
      if (questions.length === limit) break
      if (categories !== null && !categories.includes(question.gold.category)) continue
      if (apart || !dataset.apart.includes(question.gold.category)) questions.push({ history: history.name, question })
    }
  }
  return { manifest: await manifest.finish(), questions }
}

/** All that systems get of a history: no gold, no name of the file's. */
export interface AskedHistory extends Pick<History, 'space' | 'turns'> {
  readonly questions: readonly { readonly id: string; readonly asked: AskedQuestion }[]
}

/** Histories with the questions that were selected, as systems see them; reads no further than the last. */
export async function* askedHistories(dataset: Dataset, { questions: selected }: Selection): AsyncGenerator<AskedHistory> {
  const ids = new Set(selected.map(({ question }) => question.id))
  for await (const { space, turns, questions } of dataset.histories()) {
    if (ids.size === 0) return
    const chosen = questions.filter(({ id }) => ids.delete(id)).map(({ id, asked }) => ({ id, asked }))
    if (chosen.length > 0) yield { space, turns, questions: chosen }
  }
}

export function questionRow({ history, question: { id, asked, gold } }: Selection['questions'][number]): QuestionRow {
  return {
    id,
    history,
    category: gold.category,
    question: asked.text,
    at: asked.at,
    gold: gold.answer,
    abstains: gold.abstains,
    trap: gold.trap,
    criteria: gold.rubric.map(({ criterion }) => criterion),
    weights: gold.weighted ? gold.rubric.map(({ points, tags }) => ({ points, tags })) : [],
    tags: gold.tags,
    before: gold.before,
    evidence: gold.evidence,
    audit: auditOf(gold.audit),
  }
}

function auditOf(audit: Gold['audit']): QuestionRow['audit'] {
  if (audit === null) return null
  const { error, affectsAnswer, answer, evidence } = audit
  return { error, affectsAnswer, answer, evidence }
}
