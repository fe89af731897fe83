import type { DialogueFormat } from './dialogue-format.ts'
import { readJsonLines } from './read-json-items.ts'

/** Lines as `engram-r export` writes them. What they hold is for the receiver to restore. */
export const exported: DialogueFormat = {
  name: 'export',
  about: 'what `engram-r export` writes: complete spaces, restored as they were',
  sniff: ({ text }) => (text.trimStart().startsWith('{"type":"engram-r",') ? 'it starts with the header of an engram-r export' : null),
  async *read({ text }) {
    for await (const item of readJsonLines(text)) {
      yield item.type === 'failure' ? item : { type: 'entry', value: item.value, line: item.line }
    }
  },
}
