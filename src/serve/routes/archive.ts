import { createRoute, z } from '@hono/zod-openapi'
import { EngramError } from '../../errors.ts'
import { readLines, tooLong } from '../../import/read-lines.ts'
import { cutOnFailure } from '../cut-on-failure.ts'
import type { Limits } from '../limits.ts'
import { importReceipt } from '../schemas/turn-input.ts'
import { type Api, always, checkRight, existingSpace, json, type RouteParts, spaceParam, whereMissing, withBody } from './route-parts.ts'

// Typed as any string: the types of routes take whatever has json in its name for JSON.
const lineType: string = 'application/x-ndjson'
const lineTypes: readonly string[] = [lineType, 'application/jsonl']
const lines = z.string().openapi('Archive', { description: 'An export: one JSON object a line.' })

export function addArchiveRoutes(api: Api, parts: RouteParts): void {
  const { engram, limits } = parts

  const exported = createRoute({
    method: 'get',
    path: '/api/export',
    summary: 'Everything, as JSON lines',
    description: 'The caller’s spaces, or one of them, whole: turns, records, vectors. It comes as it is read. Right: read.',
    request: { query: z.strictObject({ space: spaceParam.optional() }) },
    responses: { 200: { description: 'The lines.', content: { [lineType]: { schema: lines } } }, ...always, ...whereMissing },
  })
  api.openapi(exported, async context => {
    const caller = checkRight(context, 'read')
    const { space } = context.req.valid('query')
    if (space !== undefined) await existingSpace(parts, caller, space)
    const names = space === undefined ? await engram.spaceNames(caller.tenant) : [space]
    const archive = engram.export(names.map(name => ({ tenant: caller.tenant, space: name })))
    const reply = new Response(ReadableStream.from(inChunks(archive, parts)), { headers: { 'content-type': lineType } })
    return cutOnFailure(reply, context.env.outgoing)
  })

  const imported = createRoute({
    method: 'post',
    path: '/api/import',
    summary: 'Restore an export',
    description:
      'What is there already stays; the same export again adds nothing. It is stored as it comes: after an error what came before the line stays. Spaces of another tenant are refused. Right: admin.',
    request: { body: { required: true, content: { [lineType]: { schema: lines } } } },
    responses: { 200: json(importReceipt, 'What was restored, in turns.'), ...always, ...withBody },
  })
  api.openapi(imported, async context => {
    const { tenant } = checkRight(context, 'admin')
    const { body, headers } = context.req.raw
    const type = headers.get('content-type')?.split(';')[0]?.trim().toLowerCase() ?? ''
    if (!lineTypes.includes(type))
      throw new EngramError(
        'wrong_media_type',
        `The body is expected as ${lineTypes.join(' or ')}, got ${type === '' ? 'no content type' : type}.`,
      )
    const { added, duplicates, conflicts } = await engram.restore(linesOf(body ?? ReadableStream.from([]), limits), { tenant })
    return context.json({ added, duplicates, conflicts }, 200)
  })
}

/** In UTF-16 units: a line is small, and each write costs. */
const chunkLength = 65_536

/** What fails midway cuts the reply short: half an export must not look like one. */
async function* inChunks(archive: AsyncIterable<string>, { failed }: RouteParts): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder()
  let chunk = ''
  try {
    for await (const line of archive) {
      chunk += `${line}\n`
      if (chunk.length < chunkLength) continue
      yield encoder.encode(chunk)
      chunk = ''
    }
  } catch (error) {
    failed(error, 'GET /api/export')
    throw error
  }
  yield encoder.encode(chunk)
}

async function* linesOf(body: ReadableStream<Uint8Array>, limits: Limits): AsyncGenerator<string> {
  for await (const { text, number: line } of readLines(decode(body, limits))) {
    if (text === null) throw new EngramError('bad_file', `export:${line}: ${tooLong}.`, { file: 'export', line })
    yield text
  }
}

async function* decode(body: ReadableStream<Uint8Array>, { importBytes }: Limits): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let bytes = 0
  for await (const chunk of body) {
    bytes += chunk.length
    if (bytes > importBytes) throw new EngramError('too_large', `The import is larger than ${importBytes} bytes. What came before stays.`)
    yield decoder.decode(chunk, { stream: true })
  }
  yield decoder.decode()
}
