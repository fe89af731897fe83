import { mkdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Command, Option } from 'commander'
import { inspectLogs } from '../../bench/inspect/inspect-log.ts'
import { readRun } from '../../bench/run/read-run.ts'
import type { GlobalOptions } from '../context.ts'
import { print, printJson } from '../output.ts'

export function addBenchExport(bench: Command): void {
  bench
    .command('export')
    .summary('a run for the viewer of another harness: Inspect')
    .description("Writes one log a system, in Inspect's JSON, which `inspect view --log-dir FOLDER` opens. What is not known is left out.")
    .argument('<run>', 'the folder of a run')
    .addOption(new Option('--format <name>', 'whose').choices(['inspect']).default('inspect'))
    .requiredOption('--out <folder>', 'for the logs')
    .addHelpText('after', '\nExample:\n  engram-r bench export runs/locomo --format inspect --out logs')
    .action((path: string, { out }: { readonly out: string }, command: Command) => {
      const { json = false } = command.optsWithGlobals<GlobalOptions>()
      const run = readRun(path)
      // The manifest is written once, when a run is begun, the report when it ends.
      const written = (file: string): Date | null => statSync(join(path, file), { throwIfNoEntry: false })?.mtime ?? null
      const logs = inspectLogs(run, { begun: written('manifest.json') ?? new Date(0), ended: written('report.json') })
      mkdirSync(out, { recursive: true })
      const files = logs.map(({ file, log }) => {
        writeFileSync(join(out, file), `${JSON.stringify(log)}\n`)
        return join(out, file)
      })
      if (json) printJson({ files })
      else print(files.join('\n'))
    })
}
