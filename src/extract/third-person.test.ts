import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { thirdPerson } from './third-person.ts'

const rewritten: readonly (readonly [string, string])[] = [
  ['I moved to Seattle.', 'Ana moved to Seattle.'],
  ["I've been painting.", 'Ana has been painting.'],
  ['I’m not from Oslo.', 'Ana is not from Oslo.'],
  ["I'll call my aunt.", "Ana will call Ana's aunt."],
  ["I'd never go back.", 'Ana would never go back.'],
  ["I'd been there before.", 'Ana had been there before.'],
  ['I never eat fish.', 'Ana never eats fish.'],
  ["I don't eat fish.", "Ana doesn't eat fish."],
  ['I really enjoy chess.', 'Ana really enjoys chess.'],
  ['I try to study.', 'Ana tries to study.'],
  ['I have two dogs.', 'Ana has two dogs.'],
  ['I have two dogs, and I walk them.', 'Ana has two dogs, and Ana walks them.'],
  ['My favourite colour is green.', "Ana's favourite colour is green."],
  ['Last spring, I sold my boat.', "Last spring, Ana sold Ana's boat."],
  ['I can sing and dance.', 'Ana can sing and dance.'],
]

test('a sentence about the speaker alone is told in the third person', () => {
  for (const [sentence, expected] of rewritten) assert.equal(thirdPerson(sentence, 'Ana'), expected)
})

test('what might come out wrong is not rewritten', () => {
  for (const sentence of [
    'We moved to Seattle.',
    'I told you about my boat.',
    'I hurt myself.',
    'Our boat is old.',
    'Been busy.',
    'I put the boat away.',
    'I love chess and play it daily.',
    'I said "I will go" and left.',
    'I read about World War I last week.',
    'Never have I seen it.',
    'I Ana Lima live here.',
    'When I was ten, I moved.',
  ]) {
    assert.equal(thirdPerson(sentence, 'Ana'), null, sentence)
  }
})

test('a role is named as one', () => {
  assert.equal(thirdPerson('I sold my boat.', 'user'), "The user sold the user's boat.")
  assert.equal(thirdPerson('My boat is old.', 'Assistant'), "The assistant's boat is old.")
  assert.equal(thirdPerson('My boat is old.', 'Inês'), "Inês' boat is old.")
})

test('nothing of a rewritten sentence is left in the first person', () => {
  const words = fc.constantFrom(
    'I',
    "I'm",
    "I've",
    "I'd",
    'My',
    'my',
    'me',
    'mine',
    'we',
    'boat',
    'love',
    'sold',
    'and',
    'the',
    'War',
    'not',
    'is',
    ',',
    '.',
  )
  fc.assert(
    fc.property(fc.array(words, { maxLength: 10 }), parts => {
      const told = thirdPerson(['I', 'sold', ...parts].join(' '), 'Ana')
      assert.ok(told === null || !/\b(?:I|my|me|mine|we)\b/i.test(told))
    }),
  )
})
