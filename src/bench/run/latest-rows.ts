import { hash } from 'node:crypto'
import type { AnswerRow, VerdictRow } from './run-rows.ts'

/** The last answer of each question and system, by `answerKey`. */
export function latestAnswers(rows: readonly AnswerRow[]): Map<string, AnswerRow> {
  return new Map(rows.map(row => [answerKey(row), row]))
}

/** The last verdict of each judge on each answer, by `verdictKey`. */
export function latestVerdicts(rows: readonly VerdictRow[]): Map<string, VerdictRow> {
  return new Map(rows.map(row => [verdictKey(row), row]))
}

export function answerKey({ id, system }: { readonly id: string; readonly system: string }): string {
  return JSON.stringify([id, system])
}

export function verdictKey({ id, system, judge }: { readonly id: string; readonly system: string; readonly judge: string }): string {
  return JSON.stringify([id, system, judge])
}

/** Names the words that a verdict is of. */
export function answerHash(answer: string): string {
  return hash('sha256', answer)
}
