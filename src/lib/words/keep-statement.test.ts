import assert from 'node:assert/strict'
import { test } from 'node:test'
import { keepStatement } from './keep-statement.ts'
import { splitSentences } from './split-sentences.ts'

const kept = (text: string, addressee: string | null = null): readonly string[] =>
  splitSentences(text).flatMap(sentence => keepStatement(text, sentence, addressee)?.text ?? [])

test('greetings, thanks, cheer and praise say nothing', () => {
  for (const text of [
    'Hey! Good to see you!',
    'ok thanks',
    "That's so great, thanks a lot!",
    "You're doing an awesome job!",
    "I'm so happy for you! Keep it up!",
    'Wow, that sounds amazing.',
    'Thanks, Ana!',
    'Maybe.',
    'Appreciate the reminder.',
    '你好！谢谢。',
    'Hola, buenos días.',
    '👍',
    '...',
  ]) {
    assert.deepEqual(kept(text), [], text)
  }
})

test('what tells something stays, word for word', () => {
  for (const text of [
    'Rex is a cat',
    'I live in Aveiro.',
    'Ana paid 400 EUR',
    'My sister never eats fish.',
    'Thanks to Omar I got the job in Porto.',
    "I'm not moving to Oslo.",
    'I might take up sailing, too.',
    'If we did, we would need a second server.',
    'אני גרה בחיפה',
    '昨日は図書館で将棋を指した',
    'Soy vegana.',
  ]) {
    assert.deepEqual(kept(text), [text], text)
  }
})

test('questions are left out, with or without their mark', () => {
  assert.deepEqual(kept('What is 2+2? where do you live\nAny plans? 你呢？ أين تعيش؟'), [])
})

test('of a question, what it states first is kept', () => {
  assert.deepEqual(kept("I'm planning a trip to Madeira, do you know a good hotel?"), ["I'm planning a trip to Madeira"])
  assert.deepEqual(kept('We bought a red tandem last week - what do you think?'), ['We bought a red tandem last week'])
  assert.deepEqual(kept('Suppose we moved the archive, would that be cheaper?'), ['Suppose we moved the archive, would that be cheaper?'])
  assert.deepEqual(kept('Can you remind me to water the fig tree?'), ['Can you remind me to water the fig tree?'])
})

test('a greeting, an interjection and the name of the other are cut off', () => {
  assert.deepEqual(kept('Hey Melina, so I sold the boat, Mel!', 'Melina'), ['I sold the boat'])
  assert.deepEqual(kept('Melina, the boat is sold.', 'Melina'), ['the boat is sold.'])
  assert.deepEqual(kept('Yeah, I sold the boat.'), ['I sold the boat.'])
  assert.deepEqual(kept('So far, I sold two boats.'), ['So far, I sold two boats.'])
  assert.deepEqual(kept('No, I never sold the boat.'), ['No, I never sold the boat.'])
})

test('a line that announces a list stays with it', () => {
  assert.deepEqual(kept('To deploy:\n1. Run the tests'), ['To deploy:', '1. Run the tests'])
})
