import { z } from 'zod'
import { memoryKinds } from '../domain.ts'

/** A record as a model tells it: flat, every field there, so that the weakest structured output can hold it to it. */
export const toldRecordSchema: z.ZodType<ToldRecord> = z.object({
  turn: z.number().int(),
  kind: z.enum(memoryKinds),
  claim: z.string().trim().min(1),
  quote: z.string(),
  date: z.string(),
  title: z.string(),
  steps: z.array(z.string()),
})

export interface ToldRecord {
  /** The number of its turn, from 1. */
  turn: number
  kind: (typeof memoryKinds)[number]
  claim: string
  /** Words of the turn. */
  quote: string
  /** As parseToldDate reads it; empty for none. */
  date: string
  title: string
  steps: string[]
}
