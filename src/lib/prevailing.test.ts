import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Memory, MemoryKind } from '../domain.ts'
import { prevailing } from './prevailing.ts'

function record(writtenBy: string, kind: MemoryKind): Memory {
  const bodies = {
    episodic: { kind: 'episodic', title: 'Tea', summary: 'They drank tea' },
    semantic: { kind: 'semantic', fact: 'They like tea' },
    procedural: { kind: 'procedural', title: 'Tea', steps: ['Boil water'] },
  } as const
  const valid = { from: null, to: null }
  return {
    id: `${writtenBy}-${kind}`,
    body: bodies[kind],
    speaker: 'Ida',
    anchor: null,
    at: null,
    valid,
    turnId: 't',
    sources: [],
    writtenBy,
  }
}

test('a model takes the place of the rules, kind by kind', () => {
  const [event, fact] = [record('rule/1', 'episodic'), record('rule/1', 'semantic')]
  const better = [record('model/1', 'semantic'), record('model/1', 'procedural')]
  assert.deepEqual(prevailing([...better, event, fact]), [...better, event])
})

test('without a model the rules count, and other writers count beside both', () => {
  const rules = [record('rule/1', 'semantic'), record('rule/2', 'semantic'), record('tables/1', 'semantic'), record('ruler/1', 'semantic')]
  assert.deepEqual(prevailing(rules), rules)
  const model = record('model/2', 'semantic')
  assert.deepEqual(prevailing([...rules, model]), [...rules.slice(2), model])
  assert.deepEqual(prevailing([]), [])
})
