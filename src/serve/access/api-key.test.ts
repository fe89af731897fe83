import assert from 'node:assert/strict'
import test from 'node:test'
import { issueKey, isToken, keyIdIn } from './api-key.ts'

const now = new Date('2024-03-01T10:00:00Z')
const issue = () => issueKey({ tenant: 'acme', right: 'read', name: null, now })

test('each key is another, carries its id, and is stored as a hash alone', () => {
  const issued = Array.from({ length: 50 }, issue)
  assert.equal(new Set(issued.map(({ token }) => token)).size, 50)
  for (const { token, key } of issued) {
    assert.equal(keyIdIn(token), key.id)
    assert.equal(JSON.stringify(key).includes(token.slice(20)), false)
    assert.equal(key.createdAt, '2024-03-01T10:00:00.000Z')
    assert.equal(isToken(token, key), true)
  }
})

test('only its own token fits a key', () => {
  const [{ token, key }, other] = [issue(), issue()]
  for (const wrong of ['', other.token, `${token} `, token.slice(0, -1), token.toLowerCase().toUpperCase()])
    assert.equal(isToken(wrong, key), false, wrong)
  for (const hash of ['', 'zz', key.hash.slice(2)]) assert.equal(isToken(token, { hash }), false, hash)
  for (const text of ['', 'engram_', token.slice(1), `${token}A`, `engram_${key.id}`, token.replace('engram', 'ENGRAM')])
    assert.equal(keyIdIn(text), null, text)
})
