import { hash } from 'node:crypto'
import type { AnswerRow, IngestRow, VerdictKey, VerdictRow } from './run-rows.ts'

/** The last answer of each question and system, by `answerKey`. */
export function latestAnswers(rows: readonly AnswerRow[]): Map<string, AnswerRow> {
  return new Map(rows.map(row => [answerKey(row), row]))
}

/** The last verdict of each judge, run and key on each answer, by `verdictKey`. */
export function latestVerdicts(rows: readonly VerdictRow[]): Map<string, VerdictRow> {
  return new Map(rows.map(row => [verdictKey(row), row]))
}

export function answerKey({ id, system }: { readonly id: string; readonly system: string }): string {
  return JSON.stringify([id, system])
}

export interface VerdictPlace {
  readonly id: string
  readonly system: string
  readonly judge: string
  /** The first where it is not given. */
  readonly run?: number
  /** The published one where it is not given. */
  readonly key?: VerdictKey
}

export function verdictKey({ id, system, judge, run = 1, key = 'published' }: VerdictPlace): string {
  return JSON.stringify([id, system, judge, run, key])
}

/** The last row of each system and dialogue, by `ingestKey`. */
export function latestIngest(rows: readonly IngestRow[]): Map<string, IngestRow> {
  return new Map(rows.map(row => [ingestKey(row), row]))
}

export function ingestKey({ system, space }: { readonly system: string; readonly space: string }): string {
  return JSON.stringify([system, space])
}

/** Names the words that a verdict is of. */
export function answerHash(answer: string): string {
  return hash('sha256', answer)
}
