import type { z } from 'zod'

/** A field that may be missing, or of another shape than we know: then it is not there. */
export const optional = <Value>(schema: z.ZodType<Value>): z.ZodCatch<z.ZodOptional<z.ZodNullable<z.ZodType<Value>>>> =>
  schema.nullish().catch(null)
