import type { Turn } from '../domain.ts'

/**
 * One turn as it stands in a transcript, with the line that opens its session where it is the first. Each line ends in a newline, so that the
 * tokens of a transcript are the sum of those of its turns.
 */
export function transcriptOf(turn: Turn, before: Turn | null): string {
  const opens = before === null || before.session !== turn.session || dayOf(before) !== dayOf(turn)
  const heading = opens && turn.at !== null ? `[${turn.at.replace('T', ' ')}]\n` : ''
  const shared = turn.attachments.flatMap(({ type, caption }) => (caption === null ? [] : [` [${type}: ${caption}]`])).join('')
  return `${heading}${turn.speaker}: ${turn.text}${shared}\n`
}

function dayOf(turn: Turn): string | null {
  return turn.at?.slice(0, 10) ?? null
}
