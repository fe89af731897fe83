import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import Table from 'cli-table3'
import { type Command, InvalidArgumentError } from 'commander'
import { benchmarkNames, type Dataset } from '../../bench/datasets/dataset.ts'
import { openDataset } from '../../bench/datasets/open-dataset.ts'
import { judgeNames, judgeOf, usualJudges } from '../../bench/judges/open-judges.ts'
import { type RunOutcome, runBenchmark } from '../../bench/run/run-benchmark.ts'
import type { RunPlan } from '../../bench/run/run-plan.ts'
import { allSystemNames } from '../../bench/systems/open-system.ts'
import type { Settings } from '../../config.ts'
import { connectModels } from '../../connect.ts'
import { EngramError } from '../../errors.ts'
import { type GlobalOptions, settingsOf } from '../context.ts'
import { note, print, printJson } from '../output.ts'
import { createProgress } from '../progress.ts'
import { list, wholeNumber } from '../question-options.ts'
import { dataOption, oneOf } from './dataset-arguments.ts'

interface RunFlags {
  readonly data: string
  readonly systems: string[]
  readonly judge?: string
  readonly judges?: string[]
  readonly out?: string
  readonly limit?: number
  readonly ids?: string[]
  readonly apart?: true
  readonly captions?: true
  readonly replayOnly?: true
  readonly maxTokens?: number
  readonly maxCost?: number
}

/** Those whose answers are judged as a whole. */
const names = benchmarkNames.filter(name => name !== 'healthbench')

export function addRun(bench: Command): void {
  bench
    .command('run')
    .summary('answers and judged results, with a model; can be stopped, gone on with, replayed and checked')
    .description(
      'Answers each question under each system, has each answer judged, and writes all of it into a folder that bench verify checks.\nThe same command goes on where it was stopped; nothing is paid for twice.',
    )
    .argument('<dataset>', names.join(', '))
    .addOption(dataOption())
    .requiredOption('--systems <list>', `some of ${allSystemNames.join(', ')}`, list)
    .option('--model <id>', 'that answers (or ENGRAM_MODEL)')
    .option('--base-url <url>', 'of its OpenAI-compatible server, up to /v1 (or ENGRAM_BASE_URL; the key in ENGRAM_API_KEY)')
    .option('--judge <id>', 'a model of the same server that judges')
    .option('--judges <list>', `some of ${judgeNames.join(', ')}; by default those of the data set`, list)
    .option('--out <folder>', 'of the run (default: in runs/, named by what is run)')
    .option('--limit <count>', 'only the first questions', wholeNumber)
    .option('--ids <list>', 'only these histories, as the file names them', list)
    .option('--apart', "also LoCoMo's adversarial questions, which totals leave out")
    .option('--captions', "with the captions of LoCoMo's pictures, which the paper did not show")
    .option('--replay-only', 'from recorded answers alone: nothing is sent')
    .option('--max-tokens <count>', 'stop when so many were read and written', wholeNumber)
    .option('--max-cost <amount>', 'stop when so much was spent, by the prices of --config', amount)
    .addHelpText(
      'after',
      '\nExample:\n  engram-r bench run locomo --data locomo10.json --systems full-context,paper,default --model gpt-oss-20b --judge gpt-oss-120b --base-url http://127.0.0.1:8000/v1',
    )
    .action(async (name: string, flags: RunFlags, command: Command) => {
      const options = command.optsWithGlobals<GlobalOptions>()
      const { json = false, quiet = false } = options
      const dataset = openDataset(oneOf(names, name, 'dataset'), flags.data, { ids: flags.ids, captions: flags.captions })
      const plan = await planOf(dataset, flags, settingsOf(options))
      const interruption = catchInterrupt()
      const progress = createProgress('', { silent: json || quiet })
      const pace = createPace()
      try {
        const outcome = await runBenchmark(dataset, plan, {
          out: flags.out ?? null,
          isInterrupted: interruption.caught,
          onProgress: (phase, done, of) => progress.update(done, of, `${done} of ${of} ${phase}${pace(phase, done, of)}`),
        })
        progress.stop()
        process.exitCode = exitCodeOf(outcome)
        if (json) printJson(outcome)
        else print(describe(outcome))
      } finally {
        progress.stop()
        interruption.end()
      }
    })
}

async function planOf(dataset: Dataset, flags: RunFlags, given: Settings): Promise<RunPlan> {
  const { limit = null, apart = false, maxTokens = null, maxCost = null, out = 'runs/run', replayOnly = false } = flags
  const settings = {
    ...given,
    ...(replayOnly && { replayOnly }),
    modelCache: given.modelCache ?? join(dirname(out), 'responses.db'),
    temperature: given.temperature ?? 0,
  }
  const judges = (flags.judges ?? usualJudges(dataset.name)).map(judge => oneOf(judgeNames, judge, 'judges'))
  const needsModel = judges.some(judge => judgeOf(judge).hash !== null)
  if (needsModel && flags.judge === undefined)
    throw new EngramError('no_model', 'No model judges. Name one with --judge, or judge by rules alone with --judges f1,abstention.', {
      field: 'judge',
    })
  if (maxCost !== null && settings.prices === undefined)
    throw new EngramError('bad_config', 'prices: --max-cost needs the prices of the model, in the file of --config.', { field: 'prices' })
  const { model, answering } = await connectModels(settings)
  if (model === undefined || settings.baseUrl === undefined)
    throw new EngramError('no_model', 'No model answers. Name one with --model and --base-url.', { field: 'model' })
  const { host } = new URL(settings.baseUrl)
  const judging = needsModel ? (await connectModels({ ...settings, model: flags.judge })).model : undefined
  return {
    systems: flags.systems.map(system => oneOf(allSystemNames, system, 'systems')),
    judges,
    limit,
    apart,
    maxTokens,
    maxCost,
    asking: { ...answering, model },
    host,
    judging: judging === undefined ? null : { model: judging, host },
    version: versionOf(),
    concurrency: settings.concurrency ?? 4,
  }
}

function amount(text: string): number {
  const value = Number(text)
  if (text.trim() !== '' && value > 0 && Number.isFinite(value)) return value
  throw new InvalidArgumentError('Expected a number above 0.')
}

function versionOf(): string {
  const { version } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'))
  return String(version)
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

function describe({ path, report, stopped, failure, spent }: RunOutcome): string {
  const judges = Object.keys(Object.values(report.systems)[0]?.scores ?? {})
  const table = new Table({
    head: ['', 'answered', 'failed', ...judges, 'input tokens', 'reasoning tokens'],
    style: { head: [], border: [], compact: true },
  })
  const whole = (value: number | null): string => value?.toLocaleString('en-US') ?? 'n/a'
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
    ...(stopped === null ? [] : [why[stopped]]),
  ].join('\n')
}
