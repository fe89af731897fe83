import { hashOf, idBits, tagOf } from '../src/lib/token-table.ts'

/** The file of a table of tokens, as src/lib/token-table.ts reads it. Their ids are their places. */
export function writeTokenTable(tokens: readonly Uint8Array[]): Buffer {
  if (tokens.length >= 2 ** idBits) throw new Error(`${tokens.length} ids do not fit into ${idBits} bits.`)
  // At most four in five slots are full.
  const slots = new Uint32Array(2 ** Math.ceil(Math.log2(1.25 * tokens.length)))
  for (const [id, bytes] of tokens.entries()) {
    const hash = hashOf(bytes, 0, bytes.length)
    let slot = hash & (slots.length - 1)
    while (slots[slot] !== 0) slot = (slot + 1) & (slots.length - 1)
    slots[slot] = (tagOf(hash) | (id + 1)) >>> 0
  }
  let end = 0
  const ends = tokens.map(({ length }) => {
    end += length
    return end
  })
  const words = [tokens.length, slots.length, ...ends, ...slots]
  const file = Buffer.alloc(4 * words.length + end)
  for (const [index, word] of words.entries()) file.writeUInt32LE(word, 4 * index)
  let at = 4 * words.length
  for (const bytes of tokens) {
    file.set(bytes, at)
    at += bytes.length
  }
  return file
}
