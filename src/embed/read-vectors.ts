import { z } from 'zod'
import { EngramError } from '../errors.ts'

const replySchema = z.looseObject({
  data: z.array(z.looseObject({ index: z.int().nullish(), embedding: z.union([z.array(z.number()), z.base64()]) })),
})
const hasData = z.looseObject({ data: z.array(z.unknown()) })

/**
 * The vectors of a reply of /embeddings by their `index`, or as they come where none has one; numbers, or little-endian floats in base64. Null for
 * a reply of something else, as an error.
 */
export function readVectors(
  reply: string,
  { who, count }: { readonly who: string; readonly count: number },
): readonly Float32Array[] | null {
  const value = parsed(reply)
  if (!hasData.safeParse(value).success) return null
  const { data: read, error } = replySchema.safeParse(value)
  if (read === undefined) {
    const issue = error.issues[0]
    throw new EngramError('bad_vector', `${who} sent what is no vector (${issue?.path.join('.')}: ${issue?.message}).`)
  }
  const { data } = read
  if (data.length !== count) throw new EngramError('bad_vector', `${who} sent ${data.length} vectors for ${count} texts.`)
  const ordered = data.every(({ index }) => index == null) ? data : data.toSorted((one, other) => (one.index ?? -1) - (other.index ?? -1))
  const misplaced = ordered.findIndex(({ index }, place) => index != null && index !== place)
  if (misplaced >= 0 || (ordered !== data && ordered.some(({ index }) => index == null))) {
    throw new EngramError(
      'bad_vector',
      `${who} sent vectors whose index does not say which text they are of (${data.map(({ index }) => index).join(', ')}).`,
    )
  }
  return ordered.map(({ embedding }) => (typeof embedding === 'string' ? fromBase64(embedding) : Float32Array.from(embedding)))
}

function fromBase64(text: string): Float32Array {
  const bytes = Buffer.from(text, 'base64')
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  return Float32Array.from({ length: Math.floor(bytes.length / 4) }, (_, index) => view.getFloat32(index * 4, true))
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
