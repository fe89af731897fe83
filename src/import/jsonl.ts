import { z } from 'zod'
import { type DialogueContent, type DialogueFormat, type DialogueItem, soleSpace } from './dialogue-format.ts'
import { peekText } from './peek-text.ts'
import { readJsonItems, readJsonLines } from './read-json-items.ts'

const spaceOf = z.object({ space: z.string().min(1).nullish() })
const knownKeys = new Set(['speaker', 'text', 'at', 'id', 'session', 'space', 'attachments'])

/** Our own: a turn a line. An array of such objects is taken too. */
export const jsonl: DialogueFormat = {
  name: 'jsonl',
  about: 'one JSON object a line: {speaker, text, at?, id?, session?, space?, attachments?}',
  sniff({ keys }) {
    if (keys.has('.speaker') && keys.has('.text')) return 'its lines are JSON objects with speaker and text'
    if (keys.has('[].speaker') && keys.has('[].text')) return 'it is a JSON array of objects with speaker and text'
    return null
  },
  read: readJsonl,
}

async function* readJsonl(content: DialogueContent): AsyncGenerator<DialogueItem> {
  const { head, all } = await peekText(content.text, 1)
  const ignored = new Set<string>()
  // Not for one value over many lines: a line here is a turn, so that a broken one costs no more than itself.
  const items = head.trimStart().startsWith('[') ? readJsonItems(all, content.file) : readJsonLines(all)
  for await (const item of items) {
    if (item.type === 'failure') {
      yield item
      continue
    }
    const { value, line } = item
    const named = spaceOf.safeParse(value)
    if (!named.success) {
      yield {
        type: 'failure',
        line,
        reason: 'expected an object {speaker, text, at?, …} whose space, if there is one, is a non-empty string',
      }
      continue
    }
    for (const key of Object.keys(Object(value))) if (!knownKeys.has(key)) ignored.add(key)
    yield { type: 'turn', space: named.data.space ?? soleSpace(content), turn: value, line }
  }
  if (ignored.size > 0) yield { type: 'note', note: `Keys that mean nothing here were ignored: ${[...ignored].slice(0, 20).join(', ')}.` }
}
