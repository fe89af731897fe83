import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { pipeline, type Readable, type Transform } from 'node:stream'
import { createBrotliDecompress, createUnzip } from 'node:zlib'
import { listOf } from './list-of.ts'

const decoders: Readonly<Record<string, () => Transform>> = {
  gzip: createUnzip,
  'x-gzip': createUnzip,
  deflate: createUnzip,
  br: createBrotliDecompress,
}

/** How a body is compressed, from the inside out; null where that can not be undone here. */
export function knownCodings(headers: IncomingHttpHeaders): readonly string[] | null {
  const codings = listOf(headers['content-encoding']).filter(coding => coding !== 'identity')
  return codings.every(coding => Object.hasOwn(decoders, coding)) ? codings : null
}

/** The body of a reply as it was meant; as it came where that is not known. */
export function plainBody(reply: IncomingMessage): Readable {
  let body: Readable = reply
  for (const coding of knownCodings(reply.headers)?.toReversed() ?? []) {
    const decoder = decoders[coding]?.()
    // Whoever reads the last one is told what fails.
    if (decoder !== undefined) body = pipeline(body, decoder, () => {})
  }
  return body
}
