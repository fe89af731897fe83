/** What `make` gives, made when it is first asked for: some patterns take a millisecond to read, and a short command may need none of them. */
export function lazily<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | null = null
  return () => {
    made ??= { value: make() }
    return made.value
  }
}
