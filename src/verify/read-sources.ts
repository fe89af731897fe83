import type { CitedClaim } from '../seams.ts'
import { contentWords, keysOf } from './content-words.ts'
import { type ReadTurn, readTurn, wordsOf } from './read-turn.ts'

/** The words that a sentence cites, and those around them. */
export interface Sources {
  readonly cited: readonly ReadTurn[]
  readonly citedKeys: ReadonlySet<string>
  readonly nearKeys: ReadonlySet<string>
  /** Of all turns, cited and near. */
  readonly text: string
}

export function readSources({ cited, near }: CitedClaim): Sources {
  const read = cited.map(readTurn)
  const nearTexts = near.map(wordsOf)
  return {
    cited: read,
    citedKeys: new Set(read.flatMap(({ keys }) => [...keys])),
    nearKeys: keysOf(nearTexts.join('\n')),
    text: [...read.map(({ text }) => text), ...nearTexts].join('\n'),
  }
}

/** The words that speakers' names are made of. */
export function speakerKeysOf({ speakers }: CitedClaim): ReadonlySet<string> {
  return new Set(speakers.flatMap(speaker => contentWords(speaker).map(({ key }) => key)))
}
