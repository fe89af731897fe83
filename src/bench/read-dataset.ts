import { readFileSync } from 'node:fs'
import type { z } from 'zod'
import { EngramError } from '../errors.ts'
import { unreadable } from '../import/dialogue-source.ts'

/** The file of a data set, as its schema says. Throws `bad_file` for what can't be read or is something else. */
export function readDataset<Data>(path: string, schema: z.ZodType<Data>): Data {
  const parsed = schema.safeParse(readJson(path))
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  const place = issue?.path.join('.') || 'the whole file'
  throw new EngramError('bad_file', `${path}: ${place}: ${issue?.message}. Is it the data set that was named?`, {
    file: path,
  })
}

function readJson(path: string): unknown {
  const text = readText(path)
  try {
    return JSON.parse(text)
  } catch (cause) {
    const problem = cause instanceof Error ? cause.message : String(cause)
    throw new EngramError('bad_file', `${path}: not valid JSON: ${problem}. Is it the data set that was named?`, { file: path, cause })
  }
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (cause) {
    throw unreadable(path, cause)
  }
}
