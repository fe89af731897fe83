import { EngramError } from '../errors.ts'

/**
 * The byte strings that are a token of an encoding, each with its id, from 0. A prebuilt hash table over one block of bytes: nothing is parsed or
 * inserted when it is loaded.
 */
export interface TokenTable {
  readonly size: number
  /** Of bytes[start..end); -1 where they are no token. */
  idOf(bytes: Uint8Array, start: number, end: number): number
}

// Words of 32 bits, little-endian: how many tokens, how many slots (a power of two), where each token's bytes end, then the slots; then the bytes
// of all tokens. A slot is 0 where it is empty, else id + 1 and, above `idBits`, a part of the hash. scripts/write-token-table.ts writes it.
const headerWords = 2
export const idBits = 18
const idMask = (1 << idBits) - 1

/** FNV-1a. */
export function hashOf(bytes: Uint8Array, start: number, end: number): number {
  let hash = 0x811c9dc5
  for (let place = start; place < end; place++) hash = Math.imul(hash ^ (bytes[place] ?? 0), 0x01000193)
  // Its low bits mix too little of the last bytes.
  return (hash ^ (hash >>> 15)) >>> 0
}

/** What of the hash stands in a slot, at its place. */
export function tagOf(hash: number): number {
  return (hash >>> idBits) << idBits
}

/** `path`: of the file, in the package, for messages. Throws bad_file for what is no such table. */
export function readTokenTable(file: Uint8Array, path: string): TokenTable {
  const words = wordsOf(file)
  const [tokens = 0, slotCount = 0] = words
  const bytes = file.subarray((headerWords + tokens + slotCount) * Uint32Array.BYTES_PER_ELEMENT)
  const ends = words.subarray(headerWords, headerWords + tokens)
  const slots = words.subarray(headerWords + tokens, headerWords + tokens + slotCount)
  if (tokens === 0 || slots.length !== slotCount || bytes.length !== ends.at(-1)) {
    throw new EngramError('bad_file', `The table of tokens in ${path} is not whole: it has ${file.length} bytes. Reinstall the package.`, {
      file: path,
    })
  }

  function isToken(id: number, other: Uint8Array, start: number, length: number): boolean {
    const from = id === 0 ? 0 : (ends[id - 1] ?? 0)
    if ((ends[id] ?? 0) - from !== length) return false
    for (let place = 0; place < length; place++) if (bytes[from + place] !== other[start + place]) return false
    return true
  }

  return {
    size: tokens,
    idOf(other, start, end) {
      const hash = hashOf(other, start, end)
      const tag = tagOf(hash)
      for (let slot = hash & (slotCount - 1); ; slot = (slot + 1) & (slotCount - 1)) {
        const entry = slots[slot] ?? 0
        if (entry === 0) return -1
        if (((entry ^ tag) & ~idMask) !== 0) continue
        const id = (entry & idMask) - 1
        if (isToken(id, other, start, end - start)) return id
      }
    },
  }
}

function wordsOf(file: Uint8Array): Uint32Array {
  const count = file.byteLength >> 2
  if (file.byteOffset % Uint32Array.BYTES_PER_ELEMENT === 0 && new Uint8Array(Uint16Array.of(1).buffer)[0] === 1) {
    return new Uint32Array(file.buffer, file.byteOffset, count)
  }
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength)
  return Uint32Array.from({ length: count }, (_, index) => view.getUint32(4 * index, true))
}
