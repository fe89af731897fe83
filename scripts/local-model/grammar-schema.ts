import { z } from 'zod'
import type { Schema } from './engine.ts'

const simple = z.enum(['string', 'number', 'integer', 'boolean', 'null'])
const value = z.union([z.string(), z.number(), z.boolean(), z.null()])
const count = z.int().nonnegative().optional()

/**
 * The JSON schemas that the engine's grammar holds a reply to. Of others it would take `anyOf` and an empty schema for null, and leave out bounds
 * and patterns, without a word: they are refused instead. Every property is written, also those that `required` leaves free.
 */
export const grammarSchema: z.ZodType<Schema> = z.lazy(() =>
  z
    .strictObject({
      type: z.union([simple, z.array(simple).min(1), z.enum(['object', 'array'])]).optional(),
      enum: z.array(value).min(1).optional(),
      const: value.optional(),
      anyOf: z.array(grammarSchema).min(1).optional(),
      oneOf: z.array(grammarSchema).min(1).optional(),
      properties: z.record(z.string(), grammarSchema).optional(),
      required: z.array(z.string()).optional(),
      additionalProperties: z.literal(false).optional(),
      items: grammarSchema.optional(),
      ...{ minItems: count, maxItems: count, minLength: count, maxLength: count },
      ...{ $schema: z.string().optional(), title: z.string().optional(), description: z.string().optional() },
    })
    .refine(
      saysWhat,
      'says nothing that this server can hold a reply to: a type (of an object its properties, of an array its items) or values',
    )
    .transform(({ anyOf, ...schema }) => (anyOf === undefined ? schema : { ...schema, oneOf: anyOf })),
)

function saysWhat(schema: Schema): boolean {
  if (schema.type === 'object') return schema.properties !== undefined
  if (schema.type === 'array') return schema.items !== undefined
  return ['type', 'enum', 'const', 'anyOf', 'oneOf'].some(key => schema[key] !== undefined)
}
