import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import test from 'node:test'
import fc from 'fast-check'
import ranks from 'gpt-tokenizer/bpeRanks/o200k_base'
import { countTokens } from 'gpt-tokenizer/encoding/o200k_harmony'
import { readTokenTable } from '../token-table.ts'
import { loadO200kCounter } from './load-counter.ts'

const count = await loadO200kCounter()
/** Special tokens are plain text to us. */
const reference = (text: string): number => countTokens(text, { disallowedSpecial: new Set<string>() })

const path = 'assets/o200k-ranks/ranks.bin'
const byteOrderMark = '\ufeff'

const words = fc.constantFrom(
  "I'll",
  "SHE'S",
  'antidisestablishmentarianism',
  'Überraschung',
  'naïve',
  'HTTPServer2Client',
  '12345678',
  '家族に会いました',
  'こんにちは世界',
  'привет',
  'مرحبا',
  'สวัสดีครับ',
  '안녕하세요',
  '👩‍👩‍👧‍👦🏳️‍🌈',
  '<|endoftext|>',
  '<|start|>',
  '\r\n',
  '   ',
  '\t\t',
  '...//',
  '----------',
  '\ud800',
  'e\u0301',
  '́',
  'xqzjvkwp',
)
const texts: Readonly<Record<string, fc.Arbitrary<string>>> = {
  'any characters': fc.string({ unit: 'binary', maxLength: 60 }),
  'any UTF-16 units': fc.array(fc.nat(0xffff), { maxLength: 40 }).map(units => String.fromCharCode(...units)),
  graphemes: fc.string({ unit: 'grapheme', maxLength: 60 }),
  'printable ASCII': fc.string({ unit: 'grapheme-ascii', maxLength: 120 }),
  'letters without an end': fc.string({ unit: fc.constantFrom('a', 'b', 'e', 't', 'é', 'я', '語'), maxLength: 200 }),
  'words of many kinds': fc
    .array(fc.oneof(words, fc.constantFrom(' ', '', '\n', '-', "'")), { maxLength: 30 })
    .map(parts => parts.join('')),
}

for (const [name, text] of Object.entries(texts)) {
  test(`tokens of ${name} are counted as gpt-tokenizer counts them`, () => {
    fc.assert(
      fc.property(text, one => {
        fc.pre(!one.includes(byteOrderMark))
        assert.equal(count(one), reference(one))
      }),
      { numRuns: 500 },
    )
  })
}

test('a byte order mark is the one token that it is in the table; gpt-tokenizer loses it when it decodes the three bytes', () => {
  assert.ok(ranks.some(token => typeof token !== 'string' && Buffer.from(token).equals(Buffer.from(byteOrderMark))))
  assert.deepEqual([count(byteOrderMark), reference(byteOrderMark)], [1, 2])
})

test('whole files are counted as gpt-tokenizer counts them', () => {
  for (const path of ['package-lock.json', 'docs/architecture.md', 'assets/demo/dialogue.jsonl', 'src/lib/time/languages/chinese.ts']) {
    const text = readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8')
    assert.equal(count(text), reference(text), path)
  }
})

test('a word without an end takes time in proportion', () => {
  const once = 'abcdefghij'.repeat(20_000)
  assert.equal(count(once), count(`${once} `) - 1)
})

test('the table holds every token of the encoding at its rank, and nothing else', () => {
  const table = readTokenTable(readFileSync(new URL(`../../../${path}`, import.meta.url)), path)
  const encoder = new TextEncoder()
  const rankOf = (bytes: Uint8Array): number => table.idOf(bytes, 0, bytes.length)
  const wrong = ranks.findIndex(
    (token, rank) => rankOf(typeof token === 'string' ? encoder.encode(token) : Uint8Array.from(token)) !== rank,
  )
  assert.equal(wrong, -1)
  for (const none of ['', 'xqzjvkwp', 'the harbour']) assert.equal(rankOf(encoder.encode(none)), -1)
})

test('a table that was cut short is refused', () => {
  const file = readFileSync(new URL(`../../../${path}`, import.meta.url))
  const cut = { code: 'bad_file', message: /ranks\.bin is not whole: it has 1000 bytes/ }
  assert.throws(() => readTokenTable(file.subarray(0, 1000), path), cut)
  assert.throws(() => readTokenTable(file.subarray(0, file.length - 1), path), { code: 'bad_file' })
})
