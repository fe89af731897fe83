import { z } from 'zod'
import type { PortableSchema } from './portable-schema.ts'

export type Fitted<Item> =
  | { readonly type: 'item'; readonly item: Item }
  /** Null, blank or without fields: no item was meant. */
  | { readonly type: 'empty' }
  | { readonly type: 'placeholder' | 'unfit'; readonly reason: string }

const placeholder = /^(?:<[^<>]+>|\.\.\.|…|string)$/i
const record = z.record(z.string(), z.unknown())

export interface ItemForm<Item> {
  readonly schema: z.ZodType<Item>
  readonly portable: PortableSchema
}

/** An item as its schema has it, where what a model sent evidently means one. */
export function fitItem<Item>(value: unknown, form: ItemForm<Item>): Fitted<Item> {
  const fields = record.safeParse(value).data
  if (value === null || (typeof value === 'string' && value.trim() === '') || (fields && Object.keys(fields).length === 0))
    return { type: 'empty' }
  const texts = fields ? Object.values(fields) : [value]
  if (texts.some(text => typeof text === 'string' && placeholder.test(text.trim()))) {
    return { type: 'placeholder', reason: 'a placeholder instead of a value' }
  }
  for (const reading of readingsOf(value, form.portable)) {
    const parsed = form.schema.safeParse(reading)
    if (parsed.success) return { type: 'item', item: parsed.data }
  }
  return { type: 'unfit', reason: issuesOf(form.schema, value) }
}

/** As sent; without the nulls that a strict schema asks for; under another name; a bare text for an item that is no more than one. */
function* readingsOf(value: unknown, portable: PortableSchema): Generator<unknown> {
  yield value
  const fields = record.safeParse(value).data
  const [only] = Object.keys(portable.properties ?? {})
  const isOneText =
    Object.keys(portable.properties ?? {}).length === 1 && only !== undefined && portable.properties?.[only]?.type === 'string'
  if (fields) {
    yield Object.fromEntries(Object.entries(fields).filter(([, field]) => field !== null))
    const [first, ...more] = Object.values(fields)
    if (more.length === 0) {
      yield first
      if (isOneText) yield { [only]: first }
    }
  } else if (isOneText) yield { [only]: value }
}

function issuesOf(schema: z.ZodType, value: unknown): string {
  const issues = schema.safeParse(value).error?.issues ?? []
  return issues.map(({ path, message }) => (path.length === 0 ? message : `${path.join('.')}: ${message}`)).join('; ')
}
