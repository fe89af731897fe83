import { lazily } from '../lib/lazily.ts'
import type { Extractor } from '../seams.ts'

const id = 'rule/1'

// Once: each import is resolved anew.
const rules = lazily(() => import('./extract-turn.ts'))

/**
 * Writes records by rules, without a model (section A.4): for each passage of a turn and each kind at most one, in the speaker's own words, with
 * each date beside its phrase. Small talk and questions are left out, negation and modality stay word for word, and no fact is taken from a
 * supposition or from what somebody else is reported to have said. Never throws, whatever the text. Its rules are loaded at the first turn.
 */
export function createRuleExtractor(): Extractor {
  return {
    id,
    context: 1,
    async extract(turn, kinds, before) {
      const { extractTurn } = await rules()
      return extractTurn(turn, { kinds, before: before.at(-1), writer: id })
    },
  }
}
