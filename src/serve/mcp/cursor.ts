import { hash } from 'node:crypto'
import { z } from 'zod'
import { EngramError } from '../../errors.ts'

/** Where the next page begins, and the thing before it, by which the place is found again when others were added or forgotten meanwhile. */
export interface Place {
  readonly offset: number
  /** null where places do not move. */
  readonly after: string | null
}

const cursorSchema = z.tuple([z.string(), z.int().nonnegative(), z.string().nullable()])

/** Opaque to clients and short. It holds which request it continues, so that it can't be used with another. */
export function writeCursor(request: unknown, { offset, after }: Place): string {
  return Buffer.from(JSON.stringify([nameOf(request), offset, after === null ? null : nameOf(after)])).toString('base64url')
}

/** The index in the list of these ids, or at all events the offset, at which a reply goes on. From the start where there is no cursor. */
export function readCursor(request: unknown, cursor: string | undefined, ids: readonly string[] = []): number {
  if (cursor === undefined) return 0
  const parsed = cursorSchema.safeParse(parse(cursor))
  if (parsed.success && parsed.data[0] === nameOf(request)) {
    const [, offset, after] = parsed.data
    const before = ids[offset - 1]
    if (after === null || (before !== undefined && nameOf(before) === after)) return offset
    const found = ids.findIndex(id => nameOf(id) === after)
    return found === -1 ? Math.min(offset, ids.length) : found + 1
  }
  throw new EngramError(
    'bad_input',
    'cursor: expected one that a reply to this very request gave, with nothing else changed. Ask without it.',
    {
      field: 'cursor',
    },
  )
}

function nameOf(request: unknown): string {
  return hash('sha256', JSON.stringify(request)).slice(0, 12)
}

function parse(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString())
  } catch {
    // What is no JSON is no cursor: the schema refuses it.
    return null
  }
}
