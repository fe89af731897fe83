import { readFile } from 'node:fs/promises'
import { packageFile } from '../package-file.ts'
import { readTokenTable } from '../token-table.ts'
import { createO200kCounter } from './count-tokens.ts'

const path = 'assets/o200k-ranks/ranks.bin'

let loading: Promise<(text: string) => number> | null = null

/** The counter with the table that comes with the package, read once. */
export function loadO200kCounter(): Promise<(text: string) => number> {
  loading ??= readFile(packageFile(path)).then(file => createO200kCounter(readTokenTable(file, path)))
  return loading
}
