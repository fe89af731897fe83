import { peekText } from './peek-text.ts'
import { readJsonValues } from './read-json-values.ts'
import { readLines, tooLong } from './read-lines.ts'

export type JsonItem =
  | { readonly type: 'value'; readonly value: unknown; readonly line: number | null }
  | { readonly type: 'failure'; readonly line: number; readonly reason: string }

/** Long enough to hold the first line of most files. */
const headLength = 1024 * 1024

/**
 * JSON in whichever way it is laid out: an array of items, a value a line, or one value over many lines. A bad line of JSON lines is a failure
 * and the next is read; where JSON breaks otherwise it throws `bad_file` with the line.
 */
export async function* readJsonItems(chunks: AsyncIterable<string>, file: string): AsyncGenerator<JsonItem> {
  const { head, all } = await peekText(chunks, headLength)
  if (isJsonLines(head)) {
    yield* readJsonLines(all)
    return
  }
  for await (const value of readJsonValues(all, file)) yield { type: 'value', value, line: null }
}

/** A JSON value a line; blank lines are passed over. */
export async function* readJsonLines(chunks: AsyncIterable<string>): AsyncGenerator<JsonItem & { readonly line: number }> {
  for await (const { number, text } of readLines(chunks)) {
    if (text === null) yield { type: 'failure', line: number, reason: tooLong }
    else if (text.trim() !== '') yield parseLine(text, number)
  }
}

function parseLine(text: string, line: number): JsonItem & { readonly line: number } {
  try {
    const value: unknown = JSON.parse(text)
    return { type: 'value', value, line }
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error)
    // It counts lines within this one.
    return { type: 'failure', line, reason: `not valid JSON: ${problem.replace(/ \(line \d+ column \d+\)$/, '')}` }
  }
}

function isJsonLines(head: string): boolean {
  const end = head.indexOf('\n')
  const first = end === -1 ? head : head.slice(0, end)
  return first.trimStart().startsWith('{') && parseLine(first, 1).type === 'value'
}
