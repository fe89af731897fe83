import type { z } from '@hono/zod-openapi'
import { EngramError } from '../errors.ts'
import { faultText } from '../lib/fault-text.ts'
import { nearNames } from '../lib/near-names.ts'

const places: Readonly<Record<string, string>> = { json: 'the body', query: 'the query', param: 'the path', header: 'the headers' }

/** What a schema has against a request: the first fault, with the field that it is in. */
export function badRequest({ issues }: z.ZodError, target: string, input: unknown): EngramError {
  const place = places[target] ?? target
  const [issue] = issues
  if (issue === undefined) return new EngramError('bad_input', `${place} has the wrong shape.`)
  if (issue.code === 'unrecognized_keys') {
    const field = pathOf([...issue.path, ...issue.keys.slice(0, 1)])
    return new EngramError(
      'bad_input',
      `${field}: ${place} takes no such field. Leave it out, or correct its name; /docs lists the fields.`,
      { field },
    )
  }
  const field = pathOf(issue.path)
  return new EngramError('bad_input', `${field === '' ? place : field}: ${faultText(issue, input)}.${misspelt(issue, issues)}`, { field })
}

/** Where a field is missing, and one beside it that nobody knows is nearly its name. */
function misspelt({ path }: z.core.$ZodIssue, issues: readonly z.core.$ZodIssue[]): string {
  const unknown = issues.flatMap(issue =>
    issue.code === 'unrecognized_keys' && pathOf(issue.path) === pathOf(path.slice(0, -1)) ? issue.keys : [],
  )
  const [near] = nearNames(String(path.at(-1)), unknown)
  return near === undefined ? '' : ` There is ${JSON.stringify(near)}: correct its name.`
}

/** turns[3].at */
function pathOf(path: readonly PropertyKey[]): string {
  return path.reduce<string>(
    (text, part) => (typeof part === 'number' ? `${text}[${part}]` : `${text}${text === '' ? '' : '.'}${String(part)}`),
    '',
  )
}
