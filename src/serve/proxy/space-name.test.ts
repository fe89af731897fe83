import assert from 'node:assert/strict'
import test from 'node:test'
import fc from 'fast-check'
import { spaceName, type Whose } from './space-name.ts'

test('a user is named as is, a conversation with its user', () => {
  assert.equal(spaceName({ user: 'ana', conversation: null }), 'ana')
  assert.equal(spaceName({ user: 'ana', conversation: 'c1' }), '["ana","c1"]')
  assert.equal(spaceName({ user: '["ana","c1"]', conversation: null }), '["[\\"ana\\",\\"c1\\"]"]')
})

test('no two of users and conversations share a name, whatever separators they hold', () => {
  const part = fc.string({
    unit: fc.constantFrom('a', 'A', '_', ':', '/', '|', '"', '[', ']', ',', '\\', ' ', '1'),
    minLength: 1,
    maxLength: 6,
  })
  const plain = fc.record<Whose>({ user: part, conversation: fc.option(part) })
  const named = plain.map(whose => ({ user: spaceName(whose), conversation: null }))
  fc.assert(
    fc.property(fc.array(fc.oneof(plain, named), { minLength: 2, maxLength: 8 }), all => {
      const different = new Set(all.map(({ user, conversation }) => JSON.stringify([user, conversation])))
      assert.equal(new Set(all.map(spaceName)).size, different.size)
    }),
    { numRuns: 500 },
  )
})
