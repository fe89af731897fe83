import type { Turn } from '../../domain.ts'

/**
 * The transcript of the paper's full-context baseline, as its token counts tell: for each session its date in the dataset's own spelling, a line
 * that opens the conversation, a line a turn; a blank line between sessions. A caption, where there is one, stands on a line of its own.
 */
export function paperTranscript(turns: readonly Turn[], writeTime: (at: string) => string): string {
  const sessions: Turn[][] = []
  for (const turn of turns) {
    const current = sessions.at(-1)
    if (current === undefined || current[0]?.session !== turn.session) sessions.push([turn])
    else current.push(turn)
  }
  return sessions.map(session => paperSession(session, writeTime)).join('\n\n')
}

function paperSession(turns: readonly Turn[], writeTime: (at: string) => string): string {
  const at = turns[0]?.at ?? null
  const lines = turns.flatMap(({ speaker, text, attachments }) => [
    `${speaker}: ${text}`,
    ...attachments.flatMap(({ caption }) => (caption === null ? [] : [` and shared ${caption}.`])),
  ])
  return [...(at === null ? [] : [`DATE: ${writeTime(at)}`]), 'CONVERSATION:', ...lines].join('\n')
}
