export interface RememberedOptions {
  /** Once it holds so many it begins anew. */
  readonly most: number
  /** Longer texts are worked out each time. */
  readonly longest: number
}

/** `make` of a text, kept for the next time: for readings of texts that come again and again and cost far more than a look-up. */
export function remembered<Value extends NonNullable<unknown>>(
  make: (text: string) => Value,
  { most, longest }: RememberedOptions,
): (text: string) => Value {
  const known = new Map<string, Value>()
  return text => {
    const before = known.get(text)
    if (before !== undefined) return before
    const value = make(text)
    if (text.length > longest) return value
    if (known.size >= most) known.clear()
    known.set(text, value)
    return value
  }
}
