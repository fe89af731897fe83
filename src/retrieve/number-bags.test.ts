import assert from 'node:assert/strict'
import test from 'node:test'
import fc from 'fast-check'
import { createNumberBags } from './number-bags.ts'

test('each passage keeps its own numbers, however many there are', () => {
  fc.assert(
    fc.property(fc.array(fc.array(fc.nat(), { maxLength: 100 }), { maxLength: 20 }), added => {
      const bags = createNumberBags()
      for (const numbers of added) bags.add(numbers)
      assert.deepEqual(
        added.map((_, passage) => [...bags.of(passage)]),
        added,
      )
    }),
  )
})

test('a passage that was not added has none', () => {
  assert.equal(createNumberBags().of(0).length, 0)
})
