import type { z } from 'zod'
import type { DialogueContent, DialogueItem } from './dialogue-format.ts'
import { describeMismatch } from './mismatch.ts'
import { readJsonItems } from './read-json-items.ts'

/** Which item of its file it is: its number from 1, "conversation 3", and its line where that is known. */
export interface ItemPlace {
  readonly number: number
  readonly place: string
  readonly line: number | null
}

/** What is in the items of a JSON file that fit their schema; those that don't are failures. */
export async function* readParsedItems<Item>(
  { text, file }: DialogueContent,
  { schema, noun }: { readonly schema: z.ZodType<Item>; readonly noun: string },
  itemsIn: (item: Item, place: ItemPlace) => Iterable<DialogueItem>,
): AsyncGenerator<DialogueItem> {
  let number = 0
  for await (const read of readJsonItems(text, file)) {
    if (read.type === 'failure') {
      yield read
      continue
    }
    number += 1
    const place = `${noun} ${number}`
    const parsed = schema.safeParse(read.value)
    if (parsed.success) yield* itemsIn(parsed.data, { number, place, line: read.line })
    else yield { type: 'failure', line: read.line, reason: describeMismatch(parsed.error, place) }
  }
}
