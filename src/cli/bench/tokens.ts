import Table from 'cli-table3'
import { type Command, InvalidArgumentError } from 'commander'
import { benchmarkNames } from '../../bench/datasets/dataset.ts'
import { openDataset } from '../../bench/datasets/open-dataset.ts'
import { checkSystem, systemNames } from '../../bench/systems/open-system.ts'
import { paperTokens } from '../../bench/tables/paper-tokens.ts'
import { runTokens, type TokenRun } from '../../bench/token-run.ts'
import type { GlobalOptions } from '../context.ts'
import { print, printJson } from '../output.ts'
import { createProgress } from '../progress.ts'
import { list } from '../question-options.ts'
import { dataOption, oneOf } from './dataset-arguments.ts'

interface TokenFlags {
  readonly data: string
  readonly systems?: string[]
  readonly ids?: string[]
  readonly captions?: true
  readonly minMessages?: number
}

export function addTokens(bench: Command): void {
  bench
    .command('tokens')
    .summary('input tokens of every system, no model needed')
    .description('The tokens of all that a model would be shown for each question: rules, evidence and question. None is called.')
    .argument('<dataset>', benchmarkNames.join(', '))
    .addOption(dataOption())
    .option('--systems <list>', `only these of ${systemNames.join(', ')}, each also with settings as paper:k=10`, list)
    .option('--ids <list>', 'only these histories, as the file names them', list)
    .option('--captions', "with the captions of LoCoMo's pictures, which the paper did not show")
    .option('--min-messages <count>', 'of HealthBench only rows of so many messages', count)
    .addHelpText('after', '\nExample:\n  engram-r bench tokens locomo --data locomo10.json --json > locomo-tokens.json')
    .action(async (name: string, flags: TokenFlags, command: Command) => {
      const { json = false, quiet = false } = command.optsWithGlobals<GlobalOptions>()
      const { data, ids, captions, minMessages } = flags
      const systems = (flags.systems ?? systemNames).map(system => checkSystem(system, systemNames, { addresses: false }))
      const progress = createProgress('Counting', { silent: json || quiet })
      const run = await runTokens(openDataset(oneOf(benchmarkNames, name, 'dataset'), data, { ids, captions, minMessages }), {
        systems,
        onQuestion: (history, done, of) => progress.update(done, of, `history ${history}, ${done} of ${of} prompts`),
      })
      progress.stop()
      const paper = paperTokens(run)
      if (json) printJson({ ...run, paper })
      else print(describe(run, paper))
    })
}

function count(text: string): number {
  const value = Number(text)
  if (Number.isInteger(value) && value > 0) return value
  throw new InvalidArgumentError('Expected a whole number above 0.')
}

function describe({ dataset, counted, questions, systems }: TokenRun, paper: ReturnType<typeof paperTokens>): string {
  const names = Object.keys(systems)
  const show = (value: number | undefined): string => value?.toLocaleString('en-US') ?? 'n/a'
  const table = new Table({ head: ['input tokens', 'questions', ...names], style: { head: [], border: [], compact: true } })
  const all = Object.values(systems)
  table.push(['all', show(questions), ...all.map(({ inputTokens }) => show(inputTokens))])
  table.push(['per question', '', ...all.map(({ perQuestion }) => show(perQuestion))])
  for (const { name } of dataset.categories) {
    const cells = all.map(({ byCategory }) => byCategory[name])
    if (cells.some(cell => cell !== undefined)) table.push([name, show(cells[0]?.questions), ...cells.map(cell => show(cell?.perQuestion))])
  }
  if (paper !== null) table.push(['the paper', '', ...names.map(name => show(paper[name]))])
  return [
    table.toString(),
    counted,
    `Rows of categories: tokens per question. ${dataset.split}; ${dataset.known ?? 'not a file whose hash is known'}.`,
    ...Object.entries(dataset.irregularities).map(([what, places]) => `${places.length} x ${what}`),
  ].join('\n')
}
