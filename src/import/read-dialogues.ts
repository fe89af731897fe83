import type { Turn } from '../domain.ts'
import { EngramError } from '../errors.ts'
import { parseTime } from '../lib/time/parse-time.ts'
import { createTurnIds, type NextTurnId } from '../lib/turn-id.ts'
import { toTurn } from '../lib/turn-input.ts'
import { createTurnBatcher, type TurnBatch } from './batch-turns.ts'
import { decodeText } from './decode-text.ts'
import { type Detected, detectFormat } from './detect-format.ts'
import type { DateOrder, DialogueFormat, FormatName } from './dialogue-format.ts'
import { type DialogueSource, sourcesAt } from './dialogue-source.ts'
import { formats } from './formats.ts'
import type { ImportEvent } from './import-event.ts'
import { peekText } from './peek-text.ts'

export interface ReadOptions {
  /** Default auto: what the content shows. */
  readonly format?: FormatName | 'auto' | undefined
  /** Instead of the file's name; before the names, with a slash, where the file holds several dialogues that it names itself. */
  readonly space?: string | undefined
  /** Day or month first, where WhatsApp's dates don't tell. */
  readonly dateOrder?: DateOrder | undefined
  /** The IANA zone that the dialogue was held in: added to its times that have none. */
  readonly zone?: string | undefined
}

/** Enough to reach past the questions that LoCoMo puts before its dialogues. */
const sniffedLength = 1024 * 1024

/**
 * Reads a file of dialogues, or a folder of BEAM chats, as turns ready for the log. The same content gives the same ids in the same order, so an
 * import that was stopped is run again. Throws `bad_file` or `unknown_format` where it can't go on; what was given out before stays good.
 */
export async function* readDialogues(path: string, options: ReadOptions = {}): AsyncGenerator<ImportEvent> {
  yield* readSources(await sourcesAt(path), options)
}

/** As readDialogues, for bytes from anywhere, standard input for one. */
export async function* readDialogueStream(source: DialogueSource, options: ReadOptions = {}): AsyncGenerator<ImportEvent> {
  yield* readSources([source], options)
}

interface Progress {
  bytesRead: number
  readonly bytesTotal: number | null
}

async function* readSources(sources: readonly DialogueSource[], options: ReadOptions): AsyncGenerator<ImportEvent> {
  checkZone(options.zone)
  const bytesTotal = sources.reduce(
    (sum: number | null, source) => (sum === null || source.bytesTotal === null ? null : sum + source.bytesTotal),
    0,
  )
  const progress: Progress = { bytesRead: 0, bytesTotal }
  const skipped = new Map<string, number>()
  let announced: FormatName | null = null
  for (const source of sources) {
    const { head, all } = await peekText(decodeText(counted(source.bytes, progress), source.file), sniffedLength)
    try {
      if (head.trim() === '')
        throw new EngramError('bad_file', `${source.file} is empty: expected a dialogue.`, { file: source.file, line: 1 })
      const { format, because } = chooseFormat(head, source, options)
      if (format.name !== announced) yield { type: 'format', format: format.name, because }
      announced = format.name
      const space = options.space === undefined || sources.length === 1 ? options.space : `${options.space}/${source.name}`
      yield* readSource({ source, text: all, format, space: space ?? null, progress, skipped }, options)
    } finally {
      await all.return()
    }
  }
  for (const [what, count] of skipped) yield { type: 'skipped', what, count }
}

interface OpenSource {
  readonly source: DialogueSource
  readonly text: AsyncIterable<string>
  readonly format: DialogueFormat
  readonly space: string | null
  readonly progress: Progress
  readonly skipped: Map<string, number>
}

async function* readSource(open: OpenSource, { dateOrder, zone }: ReadOptions): AsyncGenerator<ImportEvent> {
  const { source, text, format, space, progress, skipped } = open
  const { file, name } = source
  const batcher = createTurnBatcher()
  const nextIds = new Map<string, NextTurnId>()
  const turnsEvent = (batch: TurnBatch): ImportEvent => ({ type: 'turns', ...batch, ...progress })
  let broken: { readonly cause: unknown } | null = null
  try {
    for await (const item of format.read({ text, file, name, space, dateOrder: dateOrder ?? null })) {
      if (item.type === 'skipped') skipped.set(item.what, (skipped.get(item.what) ?? 0) + 1)
      else if (item.type === 'failure') yield { ...item, file }
      else if (item.type !== 'turn') yield item
      else {
        const nextId = nextIds.get(item.space) ?? createTurnIds()
        nextIds.set(item.space, nextId)
        const turn = checkedTurn(item.turn, { nextId, zone })
        if (typeof turn === 'string') yield { type: 'failure', file, line: item.line, reason: turn }
        else for (const batch of batcher.add(item.space, turn)) yield turnsEvent(batch)
      }
    }
  } catch (cause) {
    broken = { cause }
  }
  // Where the file breaks, all that came before is given out first.
  for (const batch of batcher.flush()) yield turnsEvent(batch)
  if (broken !== null) throw broken.cause
}

/** A turn, or what is wrong with it. */
function checkedTurn(input: unknown, { nextId, zone }: { nextId: NextTurnId; zone: string | undefined }): Turn | string {
  try {
    return toTurn(zone === undefined ? input : inZone(input, zone), 'turn', nextId)
  } catch (error) {
    if (error instanceof EngramError && error.code === 'bad_input') return error.message
    throw error
  }
}

function inZone(input: unknown, zone: string): unknown {
  if (typeof input !== 'object' || input === null || !('at' in input) || typeof input.at !== 'string') return input
  const at = input.at.trim()
  const time = parseTime(at)
  return time === null || time.minutes === null || time.zone !== null ? input : { ...input, at: `${at}[${zone}]` }
}

function checkZone(zone: string | undefined): void {
  if (zone === undefined || parseTime(`2000-01-01T00:00[${zone}]`) !== null) return
  const message = `zone: expected an IANA time zone such as Europe/Lisbon, got ${JSON.stringify(zone)}.`
  throw new EngramError('bad_input', message, { field: 'zone' })
}

function chooseFormat(head: string, source: DialogueSource, { format = 'auto' }: ReadOptions): Detected {
  if (format === 'auto') return detectFormat(head, source.file)
  const named = formats.find(({ name }) => name === format)
  if (named !== undefined) return { format: named, because: 'it was asked for' }
  const known = formats.map(({ name }) => name).join(', ')
  throw new EngramError('unknown_format', `There is no format ${JSON.stringify(format)}. Name one of auto, ${known}.`, { field: 'format' })
}

async function* counted(bytes: AsyncIterable<Uint8Array>, progress: Progress): AsyncGenerator<Uint8Array> {
  for await (const chunk of bytes) {
    progress.bytesRead += chunk.length
    yield chunk
  }
}
