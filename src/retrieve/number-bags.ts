import { withRoom } from '../lib/with-room.ts'

/** Some numbers for each passage, in one array: an array of its own for each would take several times as much memory as the numbers. */
export interface NumberBags {
  /** Of the next passage. */
  add(numbers: ArrayLike<number>): void
  of(passage: number): Uint32Array
  keep(): KeptBags
}

/** To begin with again. */
export interface KeptBags {
  /** Of all passages, one after the other. */
  readonly numbers: Uint32Array
  /** By passage, where its numbers end. */
  readonly ends: Uint32Array
}

export const noBags: KeptBags = { numbers: new Uint32Array(), ends: new Uint32Array() }

export function createNumberBags({ numbers, ends: keptEnds }: KeptBags = noBags): NumberBags {
  let all = numbers.slice()
  const ends = Array.from(keptEnds)
  return {
    add(numbers) {
      const start = ends.at(-1) ?? 0
      const end = start + numbers.length
      all = withRoom(all, end, length => new Uint32Array(length))
      all.set(numbers, start)
      ends.push(end)
    },
    of: passage => all.subarray(ends[passage - 1] ?? 0, ends[passage] ?? 0),
    keep: () => ({ numbers: all.subarray(0, ends.at(-1) ?? 0), ends: Uint32Array.from(ends) }),
  }
}
