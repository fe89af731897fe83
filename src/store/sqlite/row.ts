import type { SQLOutputValue, StatementSync } from 'node:sqlite'
import { EngramError } from '../../errors.ts'

export type Row = Record<string, SQLOutputValue>
type Value = SQLOutputValue | undefined

/** For what is read thousands of rows at a time: its rows have their columns by number, which costs half of what names do. */
export function withNumberedColumns(statement: StatementSync): StatementSync {
  statement.setReturnArrays(true)
  return statement
}

export const text = (value: Value): string => (typeof value === 'string' ? value : wrongType('text', value))

export const textOrNull = (value: Value): string | null => (value === null ? null : text(value))

export const integer = (value: Value): number => (typeof value === 'number' ? value : wrongType('a number', value))

export const integerOrNull = (value: Value): number | null => (value === null ? null : integer(value))

export const bytes = (value: Value): Uint8Array => (value instanceof Uint8Array ? value : wrongType('bytes', value))

function wrongType(expected: string, value: Value): never {
  throw new EngramError('store_unusable', `The store holds ${typeof value} where ${expected} was expected. Restore an export.`)
}
