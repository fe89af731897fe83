/** Some numbers for each passage, in one array: an array of its own for each would take several times as much memory as the numbers. */
export interface NumberBags {
  /** Of the next passage. */
  add(numbers: readonly number[]): void
  of(passage: number): Uint32Array
}

const growth = 1.5

export function createNumberBags(): NumberBags {
  let all = new Uint32Array(64)
  const ends: number[] = []
  return {
    add(numbers) {
      const start = ends.at(-1) ?? 0
      const end = start + numbers.length
      if (end > all.length) {
        const longer = new Uint32Array(Math.ceil(end * growth))
        longer.set(all)
        all = longer
      }
      all.set(numbers, start)
      ends.push(end)
    },
    of: passage => all.subarray(ends[passage - 1] ?? 0, ends[passage] ?? 0),
  }
}
