import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { EngramError } from '../../errors.ts'
import { unreadable } from '../../import/dialogue-source.ts'
import { describeMismatch } from '../../import/mismatch.ts'
import { manifestSchema, type RunManifest } from './run-manifest.ts'

/** Of a run's folder. Throws `bad_file` where that is none. */
export function readManifest(path: string): RunManifest {
  const file = join(path, 'manifest.json')
  const parsed = manifestSchema.safeParse(readJson(file))
  if (parsed.success) return parsed.data
  throw new EngramError('bad_file', `${describeMismatch(parsed.error, file)}. Expected a folder that bench run made.`, { file })
}

/** Throws `bad_file` for what is no JSON; `expected` is said then. */
export function readJson(file: string, expected = 'a folder that bench run made'): unknown {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (cause) {
    throw unreadable(file, cause)
  }
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new EngramError('bad_file', `${file} is not JSON. Expected ${expected}.`, { file, cause })
  }
}
