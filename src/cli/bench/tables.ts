import type { Command } from 'commander'
import { compareTable } from '../../bench/tables/compare-table.ts'
import { readMeasured } from '../../bench/tables/measured.ts'
import { tablesOf } from '../../bench/tables/paper-numbers.ts'
import { tableMarkdown } from '../../bench/tables/table-markdown.ts'
import { EngramError } from '../../errors.ts'
import type { GlobalOptions } from '../context.ts'
import { print, printJson } from '../output.ts'

export function addTables(bench: Command): void {
  bench
    .command('tables')
    .summary("the paper's tables with ours beside them")
    .description("The paper's tables in its own shape, as Markdown, from what bench tokens --json printed. What was not measured is n/a.")
    .argument('<run...>', 'files of bench tokens --json')
    .addHelpText('after', '\nExample:\n  engram-r bench tables locomo-tokens.json longmemeval-tokens.json')
    .action((files: string[], _: unknown, command: Command) => {
      const { json = false } = command.optsWithGlobals<GlobalOptions>()
      const tables = files.flatMap(file => {
        const measured = readMeasured(file)
        const own = tablesOf(measured.dataset)
        if (own.length > 0) return own.map(table => compareTable(table, measured))
        throw new EngramError('bad_input', `${file}: the paper has no table of ${measured.dataset} that can be filled without a model.`, {
          file,
        })
      })
      if (json) printJson({ tables })
      else print(tables.map(tableMarkdown).join('\n\n'))
    })
}
