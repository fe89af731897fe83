import type { Command } from 'commander'
import { addCompare } from '../bench/compare.ts'
import { addBenchExport } from '../bench/export.ts'
import { addGrade } from '../bench/grade.ts'
import { addReport } from '../bench/report.ts'
import { addRetrieval } from '../bench/retrieval.ts'
import { addRun } from '../bench/run.ts'
import { addTables } from '../bench/tables.ts'
import { addTokens } from '../bench/tokens.ts'
import { addVerify } from '../bench/verify.ts'

export function addBench(program: Command): void {
  const bench = program
    .command('bench')
    .summary('measurements on public benchmarks')
    .description('Measures on data sets that you name; none ships. Nothing of the gold side reaches the memory.')
    .addHelpText(
      'after',
      '\nExamples:\n  engram-r bench retrieval locomo --data locomo10.json\n  engram-r bench report runs/locomo --out report.html',
    )
  for (const add of [addRetrieval, addTokens, addRun, addTables, addReport, addGrade, addBenchExport, addCompare, addVerify]) add(bench)
}
