import { lazily } from '../lib/lazily.ts'
import type { Router } from '../seams.ts'

// Once: each import is resolved anew.
const rules = lazily(() => import('./route-turn.ts'))

/**
 * Routes by rules, without a model (section A.3). A turn that tells anything is episodic; semantic and procedural are added where a sentence
 * shows them; small talk and bare questions get no bit. Each turn is judged by itself, so the batch it comes in makes no difference. Its rules
 * are loaded at the first turn.
 */
export function createRuleRouter(): Router {
  return {
    async route(turns) {
      const { routeTurn } = await rules()
      return turns.map(routeTurn)
    },
  }
}
