import { formatAnchor } from '../lib/time/format-anchor.ts'
import type { TimeMention } from '../lib/time/resolve-times.ts'
import type { Stretch } from '../lib/words/stretch.ts'
import type { ReadStatement } from './read-passage.ts'

/** A passage as it was read: what it tells, and the times it speaks of, in order, both placed in the turn's text. */
export interface Passage {
  readonly text: string
  readonly statements: readonly ReadStatement[]
  readonly mentions: readonly TimeMention[]
}

const ended = /[\p{P}\p{S}\p{M}]$/u

/** Statements as one claim. One without a full stop gets it, so that two are not read as one; rows and list items keep their lines. */
export function writeClaim(passage: Passage, statements: readonly ReadStatement[]): string {
  let claim = ''
  let before: ReadStatement | null = null
  for (const statement of statements) {
    claim += (before === null ? '' : gapBetween(before, statement, claim)) + writeStatement(passage, statement)
    before = statement
  }
  return claim
}

function gapBetween(before: ReadStatement, statement: ReadStatement, claim: string): string {
  if (statement.item || statement.form !== 'prose') return '\n'
  // Chinese and Japanese put nothing between sentences.
  if (before.end === statement.start) return ''
  return ended.test(claim) ? ' ' : '. '
}

/** A statement in the speaker's own words, with the question it answers, where it needs one. */
export function writeStatement(passage: Passage, statement: ReadStatement, stretch: Stretch = statement): string {
  const words = writeWords(passage, stretch)
  return statement.asked === null || stretch.start > statement.start ? words : `${words} (asked: "${statement.asked.text}")`
}

/** The exact words of a stretch, each date beside its phrase: "I moved last year [= 2023]". */
function writeWords({ text, mentions }: Passage, { start, end }: Stretch): string {
  let written = ''
  let from = start
  for (const mention of mentions) {
    const note = mention.start < from || mention.end > end ? null : dateNote(mention)
    if (note === null) continue
    written += `${text.slice(from, mention.end)} [= ${note}]`
    from = mention.end
  }
  return written + text.slice(from, end)
}

/** The date in its shortest form; null where it is unknown, or the words say as much. */
function dateNote({ phrase, anchor }: TimeMention): string | null {
  if (anchor === null) return null
  const year = anchor.start.slice(0, 4)
  if (!phrase.includes(year)) return formatAnchor(anchor)
  const complete = anchor.precision === 'year' || anchor.precision === 'month' || /\d/.test(phrase.replace(year, ''))
  return complete ? null : formatAnchor(anchor)
}
