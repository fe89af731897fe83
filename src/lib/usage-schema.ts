import { z } from 'zod'
import type { Usage } from '../domain.ts'

const tokens = z.number().nullable()
const source = z.enum(['reported', 'counted', 'remainder']).nullable()
const counts = <Value extends z.ZodType>(value: Value) =>
  z.object({ inputTokens: value, cachedInputTokens: value, outputTokens: value, reasoningTokens: value })

/** Of usage that was kept in a file. */
export const usageSchema: z.ZodType<Usage> = counts(tokens).extend({ sources: counts(source) })
