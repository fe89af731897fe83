import type { z } from '@hono/zod-openapi'
import { EngramError } from '../errors.ts'

const places: Readonly<Record<string, string>> = { json: 'the body', query: 'the query', param: 'the path', header: 'the headers' }

/** What a schema has against a request: the first fault, with the field that it is in. */
export function badRequest({ issues }: z.ZodError, target: string): EngramError {
  const place = places[target] ?? target
  const [issue] = issues
  if (issue === undefined) return new EngramError('bad_input', `${place} has the wrong shape.`)
  if (issue.code === 'unrecognized_keys') {
    const field = pathOf([...issue.path, ...issue.keys.slice(0, 1)])
    return new EngramError('bad_input', `${field}: ${place} takes no such field. Leave it out, or correct its name.`, { field })
  }
  const field = pathOf(issue.path)
  const message = issue.message.replace(/^Invalid input: /, '')
  return new EngramError('bad_input', `${field === '' ? place : field}: ${message}.`, { field })
}

/** turns[3].at */
function pathOf(path: readonly PropertyKey[]): string {
  return path.reduce<string>(
    (text, part) => (typeof part === 'number' ? `${text}[${part}]` : `${text}${text === '' ? '' : '.'}${String(part)}`),
    '',
  )
}
