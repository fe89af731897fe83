import { type LocomoCategory, locomoF1 } from '../statistics/locomo-f1.ts'
import type { Judge, JudgedAnswer, Scored } from './judge.ts'

interface RuleJudgeParts extends Pick<Judge, 'id' | 'scale' | 'judges'> {
  readonly score: (item: JudgedAnswer) => number
}

function createRuleJudge(parts: RuleJudgeParts): Judge {
  const score = (item: JudgedAnswer): Scored => ({ score: parts.score(item), more: {} })
  return {
    ...parts,
    score,
    hash: null,
    replyTokens: 0,
    prompts: () => [],
    judge: async item => ({ ...score(item), replies: [], askedAgain: 0, served: null, usage: null }),
  }
}

const categories: Readonly<Record<string, LocomoCategory>> = { 'multi-hop': 1, temporal: 2, 'open-domain': 3 }

/** LoCoMo's own token F1. What is not one of its categories is scored as its single-hop. Questions that have no answer have none here. */
export const f1Judge: Judge = createRuleJudge({
  id: 'f1/1',
  scale: 'share',
  judges: ({ gold, abstains, weights }) => gold !== null && !abstains && weights.length === 0,
  score: ({ answer, gold, category }) => locomoF1(answer, gold ?? '', categories[category] ?? 4),
})

const saying =
  'mention(?:ed|s)?|say|says|said|state[sd]?|specif(?:y|ied)|know|known|provided?|indicate[sd]?|discuss(?:ed)?|answer(?:ed)?|determined?|tell|told|find|found|enough|sure|available'
const declines = new RegExp(
  [
    String.raw`\bnot in memory\b`,
    String.raw`(?:\b(?:not|never|nothing|nowhere|nobody|no one)|n['’]t)\b[^.;!?\n]{0,60}\b(?:${saying})\b`,
    String.raw`\bno (?:information|mention|record|evidence|answer|memory|details?)\b`,
    String.raw`\b(?:unknown|unanswerable|unclear|unsure)\b`,
  ].join('|'),
  'i',
)

/** Whether a question that has no answer got none, by the words alone: no model is asked. Falling for its trap is wrong whatever stands beside it. */
export const abstentionJudge: Judge = createRuleJudge({
  id: 'abstention/1',
  scale: 'binary',
  judges: ({ abstains }) => abstains,
  score({ answer, trap, abstained }) {
    if (trap !== null && ` ${plain(answer)} `.includes(` ${plain(trap)} `)) return 0
    return abstained === true || declines.test(answer) ? 1 : 0
  },
})

const plain = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
