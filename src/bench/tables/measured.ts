import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { EngramError } from '../../errors.ts'
import { unreadable } from '../../import/dialogue-source.ts'
import { describeMismatch } from '../../import/mismatch.ts'

/** What was measured of a system on the questions of one category; null: not measured, or the server did not tell. */
export interface MeasuredRow {
  readonly questions: number
  readonly inputTokens: number | null
  readonly reasoningTokens: number | null
  /** Percent of the questions that were judged right. */
  readonly judge: number | null
}

/** One data set, any systems. All systems were asked the same questions. */
export interface Measured {
  readonly dataset: string
  readonly split: string
  /** By system, then by category. */
  readonly systems: Readonly<Record<string, Readonly<Record<string, MeasuredRow>>>>
}

const unknown = z
  .number()
  .nullish()
  .transform(value => value ?? null)
const schema = z.object({
  dataset: z.object({ name: z.string(), split: z.string() }),
  systems: z.record(
    z.string(),
    z.object({
      byCategory: z.record(
        z.string(),
        z.object({ questions: z.int().positive(), inputTokens: unknown, reasoningTokens: unknown, judge: unknown }),
      ),
    }),
  ),
})

/** What `bench tokens --json` printed. Throws `bad_file` for anything else. */
export function readMeasured(path: string): Measured {
  const parsed = schema.safeParse(readJson(path))
  if (!parsed.success) {
    const message = `${describeMismatch(parsed.error, path)}. Expected what bench tokens --json prints.`
    throw new EngramError('bad_file', message, { file: path })
  }
  const { dataset, systems } = parsed.data
  const bySystem = Object.entries(systems).map(([name, { byCategory }]) => [name, byCategory] as const)
  return { dataset: dataset.name, split: dataset.split, systems: Object.fromEntries(bySystem) }
}

function readJson(path: string): unknown {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (cause) {
    throw unreadable(path, cause)
  }
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new EngramError('bad_file', `${path} is not JSON. Expected what bench tokens --json prints.`, { file: path, cause })
  }
}
