import { setTimeout as sleep } from 'node:timers/promises'
import { EngramError } from '../../src/errors.ts'
import type { BackgroundWriter, DeadLetter } from '../../src/seams.ts'
import { memoryOf } from '../../src/store/contract/dialogue.fixture.ts'

/** Which turns no writer can read: by an answer that says so, or by failing. */
export const unreadable = (id: string): 'said' | 'fails' | null => (id.endsWith('250') ? 'said' : id.endsWith('750') ? 'fails' : null)

/** Fails one call in five, at random, in the three ways that pass; no turn fails three times by chance alone. */
export function createFailingWriter(random: () => number): { readonly writer: BackgroundWriter; most(): number } {
  const failedAlone = new Set<string>()
  let held = 0
  let most = 0

  function fail(ids: readonly string[]): void {
    const [first = ''] = ids
    if (ids.some(id => unreadable(id) === 'fails')) throw new EngramError('model_no_answer', `Nothing of ${ids.length} turns.`)
    const fate = random()
    if (fate < 0.07) throw new EngramError('model_unavailable', 'Connection reset.')
    if (fate < 0.14) throw new EngramError('model_timeout', 'Too slow.')
    if (fate > 0.2 || failedAlone.has(first)) return
    if (ids.length === 1) failedAlone.add(first)
    throw new EngramError('model_no_answer', 'Only reasoning.')
  }

  const writer: BackgroundWriter = {
    id: 'model/1',
    context: 2,
    batch: 20,
    async write(turns) {
      held += turns.length
      most = Math.max(most, held)
      try {
        await sleep(random() * 4)
        fail(turns.map(({ turn }) => turn.id))
        const failed: DeadLetter[] = turns
          .filter(({ turn }) => unreadable(turn.id) === 'said')
          .map(({ turn }) => ({ turnId: turn.id, reason: 'Unreadable.' }))
        const read = turns.filter(({ turn }) => unreadable(turn.id) === null)
        return { memories: read.map(({ turn: { id } }) => memoryOf(`model-${id}`, id, { writtenBy: 'model/1' })), failed }
      } finally {
        held -= turns.length
      }
    },
  }
  return { writer, most: () => most }
}
