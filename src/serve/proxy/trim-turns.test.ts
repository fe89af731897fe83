import assert from 'node:assert/strict'
import test from 'node:test'
import { readDialogue } from './read-dialogue.ts'
import { trimTurns } from './trim-turns.ts'

const items = (roles: string): readonly object[] =>
  [...roles].map((letter, index) => {
    const content = `words ${index}`
    if (letter === 'c')
      return { role: 'assistant', content: null, tool_calls: [{ id: 'x', type: 'function', function: { name: 'f', arguments: '{}' } }] }
    if (letter === 't') return { role: 'tool', tool_call_id: 'x', content }
    if (letter === 'i')
      return {
        role: 'user',
        content: [
          { type: 'text', text: content },
          { type: 'image_url', image_url: { url: 'http://h/a.png' } },
        ],
      }
    return { role: { s: 'system', u: 'user', a: 'assistant' }[letter], content }
  })
const trimmed = (roles: string, keepQuestions: number, isHeld: (index: number) => boolean = () => true): readonly number[] =>
  [...trimTurns(readDialogue({ messages: items(roles) }, 'messages')?.items ?? [], { keepQuestions, isHeld })].toSorted((a, b) => a - b)

test('turns before the last questions are left out, instructions stay', () => {
  assert.deepEqual(trimmed('suauau', 1), [1, 2, 3, 4])
  assert.deepEqual(trimmed('suauau', 2), [1, 2])
  assert.deepEqual(trimmed('suasuau', 1), [1, 2, 4, 5])
  assert.deepEqual(trimmed('suauau', 3), [])
  assert.deepEqual(trimmed('suauau', 9), [])
  assert.deepEqual(trimmed('', 1), [])
})

test('what memory does not hold stays, and so does all after it and its question', () => {
  assert.deepEqual(
    trimmed('uauauau', 1, index => index !== 3),
    [0, 1],
  )
  assert.deepEqual(
    trimmed('uauauau', 1, index => index !== 2),
    [0, 1],
  )
  assert.deepEqual(
    trimmed('uauauau', 1, () => false),
    [],
  )
})

test('calls of tools keep their results, and what came with a file stays with it', () => {
  assert.deepEqual(trimmed('uauctauau', 1), [0, 1])
  assert.deepEqual(trimmed('uaiauau', 1), [0, 1])
})
