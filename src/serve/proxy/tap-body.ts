import { createParser } from 'eventsource-parser'
import { nothingSaid, type Reply, type ReplyReader } from './reply-reader.ts'

export interface TapOptions {
  readonly contentType: string | null
  readonly reader: ReplyReader
}

/** Listens to bytes that go by and never changes them. */
export interface Tap {
  read(chunk: Uint8Array): void
  /** At the end of the body. */
  done(): Reply
}

/** Characters of one event, or of a whole reply, that are looked at. What is longer goes by unread. */
const most = 8_000_000

export function createTap({ contentType, reader }: TapOptions): Tap {
  return /^\s*text\/event-stream\b/i.test(contentType ?? '') ? tapEvents(reader) : tapWhole(reader)
}

function tapEvents(reader: ReplyReader): Tap {
  const decoder = new TextDecoder()
  let tooLong = false
  const parser = createParser({
    maxBufferSize: most,
    onEvent: ({ data }) => reader.event(data),
    onError(error) {
      if (error.type === 'max-buffer-size-exceeded') tooLong = true
    },
  })
  const feed = (text: string): void => {
    if (!tooLong) parser.feed(text)
  }
  return {
    read: chunk => feed(decoder.decode(chunk, { stream: true })),
    done() {
      // Some servers end the last event without a blank line.
      feed(`${decoder.decode()}\n\n`)
      return tooLong ? nothingSaid : reader.done()
    },
  }
}

function tapWhole(reader: ReplyReader): Tap {
  const decoder = new TextDecoder()
  let parts: string[] = []
  let length = 0
  return {
    read(chunk) {
      const text = decoder.decode(chunk, { stream: true })
      length += text.length
      if (length > most) parts = []
      else parts.push(text)
    },
    done() {
      if (length > most) return nothingSaid
      reader.whole(parts.join('') + decoder.decode())
      return reader.done()
    },
  }
}
