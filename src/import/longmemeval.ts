import { z } from 'zod'
import { isoClock, isoDate } from './calendar.ts'
import { type DialogueContent, type DialogueFormat, type DialogueItem, namedSpace } from './dialogue-format.ts'
import { readParsedItems } from './read-parsed-items.ts'
import { type SessionContent, sessionItems } from './session-items.ts'

const itemSchema = z.object({
  question_id: z.string().min(1),
  haystack_dates: z.array(z.string()).nullish(),
  haystack_session_ids: z.array(z.string().min(1)).nullish(),
  haystack_sessions: z.array(z.array(z.unknown())),
})
// has_answer is part of the key to the questions and is never read.
const turnSchema = z.object({ role: z.string(), content: z.string() })

/** LongMemEval: a list of items, each a space with its own history; in the published shape, or with lists of questions. */
export const longmemeval: DialogueFormat = {
  name: 'longmemeval',
  about: 'the LongMemEval benchmark; the history of each item is a space',
  sniff({ keys }) {
    const isLongMemEval = ['', '[]'].some(top => keys.has(`${top}.haystack_sessions`) || keys.has(`${top}.haystack_dates`))
    return isLongMemEval ? 'its items have a haystack of sessions, as in LongMemEval' : null
  },
  read: readLongMemEval,
}

function readLongMemEval(content: DialogueContent): AsyncIterable<DialogueItem> {
  return readParsedItems(content, { schema: itemSchema, noun: 'item' }, item => historyItems(item, namedSpace(content, item.question_id)))
}

/** Turn ids are those of the benchmark's own turn level: the session's id and the place in it, from 1. */
function* historyItems(item: z.infer<typeof itemSchema>, space: string): Generator<DialogueItem> {
  for (const session of sessionsOf(item)) {
    yield* sessionItems(
      session,
      { space, place: item.question_id },
      { schema: turnSchema, turnOf: ({ role, content }, index) => ({ speaker: role, text: content, id: `${session.id}_${index + 1}` }) },
    )
  }
}

/** In order of time, those of one time and those without as they come; an id that repeats gets a number from its second time on. */
function sessionsOf(item: z.infer<typeof itemSchema>): readonly SessionContent[] {
  const times = new Map<string, number>()
  const sessions = item.haystack_sessions.map((turns, index) => {
    const name = item.haystack_session_ids?.[index] ?? `session-${index + 1}`
    const time = (times.get(name) ?? 0) + 1
    times.set(name, time)
    return { id: time === 1 ? name : `${name}#${time}`, at: parseSessionTime(item.haystack_dates?.[index] ?? ''), turns }
  })
  const undatedLast = '~'
  return sessions.toSorted((a, b) => compare(a.at ?? undatedLast, b.at ?? undatedLast))
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

const sessionTime = /^\s*(\d{4})\/(\d{1,2})\/(\d{1,2})\s*(?:\(\p{L}+\)\s*)?(?:(\d{1,2}):(\d{2}))?\s*$/u

/** "2023/05/30 (Tue) 21:48" -> 2023-05-30T21:48, without a zone. */
export function parseSessionTime(text: string): string | null {
  const [, year, month, day, hour, minute] = sessionTime.exec(text) ?? []
  const date = isoDate(Number(year), Number(month), Number(day))
  if (date === null || hour === undefined) return date
  const clock = isoClock({ hour: Number(hour), minute: Number(minute) })
  return clock === null ? null : `${date}T${clock}`
}
