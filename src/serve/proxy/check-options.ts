import { z } from 'zod'
import { EngramError } from '../../errors.ts'
import { type ProxyOptions, proxyModes } from './proxy-options.ts'

const count = z.int().positive().optional()
const schema = z.object({
  mode: z.enum(proxyModes).optional(),
  space: z.string().trim().min(1).optional(),
  tokens: count,
  keepQuestions: count,
  limits: z.strictObject({ bodyBytes: count, silenceMs: count, memoryMs: count }).optional(),
})

/** Throws `bad_config`: what would fail with every request is told once, before the first. */
export function checkOptions(options: ProxyOptions): void {
  const [issue] = schema.safeParse(options).error?.issues ?? []
  if (issue === undefined) return
  const field = issue.path.join('.')
  throw new EngramError('bad_config', `${field}: ${issue.message}.`, { field })
}
