import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import test from 'node:test'
import { gunzipSync } from 'node:zlib'
import { writeTokenTable } from '../../scripts/write-token-table.ts'
import { readTokenTable } from '../lib/token-table.ts'
import { createWordPiece } from './word-piece.ts'

const asset = (name: string): Buffer => readFileSync(new URL(`../../assets/static-table/${name}`, import.meta.url))
const encoder = new TextEncoder()
const packed = (pieces: readonly string[]): Buffer => writeTokenTable(pieces.map(piece => encoder.encode(piece)))
const vocabulary = readTokenTable(asset('vocabulary.bin'), 'vocabulary.bin')
/** Made by scripts/distil/tokenizer_fixture.py with the teacher's own tokenizer. */
const cases: readonly (readonly [text: string, ids: readonly number[]])[] = JSON.parse(
  gunzipSync(readFileSync(new URL('word-piece.fixture.json.gz', import.meta.url))).toString(),
)

test('two thousand strings get the ids that the tokenizer of the teacher gives them', () => {
  const wordPiece = createWordPiece(vocabulary)
  assert.equal(cases.length, 2000)
  for (const [text, ids] of cases) assert.deepEqual(wordPiece.encode(text), ids, JSON.stringify(text))
})

test('a text gets the same ids the second time', () => {
  const wordPiece = createWordPiece(vocabulary)
  const texts = cases.slice(0, 300).map(([text]) => text)
  const first = texts.map(wordPiece.encode)
  assert.deepEqual(texts.map(wordPiece.encode), first)
})

test('the longest piece is taken first, and a word with an unknown part is unknown as a whole', () => {
  const wordPiece = createWordPiece(readTokenTable(packed(['[UNK]', 'un', 'u', '##n', '##related', '##re', '##lated', '##']), 'small'))
  assert.deepEqual(wordPiece.encode('unrelated'), [1, 4])
  assert.deepEqual(wordPiece.encode('un unrel u'), [1, 0, 2])
})

test('the packed vocabulary holds the pieces of the list, in its order', () => {
  assert.ok(asset('vocabulary.bin').equals(packed(asset('vocabulary.txt').toString().trimEnd().split('\n'))))
})

test('a word of several thousand characters is unknown, and so is one with a character of no piece', () => {
  const wordPiece = createWordPiece(vocabulary)
  const [unknown = -1] = wordPiece.encode('\u{1f9ff}')
  assert.deepEqual(wordPiece.encode(`${'e'.repeat(5000)} tea`), [unknown, ...wordPiece.encode('tea')])
  assert.deepEqual(wordPiece.encode('te\u{1f9ff}a'), [unknown])
})
