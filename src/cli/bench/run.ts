import { type Command, InvalidArgumentError } from 'commander'
import { benchmarkNames, type Dataset } from '../../bench/datasets/dataset.ts'
import { openDataset } from '../../bench/datasets/open-dataset.ts'
import { judgeNames } from '../../bench/judges/open-judges.ts'
import { estimateRun } from '../../bench/run/estimate-run.ts'
import { type RunOutcome, runBenchmark } from '../../bench/run/run-benchmark.ts'
import type { RunPlan, RunScope } from '../../bench/run/run-plan.ts'
import { allSystemNames } from '../../bench/systems/open-system.ts'
import type { Settings } from '../../config.ts'
import { type GlobalOptions, settingsOf } from '../context.ts'
import { note, print, printJson } from '../output.ts'
import { createProgress } from '../progress.ts'
import { list, wholeNumber } from '../question-options.ts'
import { dataOption, oneOf } from './dataset-arguments.ts'
import { describeEstimate, describeRun } from './describe-run.ts'
import { planRun, type RunFlags, scopeOf } from './plan-run.ts'

export function addRun(bench: Command): void {
  bench
    .command('run')
    .summary('answers and judged results, with a model; can be stopped, gone on with, replayed and checked')
    .description(
      'Answers each question under each system, has each answer judged, and writes all of it into a folder that bench verify checks.\nThe same command goes on where it was stopped; nothing is paid for twice.',
    )
    .argument('<dataset>', benchmarkNames.join(', '))
    .addOption(dataOption())
    .requiredOption(
      '--systems <list>',
      `some of ${allSystemNames.join(', ')}, each also with settings as paper:k=10:citations=off; or addresses`,
      list,
    )
    .option('--model <id>', 'that answers (or ENGRAM_MODEL)')
    .option('--base-url <url>', 'of its OpenAI-compatible server, up to /v1 (or ENGRAM_BASE_URL; the key in ENGRAM_API_KEY)')
    .option('--judge <id>', 'a model that judges')
    .option('--judge-url <url>', 'of its server, if it is another (its key in ENGRAM_JUDGE_API_KEY)')
    .option('--judges <list>', `some of ${judgeNames.join(', ')}; by default those of the data set`, list)
    .option('--judge-runs <count>', 'verdicts of each judge that asks a model on each answer (default: 1)', wholeNumber)
    .option('--audit <file>', "an errors.json of dial481/locomo-audit: results by it beside those of LoCoMo's key")
    .option('--out <folder>', 'of the run (default: in runs/, named by what is run)')
    .option('--limit <count>', 'only the first questions', wholeNumber)
    .option('--ids <list>', 'only these histories, as the file names them', list)
    .option('--categories <list>', 'only questions of these categories', list)
    .option('--apart', "also LoCoMo's adversarial questions, which totals leave out")
    .option('--captions', "with the captions of LoCoMo's pictures, which the paper did not show")
    .option('--min-messages <count>', 'of HealthBench only rows of so many messages', wholeNumber)
    .option('--replay-only', 'from recorded answers alone: nothing is sent')
    .option('--dry-run', 'count requests and tokens, and the cost by the prices of --config; send nothing')
    .option('--max-tokens <count>', 'stop when so many were read and written', wholeNumber)
    .option('--max-cost <amount>', 'stop when so much was spent, by the prices of --config', amount)
    .addHelpText(
      'after',
      '\nExample:\n  engram-r bench run locomo --data locomo10.json \\\n    --systems full-context,paper,default --model gpt-oss-20b \\\n    --judge gpt-oss-120b --base-url http://127.0.0.1:8000/v1',
    )
    .action(async (name: string, flags: RunFlags, command: Command) => {
      const options = command.optsWithGlobals<GlobalOptions>()
      const { json = false, quiet = false } = options
      const dataset = openDataset(oneOf(benchmarkNames, name, 'dataset'), flags.data, flags)
      const scope = scopeOf(dataset, flags)
      const settings = await settingsOf(options)
      if (flags.dryRun) return await estimate(dataset, scope, { settings, json })
      process.exitCode = await run(dataset, await planRun(scope, flags, settings), { out: flags.out ?? null, json, quiet })
    })
}

async function estimate(
  dataset: Dataset,
  scope: RunScope,
  { settings: { prices }, json }: { settings: Settings; json: boolean },
): Promise<void> {
  const found = await estimateRun(dataset, scope)
  const { inputTokens, outputTokens } = found.total
  const cost = prices === undefined ? null : (inputTokens * prices.input + outputTokens * prices.output) / 1_000_000
  if (json) printJson({ ...found, cost })
  else print(describeEstimate(found, cost))
}

interface Shown {
  readonly out: string | null
  readonly json: boolean
  readonly quiet: boolean
}

/** Gives the exit code. */
async function run(dataset: Dataset, plan: RunPlan, { out, json, quiet }: Shown): Promise<number> {
  const interruption = catchInterrupt()
  const progress = createProgress('Running', { silent: json || quiet })
  const pace = createPace()
  try {
    const outcome = await runBenchmark(dataset, plan, {
      out,
      isInterrupted: interruption.caught,
      onProgress: (phase, done, of) => progress.update(done, of, `${done} of ${of} ${phase}${pace(phase, done, of)}`),
    })
    progress.stop()
    if (json) printJson(outcome)
    else print(describeRun(outcome, plan))
    return exitCodeOf(outcome)
  } finally {
    progress.stop()
    interruption.end()
  }
}

function amount(text: string): number {
  const value = Number(text)
  if (text.trim() !== '' && value > 0 && Number.isFinite(value)) return value
  throw new InvalidArgumentError('Expected a number above 0.')
}

/** The first Ctrl-C lets what was begun be finished and written, the second ends at once. */
function catchInterrupt(): { readonly caught: () => boolean; readonly end: () => void } {
  let caught = false
  const interrupt = (): void => {
    if (caught) process.exit(130)
    caught = true
    note('Stopping when what was asked is answered; Ctrl-C again to stop at once.')
  }
  process.on('SIGINT', interrupt)
  return { caught: () => caught, end: () => process.off('SIGINT', interrupt) }
}

/** Rate and time left, counted from the first call of a phase. */
function createPace(): (phase: string, done: number, of: number) => string {
  let start = { phase: '', done: 0, at: 0 }
  return (phase, done, of) => {
    if (phase !== start.phase) start = { phase, done, at: performance.now() }
    const perMinute = ((done - start.done) * 60_000) / (performance.now() - start.at)
    if (!(perMinute > 0)) return ''
    return `, ${perMinute.toFixed(1)} a minute, ${Math.ceil((of - done) / perMinute)} min left`
  }
}

/** More failed than a table can be read with. */
const mostFailed = 0.05

function exitCodeOf({ stopped, report }: RunOutcome): number {
  if (stopped === 'interrupted') return 130
  if (stopped !== null) return 3
  const systems = Object.keys(report.systems).length
  const { answers, verdicts } = report.failed
  const given = Math.max(1, report.questions * systems)
  const judged = Object.values(report.systems).flatMap(({ scores }) => Object.values(scores).map(({ all }) => all.questions + all.unjudged))
  const share = Math.max(
    answers / given,
    verdicts /
      Math.max(
        1,
        judged.reduce((sum, count) => sum + count, 0),
      ),
  )
  return share > mostFailed ? 3 : 0
}
