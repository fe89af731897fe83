import type { z } from 'zod'
import type { Message } from '../../domain.ts'
import { EngramError } from '../../errors.ts'
import type { CompletionRequest, JsonFormat, LanguageModel } from '../../seams.ts'
import { faultOf } from '../requests/request-fault.ts'
import { listSchema, type PortableSchema, portableSchema, sketch } from './portable-schema.ts'
import { type JsonList, type ListReading, readList } from './read-list.ts'

export interface JsonRequest<Item> extends Omit<CompletionRequest, 'format' | 'onText'> {
  /** Of one item: flat, short fields, no unions. */
  readonly schema: z.ZodType<Item>
  /** {"records": […]}: 'records'. */
  readonly listKey: string
  /** Of the schema, for the server: letters, digits, underscores. */
  readonly name: string
}

/** How JSON is asked for, best first. */
const ways = ['schema', 'json', 'text'] as const
type Way = (typeof ways)[number]
/** Where to begin with a model: what its server could not do is not asked of it again. */
const firstWays = new WeakMap<LanguageModel, number>()

/**
 * A list of items from a model: held to a schema where the server can, else asked for in words. What does not fit is quoted back once, then left
 * out and listed in `dropped`. A cut reply gives its finished items and says so. Fails with model_no_answer where there is no list.
 */
export async function completeJson<Item>(model: LanguageModel, request: JsonRequest<Item>): Promise<JsonList<Item>> {
  const { schema, listKey, name, messages, ...options } = request
  const form = { schema, listKey, portable: portableSchema(schema) }
  const whole = listSchema(form.portable, listKey)
  const ask = async (way: Way, said: readonly Message[]): Promise<Asked<Item>> => {
    const { text, finish } = await model.complete({ ...options, messages: told(said, way, whole), format: formatOf(way, name, whole) })
    if (finish === 'refused') throw noAnswer(model, `refused: "${text.slice(0, 200)}"`)
    return { text, reading: await readList(text, { ...form, cut: finish === 'length' }) }
  }

  const first = firstWays.get(model) ?? 0
  let failure = noAnswer(model, 'sent nothing')
  let unable = false
  for (const [at, way] of [...ways.entries()].toSorted(([one], [other]) => Number(one < first) - Number(other < first))) {
    // What was recorded may have been asked for in a way that has failed since.
    if (at < first && failure.code !== 'not_recorded') break
    const asked = await ask(way, messages).catch(orLeadingOn)
    if (asked instanceof EngramError) {
      failure = asked
      unable ||= asked.code === 'model_rejected'
    } else if (asked.reading.type === 'none') {
      failure = noAnswer(model, `was asked for JSON and sent ${asked.reading.reason}`)
      unable ||= asked.reading.unable
    } else {
      if (unable) firstWays.set(model, at)
      const { list } = asked.reading
      if (list.dropped.length === 0 || list.truncated) return list
      const mended = await ask(way, [...messages, ...objection(asked.text, list.dropped)]).catch(orNone)
      const best = mended.reading.type === 'list' && mended.reading.list.items.length >= list.items.length ? mended.reading.list : list
      if (best.items.length > 0 || best.dropped.length === 0) return best
      throw noAnswer(model, `sent no item that fits: ${reasons(best.dropped)}`)
    }
  }
  throw failure
}

interface Asked<Item> {
  readonly text: string
  readonly reading: ListReading<Item>
}

const noAnswer = (model: LanguageModel, what: string): EngramError => new EngramError('model_no_answer', `The model ${model.id} ${what}.`)

/** Another way may do where the server refuses this one; a reply that is not recorded may be so in another way. */
function orLeadingOn(error: unknown): EngramError {
  if (!(error instanceof EngramError)) throw error
  const fault = faultOf(error)
  const refusesForm =
    error.code === 'model_rejected' &&
    [null, 400, 415, 422].includes(fault?.status ?? null) &&
    !/context|too (?:long|large|many)/i.test(fault?.quote ?? error.message)
  if (refusesForm || error.code === 'not_recorded') return error
  throw error
}

/** Nothing better came of asking again: what there is stays. */
function orNone(error: unknown): { readonly reading: { readonly type: 'none' } } {
  if (error instanceof EngramError && (error.code === 'model_no_answer' || error.code === 'not_recorded'))
    return { reading: { type: 'none' } }
  throw error
}

function formatOf(way: Way, name: string, whole: PortableSchema): JsonFormat | undefined {
  switch (way) {
    case 'schema':
      return { type: 'schema', name, schema: { ...whole } }
    case 'json':
      return { type: 'json' }
    case 'text':
      return undefined
  }
}

/** Where no schema is sent the form is said in words, which hold the word JSON: some servers demand it. At the end: some templates know one system message. */
function told(messages: readonly Message[], way: Way, whole: PortableSchema): readonly Message[] {
  if (way === 'schema') return messages
  const form = `Reply with one JSON object of this form and nothing else: ${sketch(whole)}`
  const last = messages.at(-1)
  if (last?.role !== 'user') return [...messages, { role: 'user', content: form }]
  return [...messages.slice(0, -1), { ...last, content: `${last.content}\n\n${form}` }]
}

const objection = (text: string, dropped: JsonList<unknown>['dropped']): readonly Message[] => [
  { role: 'assistant', content: text },
  { role: 'user', content: `Some items do not fit: ${reasons(dropped)}. Send the whole JSON again, with these corrected.` },
]

const reasons = (dropped: JsonList<unknown>['dropped']): string =>
  dropped
    .slice(0, 5)
    .map(({ value, reason }) => `${JSON.stringify(value).slice(0, 200)} (${reason})`)
    .join(', ')
