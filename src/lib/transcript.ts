import type { Turn } from '../domain.ts'

/**
 * One turn as it stands in a transcript, with the line that opens its session where it is the first. Each line ends in a newline, so that the
 * tokens of a transcript are the sum of those of its turns.
 */
export function transcriptOf(turn: Turn, before: Turn | null): string {
  return headingOf(turn, before) + lineOf(turn)
}

/** The line that opens a session; none within one. */
export function headingOf(turn: Turn, before: Turn | null): string {
  const opens = before === null || before.session !== turn.session || dayOf(before) !== dayOf(turn)
  return opens && turn.at !== null ? `[${turn.at.replace('T', ' ')}]\n` : ''
}

/** What is said, alone. Stores keep how many tokens it has: with another form of line their counts are wrong, and a migration must drop them. */
export function lineOf({ speaker, text, attachments }: Turn): string {
  const shared = attachments.flatMap(({ type, caption }) => (caption === null ? [] : [` [${type}: ${caption}]`])).join('')
  return `${speaker}: ${text}${shared}\n`
}

function dayOf(turn: Turn): string | null {
  return turn.at?.slice(0, 10) ?? null
}
