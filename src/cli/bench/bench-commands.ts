import type { Command } from 'commander'
import { addCompare } from './compare.ts'
import { addBenchExport } from './export.ts'
import { addGrade } from './grade.ts'
import { addReport } from './report.ts'
import { addRetrieval } from './retrieval.ts'
import { addRun } from './run.ts'
import { addTables } from './tables.ts'
import { addTokens } from './tokens.ts'
import { addVerify } from './verify.ts'

/** In the order of the help. */
export const benchCommands: readonly ((bench: Command) => void)[] = [
  addRetrieval,
  addTokens,
  addRun,
  addTables,
  addReport,
  addGrade,
  addBenchExport,
  addCompare,
  addVerify,
]
