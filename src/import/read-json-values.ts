import { pipeline, Readable } from 'node:stream'
import { streamArray } from 'stream-json/streamers/stream-array.js'
import { streamValues } from 'stream-json/streamers/stream-values.js'
import { jsonVerifier } from 'stream-json/utils/verifier.js'
import { EngramError } from '../errors.ts'
import { peekText } from './peek-text.ts'

/** In UTF-16 units. One value must fit in memory; a file of many may have any size. */
const longestValue = 256 * 1024 * 1024

/**
 * The elements of a JSON array, or, where the text is no array, the values that follow one another; one at a time, so that no more than one is
 * held. Throws `bad_file` with the line where the JSON breaks.
 */
export async function* readJsonValues(chunks: AsyncIterable<string>, file: string): AsyncGenerator<unknown> {
  const { head, all } = await peekText(chunks, 1)
  const isArray = head.trimStart().startsWith('[')
  const progress = { lines: 1, sinceValue: 0 }
  const options = { streamValues: false, readableHighWaterMark: 1 }
  const values = isArray ? streamArray.withParserAsStream(options) : streamValues.withParserAsStream({ ...options, jsonStreaming: true })
  const text = Readable.from(verified(all, { file, isArray, progress }))
  try {
    // Errors of the whole pipeline surface in the loop.
    const items: AsyncIterable<{ readonly value: unknown }> = pipeline(text, values, () => {})
    for await (const { value } of items) {
      progress.sinceValue = 0
      yield value
    }
  } catch (cause) {
    if (cause instanceof EngramError) throw cause
    const message = `${file} breaks off: the JSON is not complete at its end, line ${progress.lines}. Get a complete copy.`
    throw new EngramError('bad_file', message, { file, line: progress.lines, cause })
  }
}

interface Watch {
  readonly file: string
  readonly isArray: boolean
  readonly progress: { lines: number; sinceValue: number }
}

/** Passes text on after checking it: the parser behind does not say where it fails. */
async function* verified(chunks: AsyncIterable<string>, { file, isArray, progress }: Watch): AsyncGenerator<string> {
  const verify = jsonVerifier({ jsonStreaming: !isArray })
  let start = 0
  for await (const chunk of chunks) {
    progress.sinceValue += chunk.length
    if (progress.sinceValue > longestValue) {
      const message = `${file}: one JSON value has more than ${longestValue} characters (before line ${progress.lines}). Split the file.`
      throw new EngramError('bad_file', message, { file, line: progress.lines })
    }
    try {
      verify(chunk)
    } catch (cause) {
      const line = progress.lines + countLineFeeds(chunk.slice(0, offsetOf(cause) - start))
      const message = `${file} is not valid JSON in line ${line}: ${problemOf(cause)}. Correct it there.`
      throw new EngramError('bad_file', message, { file, line, cause })
    }
    start += chunk.length
    progress.lines += countLineFeeds(chunk)
    yield chunk
  }
}

const offsetOf = (error: unknown): number =>
  error instanceof Error && 'offset' in error && typeof error.offset === 'number' ? error.offset : 0

/** 'ERROR at 12 (1, 13): Verifier cannot parse input: expected a value' -> 'expected a value' */
const problemOf = (error: unknown): string => (error instanceof Error ? (error.message.split(': ').at(-1) ?? error.message) : String(error))

const countLineFeeds = (text: string): number => text.split('\n').length - 1
