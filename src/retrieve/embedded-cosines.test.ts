import assert from 'node:assert/strict'
import test from 'node:test'
import type { Memory, Turn } from '../domain.ts'
import { embeddedCosines } from './embedded-cosines.ts'
import { passageOf } from './passage.ts'
import { createByteVectors } from './record-vectors.ts'

const reading = { asks: false, prefers: false, instructions: [] }

function passageSaying(id: string) {
  const turn: Turn = { id, session: id, speaker: 'Ida', text: 'Bees.', at: null, attachments: [] }
  const source = { turnId: id, attachment: null, start: 0, end: 5 }
  const memory: Memory = {
    id: `m-${id}`,
    body: { kind: 'semantic', fact: 'Bees.' },
    speaker: 'Ida',
    anchor: null,
    at: null,
    valid: { from: null, to: null },
    turnId: id,
    sources: [source],
    writtenBy: 'rule/1',
  }
  return passageOf({ turn, start: 0, end: 5, first: true }, { text: turn.text, memories: [memory], reading })
}

test('a vector that becomes known without a new revision counts from then on', () => {
  const partition = { passages: ['a', 'b'].map(passageSaying), revision: 7 }
  const vectors = createByteVectors()
  const asked = Float32Array.of(1, 0)
  vectors.add(new Map([['m-a', Float32Array.of(0, 1)]]))
  const before = [...(embeddedCosines(asked, partition, vectors)?.values ?? [])]
  // Another question has them read or made while this one waited.
  vectors.add(new Map([['m-b', Float32Array.of(1, 0)]]))
  vectors.completeAt = 7
  const after = [...(embeddedCosines(asked, partition, vectors)?.values ?? [])]
  assert.deepEqual([before[0], before[1], after[0]], [0, 0, 0])
  assert.ok((after[1] ?? 0) > 0.99)
})
