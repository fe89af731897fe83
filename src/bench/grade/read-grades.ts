import { z } from 'zod'
import { EngramError } from '../../errors.ts'
import { describeMismatch } from '../../import/mismatch.ts'
import { readJson } from '../run/read-manifest.ts'
import { gradingFormat, type Label, labels } from './grading-sample.ts'

/** What one person said, all or a part of it so far. */
export interface Grades {
  readonly file: string
  readonly seed: number
  readonly questions: number
  readonly items: readonly { readonly id: string; readonly label: Label | null }[]
}

const schema = z.object({
  format: z.literal(gradingFormat),
  seed: z.number(),
  questions: z.int().positive(),
  items: z.array(z.object({ id: z.string(), label: z.enum(labels).nullable() })),
})

const expected = 'a file that bench grade or its page wrote'

/** What the page saved, or a sample with its labels filled in. Throws `bad_file` for anything else. */
export function readGrades(file: string): Grades {
  const parsed = schema.safeParse(readJson(file, expected))
  if (parsed.success) return { file, ...parsed.data }
  throw new EngramError('bad_file', `${describeMismatch(parsed.error, file)}. Expected ${expected}.`, {
    file,
  })
}
