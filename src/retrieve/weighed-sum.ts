import type { Column } from './column.ts'

export interface Weighed {
  readonly weight: number
  readonly values: Column
}

/** By passage: the sum of value x weight, in the order given. */
export function weighedSum(terms: readonly Weighed[], size: number): Float64Array {
  const sums = new Float64Array(size)
  for (const { weight, values } of terms) values.addTo(sums, weight, 0)
  return sums
}

/** Of so many passages at once: the sums, and what is looked up for them, stay in the processor's first cache. */
export const blockSize = 2048
const block = new Float64Array(blockSize)

/**
 * The same for a block of passages from `from` on, written over at the next call: for spaces whose sums would be too many to be kept. A caller goes
 * through the blocks in a loop and not by a callback, whose running sums the engine would keep in memory.
 */
export function weighedBlock(terms: readonly Weighed[], size: number, from: number): Float64Array {
  const sums = from + blockSize <= size ? block : block.subarray(0, size - from)
  sums.fill(0)
  for (const { weight, values } of terms) values.addTo(sums, weight, from)
  return sums
}
