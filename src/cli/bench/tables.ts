import { statSync } from 'node:fs'
import type { Command } from 'commander'
import { readRun } from '../../bench/run/read-run.ts'
import { compareTable } from '../../bench/tables/compare-table.ts'
import { ingestMarkdown, ingestTable } from '../../bench/tables/ingest-table.ts'
import { judgedMarkdown, judgedTables } from '../../bench/tables/judged-table.ts'
import { latencyMarkdown, latencyTable } from '../../bench/tables/latency-table.ts'
import { tablesOf } from '../../bench/tables/paper-numbers.ts'
import { readMeasured } from '../../bench/tables/read-measured.ts'
import { tableMarkdown } from '../../bench/tables/table-markdown.ts'
import { EngramError } from '../../errors.ts'
import type { GlobalOptions } from '../context.ts'
import { print, printJson } from '../output.ts'

export function addTables(bench: Command): void {
  bench
    .command('tables')
    .summary("the paper's tables with ours beside them")
    .description(
      "The paper's tables in its own shape, as Markdown, from runs, or from what bench tokens --json printed. What was not measured is n/a.",
    )
    .argument('<run...>', 'folders of bench run, or files of bench tokens --json')
    .addHelpText('after', '\nExample:\n  engram-r bench tables runs/locomo-gpt-oss-20b-1a2b3c4d longmemeval-tokens.json')
    .action((files: string[], _: unknown, command: Command) => {
      const { json = false } = command.optsWithGlobals<GlobalOptions>()
      const read = files.map(file => ({ file, measured: readMeasured(file) }))
      const latencies = read.flatMap(({ measured }) => latencyTable(measured) ?? [])
      const ingests = read.flatMap(({ measured }) => ingestTable(measured) ?? [])
      const judged = files.flatMap(file => (isFolder(file) ? judgedTables(readRun(file)) : []))
      const tables = read.flatMap(({ file, measured }) => {
        const own = tablesOf(measured.dataset)
        if (own.length > 0) return own.map(table => compareTable(table, measured))
        if (isFolder(file)) return []
        throw new EngramError('bad_input', `${file}: the paper has no table of ${measured.dataset}.`, { file })
      })
      if (json) printJson({ tables, judged, latencies, ingests })
      else {
        const parts = [
          ...tables.map(tableMarkdown),
          ...judged.map(judgedMarkdown),
          ...latencies.map(latencyMarkdown),
          ...ingests.map(ingestMarkdown),
        ]
        print(parts.join('\n\n'))
      }
    })
}

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false
