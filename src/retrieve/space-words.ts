import type { Turn } from '../domain.ts'
import type { SpaceWords } from '../seams.ts'
import type { Partition } from './partition.ts'

/** Turns of the same session that give a turn its context: what "it" and "yes" mean stands there. */
const turnsBefore = 2
const turnsAfter = 1

/** What a verifier needs to know of a space, read from its partition. */
export function spaceWords(partition: Partition): SpaceWords {
  const { turns, speakers, lexical } = partition

  /** With the words that may be shown, captions among them. */
  function shown(place: number): Turn | [] {
    const turn = turns[place]
    if (turn === undefined) return []
    const text = [...partition.passagesOf(turn.id)].map(([, passage]) => passage.text).join(' ')
    return { ...turn, text, attachments: [] }
  }

  return {
    speakers: [...speakers],
    passages: lexical.size,
    passagesWith: stem => lexical.frequency(stem),
    around(turnIds) {
      const cited = new Set([...turnIds].flatMap(id => partition.placeOf(id) ?? []))
      const near = new Set<number>()
      for (const place of cited) {
        for (let other = place - turnsBefore; other <= place + turnsAfter; other++) {
          if (!cited.has(other) && turns[other]?.session === turns[place]?.session) near.add(other)
        }
      }
      const inOrder = (places: Iterable<number>): readonly Turn[] => [...places].sort((a, b) => a - b).flatMap(shown)
      return { cited: inOrder(cited), near: inOrder(near) }
    },
  }
}
