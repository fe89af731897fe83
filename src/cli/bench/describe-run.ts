import Table from 'cli-table3'
import type { CallEstimate, RunEstimate } from '../../bench/run/estimate-run.ts'
import type { RunOutcome } from '../../bench/run/run-benchmark.ts'
import type { RunPlan } from '../../bench/run/run-plan.ts'
import { reportRemarks } from '../../bench/tables/report-remarks.ts'

const style = { head: [], border: [], compact: true }
const whole = (value: number | null): string => value?.toLocaleString('en-US') ?? 'n/a'

export function describeRun({ path, report, stopped, failure, spent }: RunOutcome, { asking, judging }: RunPlan): string {
  const judges = Object.keys(Object.values(report.systems)[0]?.scores ?? {})
  const table = new Table({
    head: ['', 'answered', 'failed', ...judges, 'input tokens', 'reasoning tokens'],
    style,
  })
  for (const [name, { answered, failed, scores, tokens }] of Object.entries(report.systems)) {
    const cells = judges.map(judge => {
      const { mean, wilson, bootstrap } = scores[judge]?.all ?? {}
      const interval = wilson ?? bootstrap
      return mean == null
        ? 'n/a'
        : `${mean.toFixed(1)}${interval == null ? '' : ` [${interval.low.toFixed(1)}, ${interval.high.toFixed(1)}]`}`
    })
    table.push([name, answered, failed, ...cells, whole(tokens.inputTokens), whole(tokens.reasoningTokens)])
  }
  const why = {
    interrupted: 'Stopped. The same command goes on from here.',
    tokens: 'Stopped at --max-tokens. The same command with more goes on from here.',
    cost: 'Stopped at --max-cost. The same command with more goes on from here.',
    failing: `Stopped: nothing succeeded any more. ${failure?.message ?? ''} The same command goes on from here.`,
  }
  const { answers, verdicts } = report.failed
  return [
    table.toString(),
    `${report.questions} questions in ${path}. Sent: ${spent.calls} requests, ${whole(spent.tokens)} tokens${spent.cost === null || spent.cost === 0 ? '' : `, at a cost of ${spent.cost.toFixed(4)}`}.`,
    ...(answers + verdicts > 0
      ? [`${answers} answers and ${verdicts} verdicts failed: they count for nothing here; the same command asks them again.`]
      : []),
    ...reportRemarks(report),
    ...(Object.keys(report.systems).some(name => name.startsWith('probe-'))
      ? [
          'Of probes: what a judge does not give probe-gold it rejects falsely, what it gives probe-wrong and probe-vague it accepts falsely.',
        ]
      : []),
    ...(judging?.model.id === asking.model.id ? ['The model judged its own answers.'] : []),
    ...(stopped === null ? [] : [why[stopped]]),
  ].join('\n')
}

/** `cost`: null where no prices are configured. */
export function describeEstimate({ questions, systems, judges, total, assumed }: RunEstimate, cost: number | null): string {
  const table = new Table({ head: ['', 'requests', 'input tokens', 'output tokens, assumed'], style })
  const row = (name: string, { calls, inputTokens, outputTokens }: CallEstimate): number =>
    table.push([name, whole(calls), whole(inputTokens), whole(outputTokens)])
  for (const [name, estimate] of Object.entries({ ...systems, ...judges })) row(name, estimate)
  row('all', total)
  return [
    table.toString(),
    `${questions} questions. Input is counted (o200k_harmony); of output ${assumed.answer} tokens an answer are assumed, and of verdicts what their form takes: a judge that reasons takes more. An answer that is mended takes a second request of about the same size. Nothing was sent.`,
    cost === null ? 'No prices are configured: see --config.' : `At the prices of --config: about ${cost.toFixed(2)}.`,
  ].join('\n')
}
