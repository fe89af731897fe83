import assert from 'node:assert/strict'
import { test } from 'node:test'
import { plainWords } from './plain-words.ts'
import { isStandingInstruction, isUnsettled, sentenceKinds, showsPreference } from './sentence-kinds.ts'

test('a lasting fact or preference of the speaker is semantic', () => {
  for (const sentence of [
    'I live in Aveiro.',
    'My favourite colour is green.',
    "I'm allergic to kiwi.",
    'I really love fado.',
    'We have two dogs.',
    'My sister works at a bakery.',
    "I've been a nurse for twelve years.",
    "I'd rather walk.",
    'I prefer tea, and I could drink it all day.',
    'Rex is a cat',
    '我对花生过敏，下个月要去成都。',
    'Me gusta el mar.',
    'Ich wohne in Jena.',
    "J'habite à Nantes.",
    'אני גרה בחיפה',
    'أعمل في مستشفى',
  ]) {
    assert.ok(sentenceKinds(sentence).semantic, sentence)
  }
})

test('a supposition, a wish, and what others say or feel are no facts about the speaker', () => {
  for (const sentence of [
    'If I live in Oslo one day, I need a coat.',
    'Suppose I own a boat.',
    'I might like sailing.',
    'Maybe I love jazz.',
    'We would need a second server.',
    'My neighbour Omar said I love chess too much.',
    'Omar cannot stand chess.',
    'Her motto was "I love the rain", of all things.',
    '> I live in Oslo.',
    'It is a pity.',
    'My team is having a good run.',
  ]) {
    assert.ok(!sentenceKinds(sentence).semantic, sentence)
  }
})

test('instructions, reminders, deadlines, routines and ways to do something are procedural', () => {
  for (const sentence of [
    'Always answer in French.',
    'Never use emojis in my documents.',
    'From now on use metric units.',
    'Whenever I ask about code, include types.',
    'Please make sure to cite your sources.',
    'I want you to always show the time zone.',
    'Going forward, keep it short.',
    'Just don’t forget to file your tax return before April 15.',
    'Remind me to call the plumber.',
    'The form is due on Friday.',
    'I go swimming every Tuesday.',
    'You should soak the beans overnight in cold water.',
    'First boil the potatoes, then peel them.',
    '2. Push the tag',
    'Add the flour slowly and whisk until smooth.',
  ]) {
    assert.ok(sentenceKinds(sentence).procedural, sentence)
  }
})

test('cheer and memories are not procedural', () => {
  for (const sentence of [
    'Never give up!',
    'Never been to Oslo.',
    'I always wanted a boat.',
    'Always been a fan of the sea.',
    'It reminds me of my aunt.',
    'Check out my new boat!',
    "Don't forget to have fun!",
    'Take care of that lovely dog of theirs.',
  ]) {
    assert.ok(!sentenceKinds(sentence).procedural, sentence)
  }
})

test('standing instructions, preferences and what is unsettled are told apart', () => {
  assert.ok(isStandingInstruction(plainWords('Always include dates when I ask about events.')))
  assert.ok(!isStandingInstruction(plainWords('I always include dates.')))
  assert.ok(showsPreference(plainWords('I’d much rather read.')))
  assert.ok(!showsPreference(plainWords('I read.')))
  assert.ok(isUnsettled(plainWords('Perhaps we go.')) && !isUnsettled(plainWords('We go in May.')))
})
