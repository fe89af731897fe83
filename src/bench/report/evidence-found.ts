import type { AnswerRow, QuestionRow } from '../run/run-rows.ts'

/** How much of the evidence that the key names stood before the model; unnamed: the key names none, or it is not known what was shown. */
export const evidenceStates = ['all', 'part', 'none', 'unnamed'] as const
export type EvidenceState = (typeof evidenceStates)[number]

/** Where a system shows everything it shows the evidence too. Evidence by session is found where any turn of that session is shown. */
export function evidenceFound(
  { evidence }: Pick<QuestionRow, 'evidence'>,
  { answer, shown }: Pick<AnswerRow, 'answer' | 'shown'>,
): EvidenceState {
  if (evidence.length === 0 || answer === null) return 'unnamed'
  if (shown === null) return 'all'
  const found = evidence.filter(id => shown.some(turn => isOf(turn, id))).length
  return found === 0 ? 'none' : found < evidence.length ? 'part' : 'all'
}

/** A turn is the evidence itself, or of the session that is: the ids of its turns are the session's with a number. */
const isOf = (turn: string, evidence: string): boolean =>
  turn === evidence || (/^_\d+$/.test(turn.slice(evidence.length)) && turn.startsWith(evidence))
