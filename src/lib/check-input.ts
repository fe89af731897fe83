import type { Scope } from '../domain.ts'
import { EngramError } from '../errors.ts'
import type { Selection } from '../seams.ts'
import { parseTime } from './time/parse-time.ts'

// What callers without types, or with wrong ones, would else hear of from deep inside, or not at all: a text in the place of a list is a list of its letters.

export function badInput(field: string, expected: string, came: unknown): EngramError {
  return new EngramError('bad_input', `${field}: expected ${expected}, got ${shown(came)}.`, { field })
}

function shown(came: unknown): string {
  if (came instanceof Date) return 'a Date: give its toISOString()'
  // JSON has neither NaN nor 5n.
  if (typeof came === 'number' || typeof came === 'bigint') return String(came)
  return JSON.stringify(came) ?? typeof came
}

export function checkObject<Given>(field: string, expected: string, given: Given): NonNullable<Given> & object {
  if (typeof given === 'object' && given !== null) return given
  throw badInput(field, expected, given)
}

export function checkScope(given: Scope): Scope {
  const { tenant, space } = checkObject('scope', '{ tenant, space }', given)
  return { tenant: checkName('tenant', tenant), space: checkName('space', space) }
}

export function checkName(field: string, name: unknown): string {
  if (typeof name === 'string' && name.trim() !== '') return name
  throw badInput(field, 'a name that is not blank: no call goes without one', name)
}

export function checkId(field: string, id: unknown): string {
  if (typeof id === 'string') return id
  throw badInput(field, 'an id, which is a string', id)
}

export function checkTime(field: string, at: string | undefined): string | null {
  if (at === undefined) return null
  if (typeof at !== 'string' || parseTime(at) === null) throw badInput(field, 'an ISO 8601 date or time, as 2024-03-01T18:30', at)
  return at
}

export function checkList<Item extends string>(field: string, expected: string, list: readonly Item[]): readonly Item[] {
  const given: unknown = list
  if (Array.isArray(given) && given.every(item => typeof item === 'string')) return list
  throw badInput(field, `a list of ${expected}`, list)
}

export function checkCount(field: string, count: number): number {
  if (Number.isInteger(count) && count > 0) return count
  throw badInput(field, 'a whole number above 0', count)
}

export function checkSelection(selection: Selection): Selection {
  const given = checkObject('selection', '{ type: turns | memories | before | all, ... }', selection)
  switch (given.type) {
    case 'turns':
    case 'memories':
      return { type: given.type, ids: checkList('ids', 'ids', given.ids) }
    case 'before':
    case 'all':
      return given
    default:
      throw badInput('type', 'turns, memories, before or all', Object(given).type)
  }
}
