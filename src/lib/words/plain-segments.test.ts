import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import test from 'node:test'
import fc from 'fast-check'
import { plainSegments } from './plain-segments.ts'

const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' })
const expected = (text: string): readonly string[] => Array.from(segmenter.segment(text), ({ segment }) => segment)
const check = (text: string): void => {
  const found = plainSegments(text)
  assert.deepEqual(found?.map(({ segment }) => segment) ?? null, expected(text), JSON.stringify(text))
  let index = 0
  for (const segment of found ?? []) {
    assert.equal(segment.index, index)
    index += segment.segment.length
  }
}

const marks = fc.constantFrom(...'aaBB1 .!?\'"()[]{}‘’“”,-:;–—\t\v\f\r\n%/é\u0000\u001c\u007fÀß×÷')
const any = fc.oneof(
  fc.constantFrom('👋', '🌟', '😀', '🚀', '🤖'),
  fc.integer({ min: 0, max: 0x7f }).map(code => String.fromCharCode(code)),
  fc.integer({ min: 0xc0, max: 0xff }).map(code => String.fromCharCode(code)),
)
const words = fc.constantFrom(
  'Ana',
  'went',
  'No. 5',
  'e.g.',
  'U.S.',
  '3.5',
  'Dr.',
  '...',
  '?!',
  'so;',
  '(yes.)',
  '“Hm.”',
  '\r\n',
  '- ',
  '5.',
  'a.B',
  'x.y',
)
const joined = (parts: fc.Arbitrary<string>, most: number, between = ''): fc.Arbitrary<string> =>
  fc.array(parts, { maxLength: most }).map(list => list.join(between))
const texts = {
  marks: joined(marks, 12),
  'any of the characters': joined(any, 30),
  words: joined(words, 12, ' '),
  'words without blanks': joined(words, 8),
}

for (const [name, text] of Object.entries(texts)) {
  test(`sentences of ${name} are cut as Intl.Segmenter cuts them`, () => {
    fc.assert(
      fc.property(
        text.filter(one => plainSegments(one) !== null),
        check,
      ),
      { numRuns: 5000 },
    )
  })
}

test('each line of whole files is cut as Intl.Segmenter cuts it, or left to it', () => {
  for (const path of ['docs/architecture.md', 'docs/benchmarks.md', 'assets/demo/dialogue.jsonl', 'README.md']) {
    const text = readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8')
    for (const line of text.split(/(?<=\n)/)) if (plainSegments(line) !== null) check(line)
  }
})

test('every emoji that is taken here is to Intl.Segmenter what it is here', () => {
  for (let code = 0x1f000; code < 0x20000; code++) {
    const one = String.fromCodePoint(code)
    if (plainSegments(one) === null) continue
    for (const text of [`A.${one}B`, `A. ${one} b. ${one} B`, `a${one}. B?${one}.${one}${one} C`]) check(text)
  }
})

test('other scripts, accents and emoji that join are left to Intl.Segmenter', () => {
  for (const text of [
    'Да. Нет.',
    '好。走吧。',
    'e\u0301. A',
    'Hi 👋🏽. A',
    'Hi ❤️. A',
    'So?; yes',
    '\ud83c',
    '\ude00',
    '\ud83c\ude00',
    'a\u00a0b',
    'What…',
  ])
    assert.equal(plainSegments(text), null)
})

test('a very long text is cut in a time that grows with it', () => {
  assert.equal(plainSegments('It is 5. Yes 🌟 '.repeat(200_000))?.length, 200_001)
  for (const text of ['.', ' ', '"', '. ', '1 ']) assert.notEqual(plainSegments(text.repeat(1_000_000)), null)
})
