import { writeFileSync } from 'node:fs'
import type { Command } from 'commander'
import type { Dataset } from '../../bench/datasets/dataset.ts'
import { openDataset } from '../../bench/datasets/open-dataset.ts'
import type { ReportedRun } from '../../bench/report/reported-run.ts'
import { readRun } from '../../bench/run/read-run.ts'
import { EngramError } from '../../errors.ts'
import type { GlobalOptions } from '../context.ts'
import { print, printJson } from '../output.ts'
import { createProgress } from '../progress.ts'

export function addReport(bench: Command): void {
  bench
    .command('report')
    .summary('runs as one page to read in a browser, without a network')
    .description(
      "One HTML file with all of it: tables beside the paper's, charts, every answer with its verdicts and evidence, judges, manifest.\nWith --data the words of the turns stand in it too: mind the data set's licence before you pass it on.",
    )
    .argument('<run...>', 'folders of bench run, of one data set')
    .requiredOption('--out <file>', 'the page')
    .option('--data <path>', 'the data set, for the words of the turns')
    .addHelpText('after', '\nExample:\n  engram-r bench report runs/locomo --data locomo10.json --out report.html')
    .action(async (paths: string[], { out, data }: { readonly out: string; readonly data?: string }, command: Command) => {
      const { json = false, quiet = false } = command.optsWithGlobals<GlobalOptions>()
      const runs = paths.map(readRun)
      const names = [...new Set(runs.map(({ manifest }) => manifest.identity.dataset.name))]
      const [name] = names
      if (name === undefined || names.length > 1)
        throw new EngramError('bad_input', `run: expected runs of one data set, got ${names.join(' and ')}.`, { field: 'run' })
      const dataset: Dataset | null = data === undefined ? null : openDataset(name, data)
      // Loaded only here: nothing else draws.
      const [{ reportRun }, { reportPage }] = await Promise.all([
        import('../../bench/report/reported-run.ts'),
        import('../../bench/report/report-page.ts'),
      ])
      const progress = createProgress('Reporting', { silent: json || quiet })
      const reported: ReportedRun[] = []
      for (const run of runs) {
        progress.update(reported.length, runs.length, run.path)
        reported.push(await reportRun(run, { dataset, several: runs.length > 1 }))
      }
      progress.stop()
      const page = reportPage(reported)
      writeFileSync(out, page)
      const bytes = Buffer.byteLength(page)
      const summaries = reported.map(({ name: run, tables, judged, latency, ingest, series, agreement, wrong }) => ({
        run,
        tables,
        judged,
        latency,
        ingest,
        series,
        agreement,
        wrong,
      }))
      if (json) printJson({ out, bytes, runs: summaries })
      else print(`${out}: ${(bytes / 1_000_000).toFixed(1)} MB, opens without a network.`)
    })
}
