import assert from 'node:assert/strict'
import test from 'node:test'
import fc from 'fast-check'
import { createFirstChanges } from './first-changes.ts'

test('nothing before the place that is told has changed since a revision, and what is told is right up to a hundred steps back', () => {
  const length = 50
  fc.assert(
    fc.property(fc.array(fc.nat({ max: length }), { maxLength: 150 }), places => {
      const changes = createFirstChanges()
      for (const [index, place] of places.entries()) changes.add(index + 1, place)
      for (let since = 0; since <= places.length; since++) {
        const lowest = Math.min(length, ...places.slice(since))
        const told = changes.since(since, length)
        assert.ok(told <= lowest)
        if (places.length - since <= 100) assert.equal(told, lowest)
      }
    }),
  )
})
