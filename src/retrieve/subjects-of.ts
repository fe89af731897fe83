import type { Memory, MemoryKind, Question, Span, Subject } from '../domain.ts'
import { parseTime } from '../lib/time/parse-time.ts'
import type { Passage } from './passage.ts'

/** Of two records of the same words the rarer kind says more. */
const rarity: Readonly<Record<MemoryKind, number>> = { procedural: 0, semantic: 1, episodic: 2 }

/**
 * What a found passage offers: the records drawn from it, without those whose words another one holds as well, or the passage itself where
 * nothing was recorded. Only of passages that are on offer.
 */
export function subjectsOf(passage: Passage, question: Question): readonly Subject[] {
  const { turn } = passage
  const { memories } = passage
  if (memories.length > 0) {
    const asked = memories.filter(({ body }) => question.kinds === null || question.kinds.includes(body.kind))
    return widest(asked).map(memory => ({ type: 'memory', memory }))
  }
  const source: Span = { turnId: turn.id, attachment: null, start: passage.start, end: passage.end }
  return [{ type: 'passage', speaker: turn.speaker, at: turn.at, text: passage.text, source }]
}

/** Within the question's own limits: whose words, known by when, of which kinds. Checked before anything is ranked, so that no limit costs a hit. */
export function offering(question: Question): (passage: Passage) => boolean {
  const { kinds } = question
  const isWithin = withinLimits(question)
  if (kinds !== null) return ({ turn, memories }) => isWithin(turn) && memories.some(({ body }) => kinds.includes(body.kind))
  // Asked of every passage of a small space.
  return hasNone(question) ? ({ text }) => text !== '' : ({ turn, text }) => isWithin(turn) && text !== ''
}

function hasNone({ speakers, asOf }: Question): boolean {
  return speakers === null && asOf === null
}

/** Whose words, known by when; what has no date is always known. */
export function withinLimits(question: Question): (said: { readonly speaker: string; readonly at: string | null }) => boolean {
  const { speakers, asOf } = question
  const limit = asOf === null ? null : instant(asOf)
  return ({ speaker, at }) => (speakers === null || speakers.includes(speaker)) && (at === null || limit === null || instant(at) <= limit)
}

/** The words that a subject rests on. */
export function sourcesOf(subject: Subject): readonly Span[] {
  return subject.type === 'memory' ? subject.memory.sources : [subject.source]
}

function instant(at: string): string {
  return parseTime(at)?.key ?? at
}

function widest(memories: readonly Memory[]): readonly Memory[] {
  if (memories.length < 2) return memories
  const ordered = [...memories].sort(
    (left, right) => width(right) - width(left) || rarity[left.body.kind] - rarity[right.body.kind] || (left.id < right.id ? -1 : 1),
  )
  const kept: Memory[] = []
  for (const memory of ordered) if (!kept.some(other => covers(other, memory))) kept.push(memory)
  return kept
}

function width({ sources }: Memory): number {
  return sources.reduce((sum, { start, end }) => sum + end - start, 0)
}

function covers(outer: Memory, inner: Memory): boolean {
  return inner.sources.every(span =>
    outer.sources.some(
      other => other.turnId === span.turnId && other.attachment === span.attachment && other.start <= span.start && other.end >= span.end,
    ),
  )
}
