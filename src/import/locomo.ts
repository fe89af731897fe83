import { z } from 'zod'
import { isoClock, isoDate, monthNumber } from './calendar.ts'
import { type DialogueContent, type DialogueFormat, type DialogueItem, namedSpace } from './dialogue-format.ts'
import { readParsedItems } from './read-parsed-items.ts'
import { sessionItems } from './session-items.ts'

const sampleSchema = z.object({ sample_id: z.string().min(1).nullish(), conversation: z.record(z.string(), z.unknown()) })

// `query` is what the picture was searched by when the data was made: it gives answers away and is never read.
const turnSchema = z.object({
  speaker: z.string(),
  dia_id: z.string().min(1),
  text: z.string(),
  img_url: z.union([z.string(), z.array(z.string())]).nullish(),
  blip_caption: z.string().nullish(),
})

/**
 * LoCoMo: a list of samples, each a space. Only what was said is read: observations, summaries and questions are derived from it. Texts stay as
 * they are, blank edges included, so that citations point into the published text.
 */
export const locomo: DialogueFormat = {
  name: 'locomo',
  about: 'the LoCoMo benchmark; each sample is a space',
  sniff({ keys }) {
    const isLocomo = ['', '[]'].some(top => keys.has(`${top}.conversation.speaker_a`) || keys.has(`${top}.qa[].evidence`))
    return isLocomo ? 'it has samples with a conversation and qa, as in LoCoMo' : null
  },
  read: readLocomo,
}

function readLocomo(content: DialogueContent): AsyncIterable<DialogueItem> {
  return readParsedItems(content, { schema: sampleSchema, noun: 'sample' }, ({ sample_id, conversation }, { number }) => {
    const id = sample_id ?? `conversation-${number}`
    return sampleItems(conversation, { space: namedSpace(content, id), place: id })
  })
}

function* sampleItems(conversation: Readonly<Record<string, unknown>>, context: { space: string; place: string }): Generator<DialogueItem> {
  for (const number of sessionNumbers(conversation)) {
    const id = `session_${number}`
    const date = conversation[`${id}_date_time`]
    const at = typeof date === 'string' ? parseSessionTime(date) : null
    const turns = conversation[id]
    yield* sessionItems({ id, at, turns: Array.isArray(turns) ? turns : [] }, context, { schema: turnSchema, turnOf })
  }
}

function turnOf({ speaker, text, dia_id, img_url, blip_caption }: z.infer<typeof turnSchema>) {
  const reference = (typeof img_url === 'string' ? img_url : img_url?.[0]) ?? null
  const caption = blip_caption ?? null
  const attachments = reference === null && caption === null ? [] : [{ type: 'image' as const, reference, caption }]
  return { speaker, text, id: dia_id, attachments }
}

/** Of the lists that exist: there are dates of sessions that don't. In order of number: session_2 before session_10. */
function sessionNumbers(conversation: Readonly<Record<string, unknown>>): readonly number[] {
  return Object.keys(conversation)
    .filter(key => Array.isArray(conversation[key]))
    .map(key => /^session_(\d+)$/.exec(key)?.[1])
    .filter(digits => digits !== undefined)
    .map(Number)
    .sort((a, b) => a - b)
}

const sessionTime = /^\s*(\d{1,2}):(\d{2})\s*([ap]m)\s+on\s+(\d{1,2})\s+(\p{L}+),?\s+(\d{4})\s*$/iu

/** "1:56 pm on 8 May, 2023" -> 2023-05-08T13:56, without a zone. */
function parseSessionTime(text: string): string | null {
  const [, hour, minute, meridiem, day, month, year] = sessionTime.exec(text) ?? []
  const date = isoDate(Number(year), monthNumber(month ?? '') ?? 0, Number(day))
  const clock = isoClock({ hour: Number(hour), minute: Number(minute), meridiem })
  return date === null || clock === null ? null : `${date}T${clock}`
}
