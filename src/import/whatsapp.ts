import { EngramError } from '../errors.ts'
import { isoClock } from './calendar.ts'
import { likelyOrder, provenOrder, readDate } from './date-order.ts'
import { type DateOrder, type DialogueContent, type DialogueFormat, type DialogueItem, soleSpace } from './dialogue-format.ts'
import { createTurnGatherer, type TurnGatherer } from './gather-turn.ts'
import { readLines, tooLong } from './read-lines.ts'
import { readWhatsappLine, readWhatsappWords, type WhatsappLine } from './whatsapp-line.ts'

/** A chat exported from WhatsApp, from Android or Apple phones. Times stay local to the phone. */
export const whatsapp: DialogueFormat = {
  name: 'whatsapp',
  about: 'a chat exported from WhatsApp: "12/31/23, 9:05 PM - Ana: words" or "[31.12.23, 21:05:10] Ana: words"',
  sniff({ lines }) {
    // "[2024-03-02 10:05] Ana: …" is what people write by hand.
    const isMessage = (line: WhatsappLine | null): boolean => line !== null && (line.style === 'android' || line.date.numbers[0] < 1000)
    return lines.some(line => isMessage(readWhatsappLine(line))) ? 'its lines are stamped as in WhatsApp exports' : null
  },
  read: readWhatsapp,
}

type RawLine =
  | { readonly type: 'message'; readonly line: number; readonly message: WhatsappLine }
  | { readonly type: 'more'; readonly line: number; readonly text: string | null }

async function* readWhatsapp(content: DialogueContent): AsyncGenerator<DialogueItem> {
  const gatherer = createTurnGatherer({ readWords: readWhatsappWords })
  const context = { space: soleSpace(content), gatherer }
  // Lines wait only until a date shows the order of day and month, which any two weeks of a chat do.
  let waiting: RawLine[] = []
  let order = content.dateOrder
  let messages = 0
  for await (const { number: line, text } of readLines(content.text)) {
    const message = text === null ? null : readWhatsappLine(text)
    const raw: RawLine = message === null ? { type: 'more', line, text } : { type: 'message', line, message }
    if (message !== null) messages += 1
    order ??= message === null ? null : provenOrder(message.date)
    waiting.push(raw)
    if (order === null) continue
    for (const each of waiting) yield* lineItems(each, { ...context, order })
    waiting = []
  }
  if (messages === 0) throw noMessages(content.file)
  if (waiting.length > 0) {
    order = orderOf(waiting, content.file)
    yield { type: 'note', note: `Dates were read ${order === 'dmy' ? 'day' : 'month'} first, as only that keeps them in order.` }
    for (const each of waiting) yield* lineItems(each, { ...context, order })
  }
  const last = gatherer.finish()
  if (last !== null) yield last
}

interface LineContext {
  readonly space: string
  readonly gatherer: TurnGatherer
  readonly order: DateOrder
}

function* lineItems(raw: RawLine, { space, gatherer, order }: LineContext): Generator<DialogueItem> {
  if (raw.type === 'more') {
    if (raw.text === null) yield { type: 'failure', line: raw.line, reason: tooLong }
    else if (gatherer.isOpen()) gatherer.add(raw.text)
    else if (raw.text.trim() !== '') yield { type: 'skipped', what: 'lines of no message' }
    return
  }
  const { line, message } = raw
  const date = readDate(message.date, order)
  const clock = isoClock(message.clock)
  const isReadable = date !== null && clock !== null
  const isTurn = isReadable && message.author !== null
  const before = isTurn
    ? gatherer.start({ space, speaker: message.author, text: message.text, at: `${date}T${clock}`, session: null, line })
    : gatherer.finish()
  if (before !== null) yield before
  if (!isReadable) {
    yield { type: 'failure', line, reason: `no such date and time, read ${order === 'dmy' ? 'day' : 'month'} first` }
  } else if (!isTurn) yield { type: 'skipped', what: 'lines of WhatsApp itself' }
}

function orderOf(lines: readonly RawLine[], file: string): DateOrder {
  const dates = lines.filter(line => line.type === 'message').map(({ message }) => message.date)
  const order = likelyOrder(dates)
  if (order !== null) return order
  const [first, second, third] = dates[0]?.numbers ?? []
  const message = `${file}: dates like ${first}/${second}/${third} could be day or month first, and none in the file tells. Say which: dateOrder dmy or mdy.`
  throw new EngramError('bad_file', message, { file, line: lines[0]?.line ?? 1 })
}

function noMessages(file: string): EngramError {
  const message = `${file}: no line is a WhatsApp message. Expected lines like "12/31/23, 9:05 PM - Ana: words"; export the chat as text again.`
  return new EngramError('bad_file', message, { file, line: 1 })
}
