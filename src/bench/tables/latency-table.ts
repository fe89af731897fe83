import type { Latency, Measured, Quantiles, TimedAnswers } from './measured.ts'

interface PaperLatency {
  readonly search: Quantiles | null
  readonly total: Quantiles
}

/** Table 3, in seconds, by the system that stands for the setting. */
const paperLatency: Readonly<Record<string, Readonly<Record<string, PaperLatency>>>> = {
  locomo: {
    'full-context': { search: null, total: { p50: 7.89, p95: 17.16 } },
    paper: { search: { p50: 1.04, p95: 2.67 }, total: { p50: 2.56, p95: 7.43 } },
  },
  longmemeval: {
    'full-context': { search: null, total: { p50: 9.62, p95: 21.47 } },
    paper: { search: { p50: 0.72, p95: 1.18 }, total: { p50: 1.88, p95: 5.54 } },
  },
}

export interface LatencyTable {
  readonly title: string
  readonly rows: readonly { readonly system: string; readonly ours: Latency; readonly paper: PaperLatency | null }[]
}

/** Every system of a run beside the paper's two. Null where nothing was answered. */
export function latencyTable({ dataset, latency }: Measured): LatencyTable | null {
  if (latency === null) return null
  const rows = Object.entries(latency).map(([system, ours]) => ({ system, ours, paper: paperLatency[dataset]?.[system] ?? null }))
  return { title: `Table 3: latency in seconds, ${dataset}`, rows }
}

const columns = [
  'System',
  'answers',
  'search p50',
  'p95',
  'total p50',
  'p95',
  'cold p50',
  'p95',
  'n',
  'warm p50',
  'p95',
  'n',
  'input cached (%)',
  "paper's search p50",
  'p95',
  'total p50',
  'p95',
]

export function latencyMarkdown({ title, rows }: LatencyTable): string {
  const rule = columns.map((_, index) => (index === 0 ? ' --- |' : ' ---: |')).join('')
  const lines = rows.map(({ system, ours, paper }) => {
    const printed = paper === null ? ['-', '-', '-', '-'] : [...pair(paper.search, '-'), ...pair(paper.total, '-')]
    const cells = [
      system,
      ours.answers,
      ...pair(ours.search, 'n/a'),
      ...pair(ours.total, 'n/a'),
      ...parted(ours.cold),
      ...parted(ours.warm),
      ours.cached?.toFixed(1) ?? 'n/a',
      ...printed,
    ]
    return `| ${cells.join(' | ')} |`
  })
  return [`### ${title}`, [`| ${columns.join(' | ')} |`, `|${rule}`, ...lines].join('\n')].join('\n\n')
}

function pair(quantiles: Quantiles | null, unknown: string): readonly string[] {
  return quantiles === null ? [unknown, unknown] : [seconds(quantiles.p50), seconds(quantiles.p95)]
}

const parted = (timed: TimedAnswers | null): readonly string[] => [...pair(timed?.total ?? null, 'n/a'), String(timed?.answers ?? 'n/a')]

/** Search takes milliseconds: two digits that count. */
const seconds = (value: number): string => (value >= 1 ? value.toFixed(2) : value.toPrecision(2))
