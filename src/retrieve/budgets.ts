import type { Hit } from '../domain.ts'
import { checkCount } from '../lib/check-input.ts'
import type { Budget } from '../seams.ts'

/** The paper's Truncate_K (section A.5). */
export function cardBudget(limit: number): Budget {
  return {
    policy: 'cards',
    limit: checkCount('cards', limit),
    most: limit,
    room: null,
    choose(hits) {
      // A loop: the helpers of iterators take several times as long.
      const chosen: Hit[] = []
      for (const hit of hits) if (chosen.push(hit) === limit) break
      return chosen
    },
  }
}

/** Once so much of the room is used, a card says only the least it may: the last cards are many and each is rarely needed. */
const tail = 0.4
/** No card has fewer tokens: label, speaker and some words. */
const leastCard = 8
/** Few have so few that more than this would fit on average. */
const smallCard = 14

/**
 * Cards best first into so many tokens, the last of them short. What does not fit is skipped and the next is tried: one large card never ends
 * the packing.
 */
export function tokenBudget(limit: number): Budget {
  return {
    policy: 'tokens',
    limit: checkCount('tokens', limit),
    most: Math.ceil(limit / smallCard),
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

/** How likely a card is to be needed, by how far it stands out and how many stand before it: a logistic fit to LoCoMo's development questions. */
const need = { deviation: 0.706, rank: -0.811, constant: -3.824 }
/** Cards below this need, for their share of it and their price, are not worth their tokens. */
const defaultWorth = 0.008
const usualCard = 40
/** The first cards say all they have to say, the others the least. */
const fullCards = 4
const fewestTokens = 120
const mostTokens = 1_600

/**
 * As many cards as a question needs: it goes on while the next card's need, shared among those found, is worth its tokens; at least 120 tokens
 * and at most `limit`. A higher `worth` stops sooner. Where how far hits stand out is unknown, it is a token budget.
 */
export function adaptiveBudget({
  limit = mostTokens,
  worth = defaultWorth,
}: {
  readonly limit?: number
  readonly worth?: number
} = {}): Budget {
  return {
    policy: 'adaptive',
    limit: checkCount('tokens', limit),
    most: mostAdaptive,
    room: fewestTokens,
    choose(hits, cost) {
      const ranked = [...hits]
      const needs = ranked.map(({ deviation }, rank) =>
        deviation === null ? 1 : sigmoid(need.deviation * deviation + need.rank * Math.log(1 + rank) + need.constant),
      )
      const shared = Math.max(
        1,
        needs.reduce((sum, one) => sum + one, 0),
      )
      const chosen: Hit[] = []
      let used = 0
      for (const [rank, found] of ranked.entries()) {
        const hit = rank < fullCards ? found : { ...found, claim: found.short }
        const tokens = cost(hit, chosen)
        const worthIt = hit.deviation === null || (needs[rank] ?? 0) / ((shared * tokens) / usualCard) >= worth
        if (!worthIt && used >= fewestTokens) break
        if (used + tokens > limit) continue
        chosen.push(hit)
        used += tokens
      }
      return chosen
    },
  }
}

const mostAdaptive = 80

function sigmoid(value: number): number {
  return 1 / (1 + Math.exp(-value))
}

export function noBudget(): Budget {
  return { policy: 'none', limit: Number.MAX_SAFE_INTEGER, most: Number.MAX_SAFE_INTEGER, room: null, choose: hits => [...hits] }
}
