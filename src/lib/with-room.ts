/** More than asked for, so that what grows by one each time is not copied each time. */
const growth = 1.5

/** An array of at least that length which holds what the given one held: itself where it is long enough. */
export function withRoom<Numbers extends { readonly length: number; set(from: Numbers): void }>(
  numbers: Numbers,
  length: number,
  make: (length: number) => Numbers,
): Numbers {
  if (length <= numbers.length) return numbers
  const longer = make(Math.ceil(length * growth))
  longer.set(numbers)
  return longer
}
