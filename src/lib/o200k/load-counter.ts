import { readFile } from 'node:fs/promises'
import { createO200kCounter } from './count-tokens.ts'
import { readRankTable } from './rank-table.ts'

/** From this file as from what it is built to: both lie three folders below the package. */
const path = new URL('../../../assets/o200k-ranks/ranks.bin', import.meta.url)

let loading: Promise<(text: string) => number> | null = null

/** The counter with the table that comes with the package, read once. */
export function loadO200kCounter(): Promise<(text: string) => number> {
  loading ??= readFile(path).then(file => createO200kCounter(readRankTable(file)))
  return loading
}
