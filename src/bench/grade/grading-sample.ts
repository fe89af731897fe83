import { createHmac } from 'node:crypto'
import { judgedItem } from '../run/judged-item.ts'
import { lookUpRun } from '../run/look-up-run.ts'
import type { ReadRun } from '../run/read-run.ts'
import type { QuestionRow } from '../run/run-rows.ts'
import { seededRandom } from '../statistics/seeded-random.ts'

export const gradingFormat = 'engram-r-grading/1'
export const labels = ['right', 'wrong', 'unsure'] as const
export type Label = (typeof labels)[number]

/** What a person grades by: the question, its key, and what was answered. Nothing of who answered, or of what a judge said. */
export interface GradingItem {
  readonly id: string
  readonly question: string
  readonly at: string | null
  readonly key: string | null
  /** The right reply is that it was never said. */
  readonly abstains: boolean
  readonly criteria: readonly string[]
  readonly answer: string
  readonly label: Label | null
  readonly note: string
}

export interface GradingSample {
  readonly format: typeof gradingFormat
  readonly seed: number
  /** How many questions were drawn. */
  readonly questions: number
  readonly items: readonly GradingItem[]
}

/** An item with what the file leaves out. */
export interface DrawnItem {
  readonly item: GradingItem
  readonly question: QuestionRow
  /** All that answered in these words. */
  readonly systems: readonly string[]
}

export interface DrawOptions {
  readonly seed: number
  /** At most so many. */
  readonly questions: number
}

/**
 * The same seed draws the same questions; every system's answer to each is graded, those in the same words once. Items stand in the order of
 * their ids, which are keyed hashes: neither their order nor their names say whose an answer is, to who has the file and not the run.
 */
export function drawItems(run: ReadRun, { seed, questions: most }: DrawOptions): readonly DrawnItem[] {
  const { systems, apart } = run.manifest.identity
  const { answer: answerOf } = lookUpRun(run)
  const open = run.questions.rows.filter(
    ({ category, gold, abstains, criteria }) => !apart.includes(category) && (gold !== null || abstains || criteria.length > 0),
  )
  const items = shuffled(open, seed)
    .slice(0, most)
    .flatMap(question => {
      const said = systems.flatMap(({ name }) => {
        const row = answerOf({ id: question.id, system: name })
        return row === null || row.answer === null ? [] : [{ name, words: judgedItem(question, row).answer }]
      })
      return [...Map.groupBy(said, ({ words }) => words)].map(([answer, by]): DrawnItem => {
        const { at, gold, abstains, criteria } = question
        const id = blindId(run, [seed, question.id, answer])
        const item = { id, question: question.question, at, key: gold, abstains, criteria, answer, label: null, note: '' }
        return { item, question, systems: by.map(({ name }) => name) }
      })
    })
  return items.toSorted((one, other) => (one.item.id < other.item.id ? -1 : 1))
}

export function gradingSample(run: ReadRun, options: DrawOptions): GradingSample {
  return { format: gradingFormat, ...options, items: drawItems(run, options).map(({ item }) => item) }
}

/** Keyed by a hash that stands in the run alone. */
function blindId({ questions }: ReadRun, parts: readonly (string | number)[]): string {
  return createHmac('sha256', questions.head).update(JSON.stringify(parts)).digest('hex').slice(0, 16)
}

function shuffled<Item>(items: readonly Item[], seed: number): readonly Item[] {
  const random = seededRandom(seed)
  return items
    .map(item => ({ item, place: random() }))
    .toSorted((one, other) => one.place - other.place)
    .map(({ item }) => item)
}
