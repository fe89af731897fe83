import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import test from 'node:test'
import { gunzipSync } from 'node:zlib'
import { createWordPiece } from './word-piece.ts'

const vocabulary = readFileSync(new URL('../../assets/static-table/vocabulary.txt', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n')
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
  const wordPiece = createWordPiece(['[UNK]', 'un', 'u', '##n', '##related', '##re', '##lated', '##'])
  assert.deepEqual(wordPiece.encode('unrelated'), [1, 4])
  assert.deepEqual(wordPiece.encode('un unrel u'), [1, 0, 2])
})
