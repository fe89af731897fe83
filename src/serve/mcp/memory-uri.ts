/** Names and ids may hold anything: they stand percent-encoded, so that none can be taken for another part. */
export function memoryUri(space: string, ...parts: readonly string[]): string {
  return `memory://${[space, ...parts].map(part => encodeURIComponent(part.toWellFormed())).join('/')}`
}

/** One variable of a template as it was meant; null for what no `memoryUri` holds. */
export function readVariable(variable: string | readonly string[] | undefined): string | null {
  if (typeof variable !== 'string') return null
  try {
    return decodeURIComponent(variable)
  } catch {
    // A stray % names nothing.
    return null
  }
}
