import assert from 'node:assert/strict'
import test from 'node:test'
import { remembered } from './remembered.ts'

test('a text is read once, a long one each time, and all again once there are too many', () => {
  const read: string[] = []
  const lengthOf = remembered(
    text => {
      read.push(text)
      return text.length
    },
    { most: 2, longest: 3 },
  )
  assert.deepEqual(['a', 'a', '', ''].map(lengthOf), [1, 1, 0, 0])
  assert.deepEqual(read, ['a', ''])
  assert.deepEqual(['long', 'long'].map(lengthOf), [4, 4])
  assert.deepEqual(read.splice(0), ['a', '', 'long', 'long'])
  assert.deepEqual(['b', 'a', 'b'].map(lengthOf), [1, 1, 1])
  assert.deepEqual(read, ['b', 'a'])
})
