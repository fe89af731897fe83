/** So many spaces that are asked without a write between are kept. */
const mostKept = 10_000

/**
 * What was found at a stamp of the connection, by a key; empty again at the next stamp. Most questions come with no write between them, and to
 * hear from the tables that nothing is new would cost more than ranking.
 */
export function createWhileUnchanged<Value>(): (stamp: number) => Map<string, Value> {
  const kept = new Map<string, Value>()
  let keptAt: number | null = null
  return stamp => {
    if (keptAt !== stamp || kept.size >= mostKept) kept.clear()
    keptAt = stamp
    return kept
  }
}
