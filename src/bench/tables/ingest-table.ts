import type { IngestCost, Measured } from './measured.ts'

export interface IngestTable {
  readonly title: string
  readonly rows: readonly IngestRowOf[]
}

export interface IngestRowOf {
  readonly system: string
  readonly ours: IngestCost
  /** Shared among the questions that were answered; null of none, or where the sum is. */
  readonly perQuestion: { readonly inputTokens: number | null; readonly outputTokens: number | null; readonly seconds: number | null }
}

/** What taking the dialogues in took, which the paper leaves out. Null where it is not known. */
export function ingestTable({ dataset, ingest }: Measured): IngestTable | null {
  if (ingest === null) return null
  const rows = Object.entries(ingest).map(([system, ours]): IngestRowOf => {
    const share = (sum: number | null): number | null => (sum === null || ours.questions === 0 ? null : sum / ours.questions)
    const { inputTokens, outputTokens, seconds } = ours
    return { system, ours, perQuestion: { inputTokens: share(inputTokens), outputTokens: share(outputTokens), seconds: share(seconds) } }
  })
  return { title: `Taking the dialogues in, ${dataset}`, rows }
}

const columns = [
  'System',
  'dialogues',
  'turns',
  'requests',
  'input tokens',
  'output tokens',
  'seconds',
  'per question: input',
  'output',
  'seconds',
]

export function ingestMarkdown({ title, rows }: IngestTable): string {
  const rule = columns.map((_, index) => (index === 0 ? ' --- |' : ' ---: |')).join('')
  const lines = rows.map(({ system, ours, perQuestion }) => {
    const own = [ours.dialogues, ours.turns, ours.calls, ours.inputTokens, ours.outputTokens].map(whole)
    const each = [whole(perQuestion.inputTokens), whole(perQuestion.outputTokens), digits(perQuestion.seconds)]
    return `| ${[system, ...own, digits(ours.seconds), ...each].join(' | ')} |`
  })
  return [`### ${title}`, [`| ${columns.join(' | ')} |`, `|${rule}`, ...lines].join('\n')].join('\n\n')
}

const whole = (value: number | null): string => (value === null ? 'n/a' : Math.round(value).toLocaleString('en-US'))
const digits = (value: number | null): string => (value === null ? 'n/a' : value >= 1 ? value.toFixed(1) : value.toPrecision(2))
