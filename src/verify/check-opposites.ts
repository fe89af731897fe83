import { keyOf } from './content-words.ts'
import type { Finding } from './finding.ts'
import type { Sources } from './read-sources.ts'
import type { Statement } from './read-statement.ts'
import { opposites } from './words/opposites.ts'

const opposed = new Map<string, Map<string, string>>()
for (const [word, others] of opposites) {
  const known = opposed.get(keyOf(word)) ?? new Map<string, string>()
  for (const other of others) known.set(keyOf(other), other)
  opposed.set(keyOf(word), known)
}

/** A word that the cited turns don't hold while they hold its opposite. English only. */
export function checkOpposites({ words }: Statement, { citedKeys }: Sources): readonly Finding[] {
  return words.flatMap(({ word, key }): readonly Finding[] => {
    const others = citedKeys.has(key) ? undefined : opposed.get(key)
    const said = others?.entries().find(([other]) => citedKeys.has(other))?.[1]
    return said === undefined ? [] : [{ fault: `says "${word}" where the cited words say "${said}"`, grave: true }]
  })
}
