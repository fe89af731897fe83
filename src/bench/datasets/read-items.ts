import type { z } from 'zod'
import { EngramError } from '../../errors.ts'
import { decodeText } from '../../import/decode-text.ts'
import { sourcesAt } from '../../import/dialogue-source.ts'
import { describeMismatch } from '../../import/mismatch.ts'
import { readJsonItems } from '../../import/read-json-items.ts'

export interface ReadItem<Item> {
  readonly item: Item
  /** As it stood in the file. */
  readonly value: unknown
}

/** The items of a JSON file, or of JSON lines, one at a time. Throws `bad_file` at the first that is not as the schema says: a benchmark with holes is none. */
export async function* readItems<Item>(path: string, schema: z.ZodType<Item>): AsyncGenerator<ReadItem<Item>> {
  let number = 0
  for (const { bytes, file } of await sourcesAt(path)) {
    for await (const read of readJsonItems(decodeText(bytes, file), file)) {
      const place = `${file}: item ${number}`
      number += 1
      if (read.type === 'failure') throw notThatDataset(`${file}, line ${read.line}: ${read.reason}`, path)
      const parsed = schema.safeParse(read.value)
      if (!parsed.success) throw notThatDataset(describeMismatch(parsed.error, place), path)
      yield { item: parsed.data, value: read.value }
    }
  }
}

function notThatDataset(problem: string, file: string): EngramError {
  return new EngramError('bad_file', `${problem}. Is it the data set that was named?`, { file })
}
