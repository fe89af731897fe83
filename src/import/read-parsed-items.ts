import type { z } from 'zod'
import type { DialogueContent } from './dialogue-format.ts'
import { describeMismatch } from './mismatch.ts'
import { readJsonItems } from './read-json-items.ts'

export type ParsedItem<Item> =
  | { readonly type: 'item'; readonly item: Item; readonly number: number; readonly place: string; readonly line: number | null }
  | { readonly type: 'failure'; readonly line: number | null; readonly reason: string }

/** The items of a JSON file as their schema has them, numbered from 1; what does not fit is a failure. A place is as "conversation 3". */
export async function* readParsedItems<Item>(
  { text, file }: DialogueContent,
  schema: z.ZodType<Item>,
  noun: string,
): AsyncGenerator<ParsedItem<Item>> {
  let count = 0
  for await (const read of readJsonItems(text, file)) {
    if (read.type === 'failure') {
      yield read
      continue
    }
    count += 1
    const place = `${noun} ${count}`
    const parsed = schema.safeParse(read.value)
    if (parsed.success) yield { type: 'item', item: parsed.data, number: count, place, line: read.line }
    else yield { type: 'failure', line: read.line, reason: describeMismatch(parsed.error, place) }
  }
}
