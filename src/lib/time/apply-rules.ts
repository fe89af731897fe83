import type { TimeLanguage } from './time-language.ts'
import type { Reading, Reference } from './time-rule.ts'

/** What a rule made of characters [start, end). */
export interface TimeMatch {
  readonly start: number
  readonly end: number
  readonly reading: Reading
}

/** Which characters of a text have been read already. */
export interface Marks {
  readonly free: (start: number, end: number) => boolean
  readonly mark: (start: number, end: number) => void
}

export const marksOf = (text: string): Marks => {
  const marked = new Uint8Array(text.length)
  return {
    free: (start, end) => !marked.subarray(start, end).includes(1),
    mark: (start, end) => {
      marked.fill(1, start, end)
    },
  }
}

/** Every rule in turn over the whole text; a phrase belongs to the first that reads it. Not in text order. */
export const applyRules = (text: string, language: TimeLanguage, reference: Reference, marks: Marks): TimeMatch[] => {
  const matches: TimeMatch[] = []
  for (const { cue, rules } of language.sets) {
    if (!cue.test(text)) continue
    for (const { pattern, read } of rules) {
      pattern.lastIndex = 0
      for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
        const end = match.index + match[0].length
        if (!marks.free(match.index, end)) continue
        const relation = language.relationAt(text, match.index, end)
        const reading = read({ match, groups: match.groups ?? {}, reference, tense: tenseOf(text, language, relation, end) })
        if (reading === null) continue
        const start = marks.free(relation.start, end) ? relation.start : match.index
        marks.mark(start, end)
        if (reading === 'blocked' || relation.offset) continue
        matches.push({ start, end, reading: relation.type === null ? reading : { ...reading, relation: relation.type } })
      }
    }
  }
  return matches
}

/** What began at a time is past; what is due by one is to come, unless the words say otherwise. */
const tenseOf = (text: string, language: TimeLanguage, relation: { type: string | null; start: number }, end: number) => () => {
  if (relation.type === 'since') return 'past'
  const tense = language.tenseAround(text, relation.start, end)
  return relation.type === 'until' ? (tense ?? 'future') : tense
}
