/** The value that a share of them, 0 to 1, does not exceed; the lower of two. 0 of none. */
export function quantile(values: readonly number[], share: number): number {
  return values.toSorted((left, right) => left - right)[Math.floor(share * (values.length - 1))] ?? 0
}
