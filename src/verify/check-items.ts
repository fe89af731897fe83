import { contentWords, sharesBeginning } from './content-words.ts'
import type { Finding } from './finding.ts'
import type { Sources } from './read-sources.ts'
import { genericKeys, type Statement } from './read-statement.ts'

const separators = /,(?!\d)|[;\n]|\b(?:and|or)\b/
const edges = /^[\s.:*•-]+|[\s.:*•-]+$/g

/** Items of a list of which neither the cited turns nor those near them hold any word: one made up among others that are there. English only. */
export function checkItems(
  { rest, question }: Statement,
  { citedKeys, nearKeys }: Sources,
  speakerKeys: ReadonlySet<string>,
): readonly Finding[] {
  const items = rest.split(separators)
  if (items.length < 2) return []
  const asked = new Set(contentWords(question).map(({ key }) => key))
  const held = (key: string): boolean =>
    genericKeys.has(key) ||
    citedKeys.has(key) ||
    nearKeys.has(key) ||
    asked.has(key) ||
    citedKeys.values().some(other => sharesBeginning(key, other))
  return items.flatMap((item): readonly Finding[] => {
    const words = contentWords(item).filter(({ key }) => !speakerKeys.has(key))
    if (words.length === 0 || words.some(({ key }) => held(key))) return []
    return [{ fault: `nothing of "${item.replace(edges, '')}" is in the cited words`, grave: false }]
  })
}
