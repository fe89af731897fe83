import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { scopeKey } from './scope-key.ts'

const hex = (tenant: string, space: string): string => scopeKey({ tenant, space }).toString('hex')

test('a scope key has 16 bytes and never changes', () => {
  assert.equal(hex('acme', 'ana'), '9a4b68ec307cec81ab8a40aae70145d0')
})

test('no separator, case, space or quote makes two scopes one', () => {
  const scopes = [
    ['a_b', 'c'],
    ['a', 'b_c'],
    ['a:b', 'c'],
    ['a', 'b:c'],
    ['a","b', 'c'],
    ['a', 'b","c'],
    ['Ana', 'x'],
    ['ana', 'x'],
    ['ana ', 'x'],
    ['ana', ' x'],
    ['', 'ana'],
    ['ana', ''],
    ['é', 'x'],
    ['e\u0301', 'x'],
  ] as const
  assert.equal(new Set(scopes.map(([tenant, space]) => hex(tenant, space))).size, scopes.length)
})

test('two scopes have the same key only when both names are the same', () => {
  const name = fc.string({ unit: 'binary', maxLength: 6 })
  fc.assert(
    fc.property(name, name, name, name, (tenant, space, otherTenant, otherSpace) => {
      assert.equal(hex(tenant, space) === hex(otherTenant, otherSpace), tenant === otherTenant && space === otherSpace)
    }),
  )
})
