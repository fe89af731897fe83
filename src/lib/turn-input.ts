import { z } from 'zod'
import { type Attachment, attachmentTypes, type Turn } from '../domain.ts'
import { EngramError } from '../errors.ts'
import { parseTime } from './time/parse-time.ts'
import { createTurnIds, type NextTurnId } from './turn-id.ts'

/** A turn as it is told to us; what is left out or null is unknown. */
export interface TurnInput {
  readonly speaker: string
  /** May be blank only where an attachment has a caption. */
  readonly text: string
  /** ISO 8601; without an offset where the dialogue has no zone. */
  readonly at?: string | null | undefined
  /** Made from the content where it is left out. */
  readonly id?: string | null | undefined
  readonly session?: string | null | undefined
  readonly attachments?: readonly AttachmentInput[] | null | undefined
}

export interface AttachmentInput {
  readonly type: Attachment['type']
  readonly reference?: string | null | undefined
  readonly mediaType?: string | null | undefined
  readonly caption?: string | null | undefined
}

export interface TurnInputOptions {
  /** What the list is called in error messages. */
  readonly field?: string
  /** Makes the ids of turns without one; share it between the batches of one input. */
  readonly nextId?: NextTurnId
}

// A half of a surrogate pair can't be stored as UTF-8. Replacing it by U+FFFD keeps the length, so offsets stay right.
const wellFormed = z.string().transform(value => value.toWellFormed())
const name = wellFormed.refine(value => value.trim() !== '')
const optionalText = wellFormed.nullish().transform(value => value ?? null)

const attachmentSchema = z.object({
  type: z.enum(attachmentTypes),
  reference: optionalText,
  mediaType: optionalText,
  caption: optionalText,
})

const turnSchema = z.object({
  speaker: name.transform(value => value.trim()),
  text: wellFormed,
  at: z
    .string()
    .transform(normalTime)
    .refine(value => parseTime(value) !== null)
    .nullish(),
  id: name.nullish(),
  session: name.nullish(),
  attachments: z.array(attachmentSchema).nullish(),
})

const expectations: Readonly<Record<string, readonly [expected: string, remedy: string]>> = {
  speaker: ['a non-empty string', 'Say who spoke.'],
  text: ['a string', 'Give the words that were said.'],
  at: ['an ISO 8601 time such as 2024-03-02T10:05', 'Correct it, or leave it out if it is unknown.'],
  id: ['a non-empty string', 'Leave it out to have one made from the content.'],
  session: ['a non-empty string', 'Leave it out if there are no sessions.'],
  attachments: ['a list of {type: image | table | audio | file, reference?, mediaType?, caption?}', 'Correct it, or leave it out.'],
}

/** Checks turns from outside and fills what they leave open, in order. Throws `bad_input` at the first that is wrong; its field is like turns[3].at. */
export function toTurns(inputs: readonly unknown[], options: TurnInputOptions = {}): readonly Turn[] {
  const { field = 'turns', nextId = createTurnIds() } = options
  return inputs.map((input, index) => toTurn(input, `${field}[${index}]`, nextId))
}

/** Checks one turn from outside. Throws `bad_input`; its field starts with `field`. */
export function toTurn(input: unknown, field: string, nextId: NextTurnId): Turn {
  const parsed = turnSchema.safeParse(input)
  if (!parsed.success) throw badTurn(input, field, parsed.error.issues[0]?.path ?? [])
  const { speaker, text, at = null, id = null, session = null } = parsed.data
  const attachments = parsed.data.attachments ?? []
  const isCaptioned = attachments.some(({ caption }) => caption !== null && caption.trim() !== '')
  if (text.trim() === '' && !isCaptioned) {
    const message = 'expected some words, or an attachment with a caption, got blank text. Leave such turns out.'
    throw new EngramError('bad_input', `${field}.text: ${message}`, { field: `${field}.text` })
  }
  const content = { session, speaker, text, at, attachments }
  return { id: id ?? nextId(content), ...content }
}

/** One spelling of each time: T between date and time, no seconds or fraction that are zero. Offset and zone stay as given. */
function normalTime(value: string): string {
  return value
    .trim()
    .replace(/^(\d{4}-\d{2}-\d{2})[\sTt]+(?=\d)/, '$1T')
    .replace(/^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}):00(?:[.,]0+)?(?!\d|[.,])/, '$1')
}

function badTurn(input: unknown, field: string, path: readonly PropertyKey[]): EngramError {
  const key = path[0] === undefined ? null : String(path[0])
  const place = path.reduce((text: string, part) => text + (typeof part === 'number' ? `[${part}]` : `.${String(part)}`), field)
  const value = path.reduce((container, part) => (isObject(container) ? container[part] : undefined), input)
  const [expected, remedy] = (key === null ? undefined : expectations[key]) ?? ['an object {speaker, text, at?, …}', 'Correct it.']
  return new EngramError('bad_input', `${place}: expected ${expected}, got ${quote(value)}. ${remedy}`, { field: place })
}

const isObject = (value: unknown): value is Readonly<Record<PropertyKey, unknown>> => typeof value === 'object' && value !== null

function quote(value: unknown): string {
  if (value === undefined) return 'nothing'
  const text = JSON.stringify(value) ?? typeof value
  return text.length > 80 ? `${text.slice(0, 80).toWellFormed()}…` : text
}
