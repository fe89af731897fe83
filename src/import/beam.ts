import { z } from 'zod'
import { isoDate, monthNumber } from './calendar.ts'
import { type DialogueContent, type DialogueFormat, type DialogueItem, soleSpace, turnItem } from './dialogue-format.ts'
import { describeMismatch } from './mismatch.ts'
import { readJsonItems } from './read-json-items.ts'

const anchored = z.object({ time_anchor: z.string().nullish() })
const batchSchema = z.looseObject({ batch_number: z.union([z.number(), z.string()]).nullish(), turns: z.array(z.unknown()) })
const messageSchema = z.object({
  role: z.string(),
  content: z.string(),
  id: z
    .union([z.number(), z.string().min(1)])
    .transform(String)
    .nullish(),
})

/** BEAM: a chat is a list of batches of groups of messages; the longest chats put plans of batches around that. */
export const beam: DialogueFormat = {
  name: 'beam',
  about: 'a chat.json of the BEAM benchmark, or a folder of such chats; each chat is a space',
  sniff({ keys }) {
    const isBeam = [...keys].some(key => key.endsWith('.batch_number'))
    return isBeam ? 'it has numbered batches of turns, as in BEAM' : null
  },
  read: readBeam,
}

/** Only the first message of a batch is dated: its day holds for the batch, and goes on where a batch has none. */
interface Walk {
  readonly space: string
  readonly seen: Set<string>
  at: string | null
  batches: number
}

async function* readBeam(content: DialogueContent): AsyncGenerator<DialogueItem> {
  const walk: Walk = { space: soleSpace(content), seen: new Set(), at: null, batches: 0 }
  for await (const item of readJsonItems(content.text, content.file)) {
    if (item.type === 'failure') yield item
    else yield* plansIn(item.value, walk, [])
  }
}

/** Finds the batches in any nesting of lists and named plans. */
function* plansIn(value: unknown, walk: Walk, plans: readonly string[]): Generator<DialogueItem> {
  if (Array.isArray(value)) {
    for (const element of value) yield* plansIn(element, walk, plans)
    return
  }
  const batch = batchSchema.safeParse(value)
  if (batch.success) {
    walk.batches += 1
    const number = batch.data.batch_number ?? walk.batches
    yield* batchItems(batch.data, walk, [...plans, `batch-${number}`])
    return
  }
  if (typeof value !== 'object' || value === null) {
    yield { type: 'failure', line: null, reason: `${[...plans, 'the chat'].join(', ')}: expected batches {batch_number, turns}` }
    return
  }
  for (const [name, inner] of Object.entries(value)) {
    if (typeof inner === 'object' && inner !== null) yield* plansIn(inner, walk, [...plans, name])
  }
}

function* batchItems(batch: z.infer<typeof batchSchema>, walk: Walk, path: readonly string[]): Generator<DialogueItem> {
  walk.at = anchorOf(batch) ?? walk.at
  let group = 0
  for (const turns of batch.turns) {
    group += 1
    const session = `${path.join('-')}-group-${group}`
    for (const value of messagesIn(turns)) {
      walk.at = anchorOf(value) ?? walk.at
      yield messageItem(value, walk, { session, path })
    }
  }
}

function* messagesIn(value: unknown): Generator<unknown> {
  if (!Array.isArray(value)) yield value
  else for (const element of value) yield* messagesIn(element)
}

function messageItem(value: unknown, walk: Walk, { session, path }: { session: string; path: readonly string[] }): DialogueItem {
  const parsed = messageSchema.safeParse(value)
  if (!parsed.success) return { type: 'failure', line: null, reason: describeMismatch(parsed.error, session) }
  const { role, content, id = null } = parsed.data
  const text = role === 'user' ? withoutMarker(content) : content
  return turnItem(walk.space, { speaker: role, text, at: walk.at, id: uniqueId(id, walk, path), session }, null)
}

/** Plans may count anew: then the plan and batch tell equal numbers apart. */
function uniqueId(id: string | null, { seen }: Walk, path: readonly string[]): string | null {
  if (id === null) return null
  const unique = seen.has(id) ? `${path.join('-')}-${id}` : id
  seen.add(unique)
  return unique
}

const markerSign = '->->'
const longestMarker = 40

/** "… by then? ->-> 1,3": where the message came from when the data was made, not words of the user. */
function withoutMarker(content: string): string {
  const start = content.lastIndexOf(markerSign)
  const isMarker = start !== -1 && content.length - start <= longestMarker && !content.includes('\n', start)
  return isMarker ? content.slice(0, start).trimEnd() : content
}

function anchorOf(value: unknown): string | null {
  const [, month, day, year] = /^\s*(\p{L}+)[- ](\d{1,2})[-, ]+(\d{4})\s*$/u.exec(anchored.safeParse(value).data?.time_anchor ?? '') ?? []
  return isoDate(Number(year), monthNumber(month ?? '') ?? 0, Number(day))
}
