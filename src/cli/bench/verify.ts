import type { Command } from 'commander'
import { openDataset } from '../../bench/datasets/open-dataset.ts'
import { readRun } from '../../bench/run/read-run.ts'
import { type Verification, verifyRun } from '../../bench/run/verify-run.ts'
import type { GlobalOptions } from '../context.ts'
import { print, printJson } from '../output.ts'

export function addVerify(bench: Command): void {
  bench
    .command('verify')
    .summary('works out again all that a run says, without a model')
    .description(
      'Checks every hash of a run, scores again what needs no model or has its reply, and recomputes every total.\nExit code 1 where anything comes out otherwise.',
    )
    .argument('<run>', 'the folder of a run')
    .option('--data <path>', 'the data set, to check that it is the one that was used')
    .option('--audit <file>', 'the audit that the run was made with, where it was made with one')
    .addHelpText('after', '\nExample:\n  engram-r bench verify runs/locomo-gpt-oss-20b-1a2b3c4d --data locomo10.json')
    .action(async (path: string, { data, audit }: { readonly data?: string; readonly audit?: string }, command: Command) => {
      const { json = false } = command.optsWithGlobals<GlobalOptions>()
      const run = readRun(path)
      const verification = await verifyRun(
        run,
        data === undefined ? null : openDataset(run.manifest.identity.dataset.name, data, { audit }),
      )
      if (!verification.ok) process.exitCode = 1
      if (json) printJson(verification)
      else print(describe(verification))
    })
}

const mostShown = 20

function describe({ ok, faults, checked }: Verification): string {
  const { questions, answers, verdicts, rescored, dataset } = checked
  const shown = faults.slice(0, mostShown).map(({ file, line, what }) => `${file}${line === null ? '' : `:${line}`}: ${what}`)
  return [
    ...shown,
    ...(faults.length > mostShown ? [`… and ${faults.length - mostShown} more`] : []),
    `${questions} questions, ${answers} answers, ${verdicts} verdicts; ${rescored} scored again; ${dataset ? 'the data set read again' : 'the data set not looked at: name it with --data'}.`,
    ok ? 'Everything follows from the rows.' : `${faults.length} faults.`,
  ].join('\n')
}
