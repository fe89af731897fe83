export interface Line {
  /** From 1. */
  readonly number: number
  /** Without its line end; null when it is longer than the limit, whose content is let go. */
  readonly text: string | null
}

/** In UTF-16 units. */
export const longestLine: number = 16 * 1024 * 1024

/** Lines that end in LF, CRLF or the end of the text, one at a time, so that no more than a line is held. */
export async function* readLines(chunks: AsyncIterable<string>): AsyncGenerator<Line> {
  let number = 1
  let length = 0
  let parts: string[] = []
  const add = (part: string): void => {
    length += part.length
    if (length <= longestLine) parts.push(part)
    else parts = []
  }
  const finish = (): Line => {
    const line = { number, text: length <= longestLine ? parts.join('').replace(/\r$/, '') : null }
    number += 1
    length = 0
    parts = []
    return line
  }
  for await (const chunk of chunks) {
    let from = 0
    for (let to = chunk.indexOf('\n'); to !== -1; to = chunk.indexOf('\n', from)) {
      add(chunk.slice(from, to))
      yield finish()
      from = to + 1
    }
    add(chunk.slice(from))
  }
  if (length > 0) yield finish()
}

/** What to say about a line that was let go. */
export const tooLong: string = `the line has more than ${longestLine / 1024 / 1024} million characters`
