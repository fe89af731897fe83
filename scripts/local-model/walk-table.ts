import Table from 'cli-table3'
import { presets } from '../../src/config.ts'
import type { MeasuredRequest } from './chat-server.ts'
import type { AskedQuestion, Citing } from './walk.ts'

const head = [
  'preset',
  'cache',
  'asked',
  'answered',
  'input',
  'of it cached',
  'output',
  'to first token',
  'to the end',
  'waited',
  'cites',
  'valid',
  'supported',
  'abstained',
]

/** A row for each preset, cold and warm apart. Tokens are means of what the server counted, times p50 / p95 in seconds: the first two of the processor. */
export function walkTable(asked: readonly AskedQuestion[]): string {
  const table = new Table({ head: [...head], style: { head: [], border: [] } })
  for (const rows of Map.groupBy(asked, ({ preset, cold }) => `${preset} ${cold}`).values()) {
    const [first] = rows
    const sums = (pick: (request: MeasuredRequest) => number): readonly number[] =>
      rows.map(({ requests }) => requests.reduce((sum, request) => sum + pick(request), 0))
    table.push([
      first?.preset ?? '',
      first?.cold ? 'cold' : 'warm',
      rows.length,
      rows.filter(({ answered }) => answered !== null).length,
      mean(sums(({ promptTokens }) => promptTokens)),
      mean(sums(({ cachedTokens }) => cachedTokens)),
      mean(sums(({ completionTokens }) => completionTokens)),
      seconds(rows.flatMap(({ requests }) => requests.slice(0, 1).map(({ cpuMs }) => cpuMs.first))),
      seconds(sums(({ cpuMs }) => cpuMs.total)),
      seconds(rows.map(({ ms }) => ms)),
      share(rows, ({ cites }) => cites),
      share(rows, ({ valid }) => valid),
      share(rows, ({ supported }) => supported),
      rows.filter(({ answered }) => answered?.abstained).length,
    ])
  }
  return table.toString()
}

function mean(numbers: readonly number[]): string {
  return Math.round(numbers.reduce((sum, number) => sum + number, 0) / Math.max(1, numbers.length)).toLocaleString('en')
}

function seconds(milliseconds: readonly number[]): string {
  return [0.5, 0.95].map(share => (nearestRank(milliseconds, share) / 1000).toFixed(2)).join(' / ')
}

/** The least value that this share of them does not exceed: of three, the 95th percentile is the worst. */
function nearestRank(values: readonly number[], share: number): number {
  return values.toSorted((left, right) => left - right)[Math.ceil(share * values.length) - 1] ?? 0
}

/** Of the first replies, and of the final answers where that is another number. */
function share(rows: readonly AskedQuestion[], pick: (citing: Citing) => boolean | null): string {
  // Who isn't told to cite is not measured by it.
  if (rows.some(({ preset }) => presets[preset].prompt !== 'cited')) return '-'
  const percent = (citings: readonly Citing[]): string => {
    const picked = citings.map(pick)
    if (picked.length === 0 || picked.includes(null)) return '-'
    return `${Math.round((100 * picked.filter(one => one).length) / picked.length)}%`
  }
  const answers = rows.flatMap(({ answered }) => answered ?? [])
  const before = percent(answers.map(({ firstReply }) => firstReply))
  const after = percent(answers.map(({ final }) => final))
  return before === after || before === '-' ? after : `${before} → ${after}`
}
