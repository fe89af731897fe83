import { isUtf8 } from 'node:buffer'
import { TextDecoder } from 'node:util'
import { EngramError } from '../errors.ts'

const lineFeed = 0x0a

/**
 * Bytes -> text, chunk by chunk: UTF-8, or UTF-16 where a byte-order mark says so; the mark is dropped. Throws `bad_file`, with the line, for
 * anything that is not such text.
 */
export async function* decodeText(bytes: AsyncIterable<Uint8Array>, file: string): AsyncGenerator<string> {
  let encoding: Encoding | null = null
  let decoder: TextDecoder | null = null
  let before: Uint8Array = new Uint8Array()
  const place: Place = { file, bytes: 0, lines: 1 }
  for await (const chunk of joinFirst(bytes)) {
    if (encoding === null || decoder === null) {
      refuseArchives(chunk, file)
      encoding = encodingOf(chunk)
      decoder = new TextDecoder(encoding, { fatal: true })
    }
    if (encoding === 'utf-8' && chunk.includes(0)) throw binaryFile(chunk, place)
    let text: string
    try {
      text = decoder.decode(chunk, { stream: true })
    } catch (cause) {
      throw undecodable(encoding, before, chunk, place, cause)
    }
    place.bytes += chunk.length
    place.lines += countLineFeeds(chunk, chunk.length)
    before = chunk
    if (text !== '') yield text
  }
  try {
    const text = decoder?.decode() ?? ''
    if (text !== '') yield text
  } catch (cause) {
    const message = `${file} ends in the middle of a character (line ${place.lines}). It looks cut off; get a complete copy.`
    throw new EngramError('bad_file', message, { file, line: place.lines, cause })
  }
}

type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be'

interface Place {
  readonly file: string
  bytes: number
  lines: number
}

/** Makes the first chunk long enough to hold a mark: a pipe may give single bytes. */
async function* joinFirst(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let first: Uint8Array | null = new Uint8Array()
  for await (const chunk of bytes) {
    if (first === null) {
      yield chunk
      continue
    }
    first = Buffer.concat([first, chunk])
    if (first.length < 4) continue
    yield first
    first = null
  }
  if (first !== null && first.length > 0) yield first
}

function encodingOf(head: Uint8Array): Encoding {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le'
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be'
  return 'utf-8'
}

function refuseArchives(head: Uint8Array, file: string): void {
  const isZip = head[0] === 0x50 && head[1] === 0x4b && head[2] === 0x03 && head[3] === 0x04
  const isGzip = head[0] === 0x1f && head[1] === 0x8b
  if (!isZip && !isGzip) return
  const message = `${file} is a ${isZip ? 'zip' : 'gzip'} archive, not a dialogue. Unpack it and import the file inside.`
  throw new EngramError('bad_file', message, { file, line: 1 })
}

function binaryFile(chunk: Uint8Array, { file, lines }: Place): EngramError {
  const line = lines + countLineFeeds(chunk, chunk.indexOf(0))
  const message = `${file} is not text: expected UTF-8, got a zero byte in line ${line}. If it is UTF-16, save it as UTF-8.`
  return new EngramError('bad_file', message, { file, line })
}

function undecodable(encoding: Encoding, before: Uint8Array, chunk: Uint8Array, place: Place, cause: unknown): EngramError {
  const { file } = place
  if (encoding !== 'utf-8') {
    const message = `${file} is marked as UTF-16 but is not (line ${place.lines} or after). Save it as UTF-8.`
    return new EngramError('bad_file', message, { file, line: place.lines, cause })
  }
  const carry = openSequence(before)
  const bytes = Buffer.concat([carry, chunk])
  const index = firstInvalid(bytes)
  const line = place.lines + countLineFeeds(bytes, index)
  const found = `byte ${place.bytes - carry.length + index + 1} (0x${(bytes[index] ?? 0).toString(16)}) in line ${line}`
  const message = `${file} is not UTF-8: ${found} fits no character. Save it as UTF-8; Windows and Latin-1 files need converting.`
  return new EngramError('bad_file', message, { file, line, cause })
}

/** The bytes at the end that begin a character, whole or not; empty where the last is ASCII. */
function openSequence(bytes: Uint8Array): Uint8Array {
  const start = bytes.findLastIndex(byte => byte >= 0xc0)
  const isOpen = start !== -1 && bytes.length - start <= 3 && bytes.subarray(start).every(byte => byte >= 0x80)
  return isOpen ? bytes.subarray(start) : new Uint8Array()
}

/** The index of the first byte of what can't be decoded. Whether a beginning decodes only ever changes once, so it is found by halving. */
function firstInvalid(bytes: Uint8Array): number {
  const decodes = (length: number): boolean => {
    try {
      new TextDecoder('utf-8', { fatal: true }).decode(bytes.subarray(0, length), { stream: true })
      return true
    } catch {
      return false
    }
  }
  let good = 0
  let bad = bytes.length
  while (bad - good > 1) {
    const middle = (good + bad) >> 1
    if (decodes(middle)) good = middle
    else bad = middle
  }
  // The decoder complains at the byte that does not go on with a character: that character is at fault.
  const last = openSequence(bytes.subarray(0, good))
  return isUtf8(last) ? good : good - last.length
}

function countLineFeeds(bytes: Uint8Array, end: number): number {
  let count = 0
  for (let at = bytes.indexOf(lineFeed); at !== -1 && at < end; at = bytes.indexOf(lineFeed, at + 1)) count += 1
  return count
}
