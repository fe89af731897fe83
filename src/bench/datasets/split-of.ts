import type { BenchmarkName } from './dataset.ts'

export interface DatasetSize {
  readonly file: string
  readonly histories: number
  /** Of all histories. */
  readonly sessions: number
}

const rowsOfHealthBench: ReadonlyMap<number, string> = new Map([
  [5000, 'main'],
  [1000, 'hard'],
  [3671, 'consensus'],
])

/** Which part of the benchmark it is, by what is in it: sessions per history tell LongMemEval's oracle, S and M apart. Cleaned or not only the name tells. */
export function splitOf(name: BenchmarkName, { file, histories, sessions }: DatasetSize): string {
  switch (name) {
    case 'locomo':
      return histories === 10 ? 'all conversations' : `${histories} of 10 conversations`
    case 'longmemeval': {
      const each = sessions / Math.max(1, histories)
      return `${each < 15 ? 'oracle' : each < 200 ? 'S' : 'M'}, ${file.includes('cleaned') ? 'cleaned' : 'not named as cleaned'}`
    }
    case 'beam':
      return file
    case 'healthbench':
      return rowsOfHealthBench.get(histories) ?? `${histories} rows`
  }
}
