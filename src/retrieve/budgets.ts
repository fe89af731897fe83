import type { Hit } from '../domain.ts'
import { EngramError } from '../errors.ts'
import type { Budget } from '../seams.ts'

/** The paper's Truncate_K (section A.5). */
export function cardBudget(limit: number): Budget {
  return { policy: 'cards', limit: whole('cards', limit), most: limit, room: null, choose: hits => [...Iterator.from(hits).take(limit)] }
}

/** Once so much of the room is used, a card says only the least it may: the last cards are many and each is rarely needed. */
const tail = 0.5
/** No card has fewer tokens: label, speaker and some words. */
const leastCard = 8

/**
 * Cards best first into so many tokens, the last of them short. What does not fit is skipped and the next is tried: one large card never ends
 * the packing.
 */
export function tokenBudget(limit: number): Budget {
  return {
    policy: 'tokens',
    limit: whole('tokens', limit),
    most: Math.ceil(limit / leastCard),
    room: limit,
    choose(hits, cost) {
      const chosen: Hit[] = []
      let used = 0
      for (const hit of hits) {
        if (limit - used < leastCard) break
        const said = used < tail * limit ? hit : { ...hit, claim: hit.short }
        const tokens = cost(said, chosen)
        if (used + tokens > limit) continue
        chosen.push(said)
        used += tokens
      }
      return chosen
    },
  }
}

export function noBudget(): Budget {
  return { policy: 'none', limit: Number.MAX_SAFE_INTEGER, most: Number.MAX_SAFE_INTEGER, room: null, choose: hits => [...hits] }
}

function whole(field: string, limit: number): number {
  if (Number.isInteger(limit) && limit > 0) return limit
  throw new EngramError('bad_input', `${field}: expected a whole number above 0, got ${limit}.`, { field })
}
