import { beam } from './beam.ts'
import type { BenchmarkName, Dataset } from './dataset.ts'
import { healthbench } from './healthbench.ts'
import { locomo } from './locomo.ts'
import { longmemeval } from './longmemeval.ts'

export interface DatasetOptions {
  /** Only these histories, as the file names them; all by default. */
  readonly ids?: readonly string[] | undefined
  /** Of LoCoMo: systems see the captions of pictures. */
  readonly captions?: boolean | undefined
  /** Of LoCoMo: a file of what an audit found wrong in the key. */
  readonly audit?: string | undefined
  /** Of HealthBench: rows of fewer messages are left out. */
  readonly minMessages?: number | undefined
}

/** A benchmark at a path of the user's: none ships. Nothing is read before its histories are. */
export function openDataset(name: BenchmarkName, path: string, options: DatasetOptions = {}): Dataset {
  const { ids } = options
  const dataset = openWhole(name, path, options)
  if (ids === undefined) return dataset
  return {
    ...dataset,
    filters: [...dataset.filters, `only ${ids.join(', ')}`],
    async *histories() {
      for await (const history of dataset.histories()) if (ids.includes(history.name)) yield history
    },
  }
}

function openWhole(name: BenchmarkName, path: string, { captions = false, audit, minMessages = 1 }: DatasetOptions): Dataset {
  switch (name) {
    case 'locomo':
      return locomo(path, { captions, audit: audit ?? null })
    case 'longmemeval':
      return longmemeval(path)
    case 'beam':
      return beam(path)
    case 'healthbench':
      return healthbench(path, { minMessages })
  }
}
