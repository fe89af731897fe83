import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { writeTokenTable } from '../write-token-table.ts'

// Writes assets/static-table/vocabulary.bin, which is what the package reads, from vocabulary.txt beside it:
//   npx node scripts/distil/pack-vocabulary.ts
const folder = new URL('../../assets/static-table/', import.meta.url)
const pieces = readFileSync(new URL('vocabulary.txt', folder), 'utf8').trimEnd().split('\n')
const encoder = new TextEncoder()
const file = writeTokenTable(pieces.map(piece => encoder.encode(piece)))
writeFileSync(new URL('vocabulary.bin', folder), file)
console.log(`${file.length} bytes, sha256 ${createHash('sha256').update(file).digest('hex')}`)
