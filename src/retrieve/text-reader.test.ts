import assert from 'node:assert/strict'
import test from 'node:test'
import fc from 'fast-check'
import { loadStaticTable } from '../embed/static-table.ts'
import { contentWords, stem } from '../lib/terms.ts'
import { createTextReader, type ReadText } from './text-reader.ts'

const { tokenIds } = await loadStaticTable()

/** The same by two ways through the text. */
const apart = (text: string) => ({
  length: text.length,
  words: contentWords(text).map(word => [word, stem(word)]),
  pieces: [...tokenIds(text)],
})
const together = ({ length, words }: ReadText) => ({
  length,
  words: words.flatMap(({ word, term }) => (term === null ? [] : [[word, term]])),
  pieces: words.flatMap(({ pieces }) => Array.from(pieces)),
})

test('cut once or twice, a text has the same words and pieces', () => {
  const read = createTextReader(tokenIds)
  for (const text of [
    '',
    "Melanie's dogs' toys: it's the dog's, isn't it?",
    "'s a pity; rock 'some' more 'scuse 'S",
    'A co-operative_of 3rd-rate UNDERSTANDINGS, e.g. antidisestablishmentarianism!',
    `${'x'.repeat(50)} ${'pneumono'.repeat(6)}`,
    'tab\tand\nline\r\nand\fform\vfeed and a\0b',
    'Zoë’s café – naïve',
    '東京で tea を飲む',
  ]) {
    assert.deepEqual(together(read(text)), apart(text), JSON.stringify(text))
  }
  const words = fc.constantFrom(
    'it',
    "'",
    's',
    "'s",
    "'S",
    ' ',
    '-',
    'running',
    'Harbour',
    '\n',
    '3',
    '’s',
    'é',
    '\0',
    '\x7f',
    'misunderstandings',
  )
  fc.assert(
    fc.property(fc.array(words, { maxLength: 12 }), parts => assert.deepEqual(together(read(parts.join(''))), apart(parts.join('')))),
  )
  fc.assert(fc.property(fc.string({ unit: 'binary-ascii', maxLength: 60 }), text => assert.deepEqual(together(read(text)), apart(text))))
})

test('where a mark is a piece of its own it stays one', () => {
  const read = createTextReader(text => Uint16Array.from(text, character => character.charCodeAt(0)))
  assert.deepEqual(
    together(read('tea, no?')).pieces,
    Array.from('tea, no?', character => character.charCodeAt(0)),
  )
})
