import type { z } from 'zod'

type Issue = z.core.$ZodIssue

/** What a schema has against a value, as 'expected at least 1 item, got 0', without the field. `input` is all that was checked. */
export function faultText(issue: Issue, input: unknown): string {
  const value = issue.path.reduce<unknown>((held, part) => (isObject(held) ? held[part] : undefined), input)
  const expected = expectedOf(issue)
  // A message of the schema's own says what came where it matters.
  return expected === null || expected.includes(', got ') ? (expected ?? issue.message) : `${expected}, got ${gotOf(issue, value)}`
}

function expectedOf(issue: Issue): string | null {
  if (!/^(?:Invalid|Too small|Too big)/.test(issue.message)) return issue.message.startsWith('expected ') ? issue.message : null
  switch (issue.code) {
    case 'invalid_type':
      return `expected ${nouns[issue.expected] ?? issue.expected}`
    case 'invalid_value':
      return `expected ${listed(issue.values.map(String))}`
    case 'invalid_union':
      return 'options' in issue && Array.isArray(issue.options) ? `expected ${listed(issue.options.map(String))}` : null
    case 'too_small':
      return `expected ${issue.inclusive === false ? 'more than' : 'at least'} ${measure(issue.minimum, issue.origin)}`
    case 'too_big':
      return `expected ${issue.inclusive === false ? 'less than' : 'at most'} ${measure(issue.maximum, issue.origin)}`
    default:
      return null
  }
}

const nouns: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
}
const units: Readonly<Record<string, string>> = { string: 'character', array: 'item', set: 'item' }

function measure(amount: number | bigint, origin: string): string {
  const unit = units[origin]
  return unit === undefined ? String(amount) : `${amount} ${unit}${Number(amount) === 1 ? '' : 's'}`
}

function gotOf(issue: Issue, value: unknown): string {
  const isOfSize = issue.code === 'too_small' || issue.code === 'too_big'
  if (isOfSize && (typeof value === 'string' || Array.isArray(value)) && value.length > 0) return String(value.length)
  return quote(value)
}

const listed = (names: readonly string[]): string =>
  names.length > 1 ? `${names.slice(0, -1).join(', ')} or ${names.at(-1)}` : (names[0] ?? 'nothing')

const isObject = (value: unknown): value is Readonly<Record<PropertyKey, unknown>> => typeof value === 'object' && value !== null

function quote(value: unknown): string {
  if (value === undefined) return 'nothing'
  const text = JSON.stringify(value) ?? typeof value
  return text.length > 80 ? `${text.slice(0, 80).toWellFormed()}…` : text
}
