import type { Memory } from '../domain.ts'
import { EngramError } from '../errors.ts'
import type { BackgroundWriter, Extractor, Router } from '../seams.ts'

/** The paper's way: each turn is routed and extracted by itself. A turn whose reply can't be used has failed; the others stand. */
export function createTurnWriter({ router, extractor }: { readonly router: Router; readonly extractor: Extractor }): BackgroundWriter {
  return {
    id: extractor.id,
    context: extractor.context,
    batch,
    async write(turns, signal) {
      const memories: Memory[] = []
      const failed: { readonly turnId: string; readonly reason: string }[] = []
      await Promise.all(
        turns.map(async ({ turn, before }) => {
          try {
            const [kinds = new Set<never>()] = await router.route([turn], signal)
            memories.push(...(await extractor.extract(turn, kinds, before, signal)))
          } catch (error) {
            if (!(error instanceof EngramError) || error.code !== 'model_no_answer') throw error
            failed.push({ turnId: turn.id, reason: error.message })
          }
        }),
      )
      const places = new Map(turns.map(({ turn }, place) => [turn.id, place]))
      const place = (turnId: string): number => places.get(turnId) ?? 0
      return {
        memories: memories.sort((a, b) => place(a.turnId) - place(b.turnId)),
        failed: failed.sort((a, b) => place(a.turnId) - place(b.turnId)),
      }
    },
  }
}

/** Turns whose calls may run side by side; how many do is the model's limit. */
const batch = 12
