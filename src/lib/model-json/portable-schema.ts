import { z } from 'zod'

/** The keywords that every server's structured output knows: no bounds, patterns, defaults, references or formats. */
export interface PortableSchema {
  readonly type?: string | readonly string[]
  readonly description?: string
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly PortableSchema[]
  readonly items?: PortableSchema
  readonly properties?: Readonly<Record<string, PortableSchema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: false
}

const source = z.looseObject({
  type: z.union([z.string(), z.array(z.string())]).optional(),
  description: z.string().optional(),
  const: z.unknown().optional(),
  enum: z.array(z.unknown()).optional(),
  anyOf: z.array(z.unknown()).optional(),
  items: z.unknown().optional(),
  properties: z.record(z.string(), z.unknown()).optional(),
  required: z.array(z.string()).optional(),
})

/** What a model may send for this schema. A field that may be left out must be sent, as null: strict servers know no other way. */
export const portableSchema = (schema: z.ZodType): PortableSchema =>
  portable(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }))

function portable(from: unknown): PortableSchema {
  const { type, description, const: constant, enum: values, anyOf, items, properties, required = [] } = source.parse(from)
  const described = description === undefined ? {} : { description }
  const typed = type === undefined ? {} : { type }
  if (constant !== undefined) return { ...described, ...typed, enum: [constant] }
  if (values !== undefined) return { ...described, ...typed, enum: values }
  if (anyOf !== undefined) return { ...described, ...eitherOf(anyOf.map(portable)) }
  if (type === 'array') return { ...described, type, items: portable(items ?? {}) }
  if (properties === undefined) return { ...described, ...typed }
  const fields = Object.entries(properties).map(([name, field]) => {
    const sent = portable(field)
    return [name, required.includes(name) ? sent : eitherOf([sent, { type: 'null' }])] as const
  })
  return {
    ...described,
    type: 'object',
    properties: Object.fromEntries(fields),
    required: fields.map(([name]) => name),
    additionalProperties: false,
  }
}

/** One list of types where each is no more than a type: unions are what servers know least. */
function eitherOf(schemas: readonly PortableSchema[]): PortableSchema {
  const types = schemas.flatMap(({ type = [] }) => type)
  const plain = schemas.every(
    schema => schema.type !== undefined && Object.keys(schema).every(key => key === 'type' || key === 'description'),
  )
  const description = schemas.find(schema => schema.description !== undefined)?.description
  return plain ? { type: [...new Set(types)], ...(description !== undefined && { description }) } : { anyOf: schemas }
}

/** A JSON object with one list of such items. */
export const listSchema = (items: PortableSchema, listKey: string): PortableSchema => ({
  type: 'object',
  properties: { [listKey]: { type: 'array', items } },
  required: [listKey],
  additionalProperties: false,
})

/** The schema as a person would write it down, in far fewer tokens, and no JSON that could be sent back for an answer. */
export function sketch({ type, enum: values, anyOf, items, properties }: PortableSchema): string {
  if (values) return values.map(value => JSON.stringify(value)).join(' | ')
  if (anyOf) return anyOf.map(sketch).join(' | ')
  if (properties)
    return `{${Object.entries(properties)
      .map(([name, field]) => `"${name}": ${sketch(field)}`)
      .join(', ')}}`
  if (items) return `[${sketch(items)}, …]`
  return [type ?? 'any'].flat().join(' | ')
}
