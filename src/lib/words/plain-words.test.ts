import assert from 'node:assert/strict'
import { test } from 'node:test'
import { countWords } from './content-words.ts'
import { plainWords } from './plain-words.ts'

test('plain words are lower case, without marks, apostrophes only inside', () => {
  assert.equal(plainWords('I’m NOT in "Seattle" — yet!'), " i'm not in seattle yet ")
  assert.equal(plainWords("'Tis the dogs' 1st e.g. café"), ' tis the dogs 1st e g café ')
  assert.equal(plainWords('?!'), ' ')
  assert.equal(plainWords(''), ' ')
})

test('words that say something are counted, two wide characters as one', () => {
  assert.deepEqual(countWords(plainWords('Thanks, I moved to Oslo in 2023')), { all: 7, content: 3, pleasant: 1 })
  assert.equal(countWords(plainWords('图书馆里下棋')).content, 3)
  assert.equal(countWords(' ').all, 0)
})
