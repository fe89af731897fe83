import { jsonrepair } from 'jsonrepair'
import type { z } from 'zod'
import { splitReasoning } from '../../lib/split-reasoning.ts'

/** The one JSON object of a reply, whatever stands around it, mended where that helps; null for what does not fit. Reasoning does not count. */
export function readJsonReply<Value>(reply: string, schema: z.ZodType<Value>): Value | null {
  const { text } = splitReasoning(reply)
  const start = text.indexOf('{')
  const end = text.lastIndexOf('}')
  if (start < 0 || end < start) return null
  return schema.safeParse(parse(text.slice(start, end + 1))).data ?? null
}

function parse(text: string): unknown {
  for (const read of [JSON.parse, (broken: string): unknown => JSON.parse(jsonrepair(broken))]) {
    try {
      return read(text)
    } catch {
      // Mended next, or nothing that can be read.
    }
  }
  return null
}
