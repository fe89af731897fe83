import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import Table from 'cli-table3'
import { type Command, Option } from 'commander'
import { describeDataset } from '../../bench/describe-dataset.ts'
import { type DatasetName, datasetNames, readGoldQuestions } from '../../bench/gold-questions.ts'
import { type RecallFigures, runRetrieval } from '../../bench/retrieval-run.ts'
import { EngramError } from '../../errors.ts'
import { readDialogues } from '../../import/read-dialogues.ts'
import { type OpenEngram, openEngram } from '../../open.ts'
import { openMemoryStore } from '../../store/memory/memory-store.ts'
import { type GlobalOptions, settingsOf } from '../context.ts'
import { print, printJson } from '../output.ts'
import { createProgress } from '../progress.ts'
import { list } from '../question-options.ts'

interface RetrievalFlags {
  readonly data: string
  readonly ids?: string[]
  readonly without?: string[]
}

const tenant = 'bench'

export function addBench(program: Command): void {
  const bench = program
    .command('bench')
    .summary('measurements on public benchmarks')
    .description('Measures on data sets that you name; none ships. Nothing of the gold side reaches the memory.')
    .addHelpText('after', '\nExample:\n  engram-r bench retrieval locomo --data locomo10.json')
  bench
    .command('retrieval')
    .summary('evidence recall, no model needed')
    .description("The share of a question's gold evidence that the cards cite, by number of turns and by tokens.")
    .argument('<dataset>', datasetNames.join(', '))
    .addOption(new Option('--data <path>', 'the file, or the folder of a set of several').makeOptionMandatory())
    .option('--ids <list>', 'only these spaces', list)
    .option('--without <list>', 'features to leave out, for ablations', list)
    .addHelpText('after', '\nExample:\n  engram-r bench retrieval beam --data chats/100K --without timeline --json')
    .action(async (dataset: string, flags: RetrievalFlags, command: Command) => {
      const name = datasetNames.find(other => other === dataset)
      if (name === undefined)
        throw new EngramError('bad_input', `dataset: expected ${datasetNames.join(', ')}, got "${dataset}".`, { field: 'dataset' })
      const options = command.optsWithGlobals<GlobalOptions>()
      const { preset } = settingsOf(options)
      const { json = false, quiet = false } = options
      const memory = await openEngram({ store: openMemoryStore(), preset, without: flags.without })
      const wanted = (space: string): boolean => flags.ids === undefined || flags.ids.includes(space)
      const ingest = await ingestAll(memory, name, { path: flags.data, wanted })
      const questions = readGoldQuestions(name, flags.data).filter(({ space }) => wanted(space))
      const progress = createProgress('Asking', { silent: json || quiet })
      const onQuestion = (done: number): void => progress.update(done, questions.length, `${done} of ${questions.length} questions`)
      const result = await runRetrieval(memory, tenant, questions, { onQuestion })
      progress.stop()
      await memory.close()
      const full = { dataset: describeDataset(name, flags.data), preset, ...result, ingest }
      if (json) printJson(full)
      else print(describe(full))
    })
}

async function ingestAll(
  memory: OpenEngram,
  format: DatasetName,
  { path, wanted }: { readonly path: string; readonly wanted: (space: string) => boolean },
): Promise<{ readonly turns: number; readonly turnsPerSecond: number }> {
  const start = performance.now()
  let turns = 0
  for (const file of filesOf(format, path)) {
    for await (const event of readDialogues(file, { format })) {
      if (event.type !== 'turns' || !wanted(event.space)) continue
      turns += (await memory.space({ tenant, space: event.space }).remember(event.turns)).added
    }
  }
  return { turns, turnsPerSecond: Math.round((1000 * turns) / (performance.now() - start)) }
}

/** LongMemEval's histories may lie in a folder beside files of further questions, which hold none. */
function filesOf(format: DatasetName, path: string): readonly string[] {
  if (format !== 'longmemeval' || !statSync(path).isDirectory()) return [path]
  return readdirSync(path)
    .filter(name => !name.includes('questions'))
    .map(name => join(path, name))
}

function describe(
  result: Awaited<ReturnType<typeof runRetrieval>> & { readonly ingest: { readonly turns: number; readonly turnsPerSecond: number } },
): string {
  const columns = Object.keys(result.recall)
  const row = (recall: RecallFigures): string[] => Object.values(recall).map(value => value.toFixed(1))
  const table = new Table({ head: ['', 'questions', ...columns], style: { head: [], border: [], compact: true } })
  table.push(['all', result.questions, ...row(result.recall)])
  for (const [group, { questions, ...recall }] of Object.entries(result.byCategory)) table.push([group, questions, ...row(recall)])
  const { answerWords, searchMs, ingest, inputTokens } = result
  const answers =
    answerWords.tokens500 === null
      ? []
      : [`answer words in the cards: ${answerWords.tokens500}% at 500, ${answerWords.tokens1000}% at 1,000 tokens`]
  return [
    table.toString(),
    ...answers,
    `search p50 ${searchMs.p50} ms, p95 ${searchMs.p95} ms; ${ingest.turns} turns remembered at ${ingest.turnsPerSecond}/s`,
    `cards have ${inputTokens.perQuestion} tokens a question at the preset's own budget`,
  ].join('\n')
}
