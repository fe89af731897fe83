import { isStopWord, stem, words } from '../lib/terms.ts'
import { isNumberWord } from './read-numbers.ts'
import { emptyWords } from './words/empty-words.ts'
import { equalWords } from './words/equal-words.ts'

const emptyKeys: ReadonlySet<string> = new Set([...emptyWords].map(word => stem(word)))

export interface ContentWord {
  readonly word: string
  /** As `terms` makes it: what a space counts its turns by. */
  readonly stem: string
  /** What it is compared by: the same for "kids" and "children". */
  readonly key: string
}

/** The words of a text that tell something, in order, with repeats: no grammar, no filler, no numbers. */
export function contentWords(text: string): readonly ContentWord[] {
  const into: ContentWord[] = []
  for (const word of words(text)) {
    if (isStopWord(word) || isNumberWord(word) || (word.length === 1 && word < '\u0250')) continue
    const found = stem(word)
    if (!emptyKeys.has(found)) into.push({ word, stem: found, key: keyOf(word) })
  }
  return into
}

const equalStems: ReadonlyMap<string, string> = new Map([...equalWords].map(([word, same]) => [stem(word), stem(same)]))

/** What a word is compared by. */
export function keyOf(word: string): string {
  const found = stem(word)
  return equalStems.get(found) ?? found
}

/** What all words of a text are compared by, grammar included. */
export function keysOf(text: string): ReadonlySet<string> {
  return new Set(words(text).map(keyOf))
}

/** Whether two keys are forms of one word, as far as their beginnings tell. */
export function sharesBeginning(left: string, right: string): boolean {
  const shorter = Math.min(left.length, right.length)
  if (shorter < 4) return false
  return left.startsWith(right) || right.startsWith(left) || (shorter >= 5 && left.slice(0, 5) === right.slice(0, 5))
}
