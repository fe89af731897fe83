import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Memory } from '../domain.ts'
import { memoryId } from './memory-id.ts'

type Identity = Parameters<typeof memoryId>[0]
const sources: Memory['sources'] = [{ turnId: 't1', attachment: null, start: 0, end: 9 }]
const record: Identity = { writtenBy: 'rule/1', turnId: 't1', body: { kind: 'semantic', fact: 'Rex is a cat' }, sources }

test('an id depends on writer, turn, body and sources, and on no order of fields', () => {
  assert.match(memoryId(record), /^m[0-9a-f]{20}$/)
  const reordered: Identity = {
    sources: [{ end: 9, start: 0, attachment: null, turnId: 't1' }],
    body: { fact: 'Rex is a cat', kind: 'semantic' },
    turnId: 't1',
    writtenBy: 'rule/1',
  }
  assert.equal(memoryId(reordered), memoryId(record))
  const others: readonly Identity[] = [
    { ...record, writtenBy: 'rule/2' },
    { ...record, turnId: 't2' },
    { ...record, body: { kind: 'semantic', fact: 'Max is a cat' } },
    { ...record, sources: [] },
  ]
  assert.equal(new Set([record, ...others].map(memoryId)).size, 5)
})

test('half a surrogate pair has an id of its own', () => {
  const fact = (text: string): string => memoryId({ ...record, body: { kind: 'semantic', fact: text } })
  assert.notEqual(fact('\ud83d'), fact('\ufffd'))
})
