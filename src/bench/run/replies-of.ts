import type { VerdictRow } from './run-rows.ts'

/** What a model replied to each thing that a judge asked, in order; empty where none was asked. */
export function repliesOf({ reply, replies }: Pick<VerdictRow, 'reply' | 'replies'>): readonly string[] {
  return reply === null ? replies : [reply]
}
