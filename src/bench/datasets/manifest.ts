import { hash } from 'node:crypto'
import { basename } from 'node:path'
import { EngramError } from '../../errors.ts'
import type { BenchmarkName, Dataset, History } from './dataset.ts'
import { hashPath } from './hash-path.ts'
import { locomoCounts } from './locomo.ts'
import { splitOf } from './split-of.ts'

/** What exactly a run was on: equal manifests, equal questions. */
export interface Manifest {
  readonly name: BenchmarkName
  readonly file: string
  readonly bytes: number
  readonly sha256: string
  /** Which published file it is, by its hash; null for any other. */
  readonly known: string | null
  readonly split: string
  readonly histories: number
  readonly turns: number
  /** What was left out or changed by choice. */
  readonly filters: readonly string[]
  /** By the id in the file, with the first question's id: so that others can check whose names these are. Only those that occur. */
  readonly categories: readonly { readonly id: string; readonly name: string; readonly questions: number; readonly first: string }[]
  /** In order. */
  readonly questionIds: readonly string[]
  /** sha256 of the ids, one a line. */
  readonly questionsSha256: string
  /** What is odd in the file and what was made of it, with the places. */
  readonly irregularities: Readonly<Record<string, readonly string[]>>
}

const wholeLocomo = '79fa87e90f04081343b8c8debecb80a9a6842b76a7aa537dc9fdf651ea698ff4'
const knownFiles: ReadonlyMap<string, string> = new Map([[wholeLocomo, 'data/locomo10.json of snap-research/locomo']])

/** Gathers a manifest while the histories go by. */
export interface ManifestWriter {
  add(history: History): void
  /** Throws `bad_file` where the whole LoCoMo file does not give its published counts. */
  finish(): Promise<Manifest>
}

export function createManifestWriter(dataset: Dataset): ManifestWriter {
  const categoryNames = new Map([...dataset.categories].map(([id, name]) => [name, id]))
  const byCategory = new Map<string, string[]>()
  const questionIds: string[] = []
  const irregularities = new Map<string, string[]>()
  let histories = 0
  let turns = 0
  let sessions = 0
  return {
    add(history) {
      histories += 1
      turns += history.turns.length
      sessions += new Set(history.turns.map(({ session }) => session)).size
      for (const { id, gold } of history.questions) {
        questionIds.push(id)
        append(byCategory, gold.category, id)
      }
      for (const { what, where } of history.irregularities) append(irregularities, what, where)
    },
    async finish() {
      const { bytes, sha256 } = await hashPath(dataset.path)
      const file = basename(dataset.path)
      const names = [...new Set([...dataset.categories.values(), ...byCategory.keys()])].filter(name => byCategory.has(name))
      const categories = names.map(name => {
        const ids = byCategory.get(name) ?? []
        return { id: categoryNames.get(name) ?? name, name, questions: ids.length, first: ids[0] ?? '' }
      })
      if (sha256 === wholeLocomo && histories === 10) checkCounts(categories, dataset.path)
      return {
        name: dataset.name,
        file,
        bytes,
        sha256,
        known: knownFiles.get(sha256) ?? null,
        split: splitOf(dataset.name, { file, histories, sessions }),
        histories,
        turns,
        filters: dataset.filters,
        categories,
        questionIds,
        questionsSha256: hash('sha256', questionIds.join('\n')),
        irregularities: Object.fromEntries(irregularities),
      }
    },
  }
}

/** The published counts, or a named error: a loader that loses or renames questions must not go on. */
export function checkCounts(categories: readonly { readonly name: string; readonly questions: number }[], file: string): void {
  for (const [name, expected] of Object.entries(locomoCounts)) {
    const questions = categories.find(category => category.name === name)?.questions ?? 0
    if (questions === expected) continue
    throw new EngramError('bad_file', `${file}: expected ${expected} ${name} questions, as published, and read ${questions}.`, { file })
  }
}

function append(lists: Map<string, string[]>, key: string, value: string): void {
  const list = lists.get(key)
  if (list === undefined) lists.set(key, [value])
  else list.push(value)
}
