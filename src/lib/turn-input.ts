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

/**
 * Checks one turn from outside. Throws `bad_input`; its field starts with `field`. Written out: with a schema, loading it and going through it took an
 * eighth of taking turns in.
 */
export function toTurn(input: unknown, field: string, nextId: NextTurnId): Turn {
  const bad = (...path: readonly (string | number)[]): EngramError => badTurn(input, field, path)
  if (!isObject(input) || Array.isArray(input)) throw bad()
  const { speaker, text, at, id, session, attachments } = input
  if (!isName(speaker)) throw bad('speaker')
  if (typeof text !== 'string') throw bad('text')
  const time = typeof at === 'string' ? normalTime(at) : null
  if (time === null ? isGiven(at) : parseTime(time) === null) throw bad('at')
  if (isGiven(id) && !isName(id)) throw bad('id')
  if (isGiven(session) && !isName(session)) throw bad('session')
  if (isGiven(attachments) && !Array.isArray(attachments)) throw bad('attachments')
  const attached = (attachments ?? []).map((attachment, index) => toAttachment(attachment, (...path) => bad('attachments', index, ...path)))
  const isCaptioned = attached.some(({ caption }) => caption !== null && caption.trim() !== '')
  if (text.trim() === '' && !isCaptioned) {
    const message = 'expected some words, or an attachment with a caption, got blank text. Leave such turns out.'
    throw new EngramError('bad_input', `${field}.text: ${message}`, { field: `${field}.text` })
  }
  const content = {
    session: wellFormed(session ?? null),
    speaker: wellFormed(speaker).trim(),
    text: wellFormed(text),
    at: time,
    attachments: attached,
  }
  return { id: wellFormed(id ?? null) ?? nextId(content), ...content }
}

function toAttachment(input: unknown, bad: (...path: readonly string[]) => EngramError): Attachment {
  if (!isObject(input) || Array.isArray(input)) throw bad()
  const { reference, mediaType, caption } = input
  const type = attachmentTypes.find(known => known === input.type)
  if (type === undefined) throw bad('type')
  if (!isOptionalText(reference)) throw bad('reference')
  if (!isOptionalText(mediaType)) throw bad('mediaType')
  if (!isOptionalText(caption)) throw bad('caption')
  return { type, reference: wellFormed(reference ?? null), mediaType: wellFormed(mediaType ?? null), caption: wellFormed(caption ?? null) }
}

const isGiven = <Value>(value: Value): value is Value & {} => value !== undefined && value !== null
const isName = (value: unknown): value is string => typeof value === 'string' && value.trim() !== ''
const isOptionalText = (value: unknown): value is string | null | undefined => !isGiven(value) || typeof value === 'string'

/** A half of a surrogate pair can't be stored as UTF-8. Replacing it by U+FFFD keeps the length, so offsets stay right. */
function wellFormed<Value extends string | null>(value: Value): Value extends string ? string : null
function wellFormed(value: string | null): string | null {
  return value === null ? null : value.toWellFormed()
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
