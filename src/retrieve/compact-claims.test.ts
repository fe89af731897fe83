import assert from 'node:assert/strict'
import test from 'node:test'
import { terms } from '../lib/terms.ts'
import { type Claims, createClaimWriter, createSaid } from './compact-claims.ts'
import { createLexicalIndex } from './lexical-index.ts'
import { createTextReader } from './text-reader.ts'

const read = createTextReader(() => new Uint16Array())

function writerFor(question: string, said: readonly string[]): { readonly of: (text: string) => Claims } {
  const lexical = createLexicalIndex()
  for (const [session, text] of said.entries()) lexical.add(read(text), session)
  const writer = createClaimWriter(
    said.map(text => createSaid({}, text)),
    { terms: terms(question) },
    lexical,
  )
  return { of: text => writer.write(createSaid({}, text)) }
}

test('an answer stays where the question that it answers matches, and not the question without its answer', () => {
  const { of } = writerFor('Which team did John sign with?', ['I signed with a new team.', 'The season was long.'])
  const { claim, short } = of('The Wolves! (asked: "Which team did you sign with?") It is a nice day again.')
  assert.equal(claim, 'The Wolves! (asked: "Which team did you sign with?")')
  assert.equal(short, claim, 'two words are not understood alone')
})

test('a short claim leaves the question out where its answer is understood alone', () => {
  const { of } = writerFor('How are the games going?', ['The games are going on.', 'We sold the car.'])
  const { claim, short } = of('It was an intense season with tough losses and great wins. (asked: "How have games been going?")')
  assert.match(claim, /asked/)
  assert.equal(short, 'It was an intense season with tough losses and great wins.')
})

test('what neither matches nor tells much is left out, unless nothing else is said', () => {
  const { of } = writerFor('Where does Ida keep bees?', ['Ida keeps bees on the roof.', 'It rained.'])
  assert.equal(of('I keep bees on the roof. It was fun.').claim, 'I keep bees on the roof.')
  assert.equal(of('It was fun. So much fun!').claim.length > 0, true)
})

test('a short claim keeps the sentence that names something over one that tells as much', () => {
  const { of } = writerFor('Which music does Ida like?', [
    'Ida likes old music.',
    ...'abcdefghij'.split('').map(letter => `It was ${letter}.`),
  ])
  assert.equal(
    of('Melodies calm anybody during stormy evenings, wonderfully. Yesterday we heard Vivaldi played by candle light outside.').short,
    'Yesterday we heard Vivaldi played by candle light outside.',
  )
  assert.equal(
    of('Melodies calm anybody during stormy evenings, wonderfully. Yesterday we heard somebody singing by candle light.').short,
    'Melodies calm anybody during stormy evenings, wonderfully.',
  )
})
