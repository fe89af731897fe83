/** Where the first of rising numbers that is at least `least` stands; past their end where there is none. */
export function firstFrom(numbers: Int32Array, least: number): number {
  let from = 0
  let to = numbers.length
  while (from < to) {
    const middle = (from + to) >> 1
    if ((numbers[middle] ?? 0) < least) from = middle + 1
    else to = middle
  }
  return from
}
