import { distance } from 'fastest-levenshtein'

/** Names that differ from the wanted one by case, or by at most two characters added, lost or changed; nearest first, three at most. */
export function nearNames(wanted: string, names: readonly string[]): readonly string[] {
  return names
    .map(name => ({ name, changes: distance(wanted.toLowerCase(), name.toLowerCase()) }))
    .filter(({ changes }) => changes <= 2)
    .sort((left, right) => left.changes - right.changes)
    .slice(0, 3)
    .map(({ name }) => name)
}
