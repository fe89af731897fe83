import Table from 'cli-table3'
import type { Command } from 'commander'
import { benchmarkNames } from '../../bench/datasets/dataset.ts'
import { openDataset } from '../../bench/datasets/open-dataset.ts'
import { type RecallFigures, type RetrievalRun, runRetrieval } from '../../bench/retrieval-run.ts'
import { readSystem, type SystemSettings } from '../../bench/systems/system-settings.ts'
import { connectModels } from '../../connect.ts'
import { EngramError } from '../../errors.ts'
import { openEngram } from '../../open.ts'
import { openMemoryStore } from '../../store/memory/memory-store.ts'
import { type GlobalOptions, settingsOf } from '../context.ts'
import { print, printJson } from '../output.ts'
import { createProgress } from '../progress.ts'
import { list } from '../question-options.ts'
import { dataOption, oneOf } from './dataset-arguments.ts'

interface RetrievalFlags {
  readonly data: string
  readonly ids?: string[]
  readonly without?: string[]
  readonly audit?: string
  readonly vary?: string
}

/** Those that say where the evidence is. */
const names = benchmarkNames.filter(name => name !== 'healthbench')

export function addRetrieval(bench: Command): void {
  bench
    .command('retrieval')
    .summary('evidence recall, no model needed')
    .description("The share of a question's gold evidence that the cards cite, by number of turns and by tokens.")
    .argument('<dataset>', names.join(', '))
    .addOption(dataOption())
    .option('--ids <list>', 'only these histories, as the file names them', list)
    .option('--without <list>', 'features to leave out, for ablations', list)
    .option('--vary <settings>', "of the preset, as kinds=episodic:per-bank=5:banks=kinds; see bench run's systems")
    .option('--audit <file>', "an errors.json of dial481/locomo-audit: recall by its evidence beside that of LoCoMo's key")
    .addHelpText('after', '\nExample:\n  engram-r bench retrieval beam --data chats/100K --without timeline --json')
    .action(async (name: string, flags: RetrievalFlags, command: Command) => {
      const options = command.optsWithGlobals<GlobalOptions>()
      const settings = await settingsOf(options)
      const { preset } = settings
      const { embedder } = await connectModels(settings)
      const { json = false, quiet = false } = options
      const progress = createProgress('Asking', { silent: json || quiet })
      const varied = flags.vary === undefined ? {} : variedRetrieval(preset, flags.vary)
      const dataset = openDataset(oneOf(names, name, 'dataset'), flags.data, {
        ids: flags.ids,
        captions: true,
        audit: flags.audit,
      })
      const run = await runRetrieval(dataset, {
        open: () =>
          openEngram({
            store: openMemoryStore(),
            preset,
            embedder,
            without: [...(flags.without ?? []), ...(varied.without ?? [])],
            variant: varied.variant,
          }),
        kinds: varied.kinds,
        onQuestion: (history, done, of) => progress.update(done, of, `history ${history}, ${done} of ${of} questions`),
      })
      progress.stop()
      if (json) printJson({ preset, ...(flags.vary !== undefined && { vary: flags.vary }), ...run })
      else print(describe(run))
    })
}

function describe(result: RetrievalRun): string {
  const columns = Object.keys(result.recall)
  const row = (recall: RecallFigures): string[] => Object.values(recall).map(value => value.toFixed(1))
  const table = new Table({ head: ['', 'questions', ...columns], style: { head: [], border: [], compact: true } })
  table.push(['all', result.questions, ...row(result.recall)])
  for (const [group, { questions, ...recall }] of Object.entries(result.byCategory)) table.push([group, questions, ...row(recall)])
  const { answerWords, searchMs, ingest, inputTokens, audited } = result
  if (audited !== null) table.push([`all, ${audited.changed} audited`, audited.questions, ...row(audited.recall)])
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

/** Settings that change what is found: how much of it is what is measured, and no model is asked. */
const ofRetrieval = ['kinds', 'per-bank', 'banks', 'search', 'without']

function variedRetrieval(preset: string, vary: string): SystemSettings {
  const other = vary.split(':').find(change => !ofRetrieval.includes(change.split('=')[0] ?? ''))
  if (other !== undefined)
    throw new EngramError('bad_input', `vary: retrieval depends on ${ofRetrieval.join(', ')}; got "${other}".`, { field: 'vary' })
  return readSystem(`${preset}:${vary}`).settings
}
