import { z } from 'zod'
import type { Message } from '../../domain.ts'
import { scoreOrder, truncated } from './event-order.ts'
import { readJsonReply } from './json-reply.ts'
import type { Judge, JudgedAnswer, Scored } from './judge.ts'
import { abstentionPrompt, isData, promptMarks, yesOrNo } from './judge-prompts.ts'
import { createModelJudge, type JudgeAsk } from './model-judge.ts'
import { readRating } from './read-rating.ts'
import { readVerdict } from './read-verdict.ts'
import { scoreYesNo } from './yes-no-judges.ts'

type Asked = Pick<JudgedAnswer, 'question' | 'answer'>

const ratingForm = 'Reply with one number, 1, 0.5 or 0, and nothing else.'
function nuggetPrompt({ question, answer }: Asked, nugget: string): readonly Message[] {
  const rules = [
    'You grade a reply to a question about past conversations by one thing that a good reply does.',
    '1: the reply does it in full, in whatever words. 0.5: it does a part of it, or does it vaguely. 0: it does not, or says the opposite.',
    'Nothing else about the reply counts, and it need not say the same words.',
    isData,
    ratingForm,
  ]
  return [
    { role: 'system', content: rules.join('\n') },
    { role: 'user', content: `Question: ${question}\nWhat a good reply does: ${nugget}\nReply: ${answer}` },
  ]
}

const orderForm =
  'Reply with one JSON object and nothing else: {"items": [{"says": "the item in a few words", "is": 2}]}. "is" is the number of the item of the list, or 0 where it is none of them.'
function orderPrompt({ question, answer }: Asked, items: readonly string[]): readonly Message[] {
  const rules = [
    'You match the items that a reply lists to a given list of items.',
    'Take the items that the reply lists as its answer in the order in which it puts them. For each say which item of the list is the same thing, in whatever words; each of the list can be matched once.',
    'Do not judge the order, and do not put it right.',
    isData,
    orderForm,
  ]
  const list = items.map((item, index) => `${index + 1}. ${item}`).join('\n')
  return [
    { role: 'system', content: rules.join('\n') },
    { role: 'user', content: `Question: ${question}\nThe list, by number:\n${list}\nReply: ${answer}` },
  ]
}

const orderSchema = z.object({ items: z.array(z.object({ is: z.coerce.number().int().nonnegative() })) })

/** Places in the key's list, from 0; null for an item that is none of it, or where a number is of no item. */
function readOrder(reply: string, keyLength: number): readonly (number | null)[] | null {
  const read = readJsonReply(reply, orderSchema)
  return read === null ? null : read.items.map(({ is }) => (is >= 1 && is <= keyLength ? is - 1 : null))
}

const isOrder = ({ category }: Pick<JudgedAnswer, 'category'>): boolean => category === 'event_ordering'

function asks(item: JudgedAnswer): readonly JudgeAsk[] {
  const { criteria, abstains } = item
  if (abstains) return [{ messages: abstentionPrompt.build(item), form: yesOrNo, isVerdict: reply => readVerdict(reply) !== null }]
  if (isOrder(item))
    return [{ messages: orderPrompt(item, criteria), form: orderForm, isVerdict: reply => readOrder(reply, criteria.length) !== null }]
  return criteria.map(nugget => ({
    messages: nuggetPrompt(item, nugget),
    form: ratingForm,
    isVerdict: reply => readRating(reply) !== null,
  }))
}

function score(item: JudgedAnswer, replies: readonly string[]): Scored | null {
  if (item.abstains) {
    const scored = scoreYesNo(replies)
    return scored === null ? null : { score: scored.score, more: { [truncated]: scored.score } }
  }
  if (isOrder(item)) {
    const items = readOrder(replies[0] ?? '', item.criteria.length)
    return items === null ? null : scoreOrder(items, item.criteria.length)
  }
  const ratings = replies.flatMap(reply => readRating(reply) ?? [])
  return ratings.length === 0 || ratings.length < item.criteria.length ? null : scoreNuggets(ratings)
}

/** The mean, and what the published code makes of it: it cuts every rating off to a whole number, so that a half counts nothing. */
export function scoreNuggets(ratings: readonly number[]): Scored {
  const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length
  return { score: mean(ratings), more: { [truncated]: mean(ratings.map(Math.trunc)) } }
}

/**
 * BEAM's own scoring (arXiv 2510.27246): each nugget rated 0, 0.5 or 1, the mean of them; orders by tau-b of what a model matches; questions without
 * an answer right or wrong.
 */
export const nuggetJudge: Judge = createModelJudge({
  id: 'nuggets/1',
  scale: 'share',
  replyTokens: 5,
  prompts: [
    ['judge-nugget/1', nuggetPrompt(promptMarks, '{criterion}')],
    ['judge-order/1', orderPrompt(promptMarks, ['{criterion}'])],
    [abstentionPrompt.id, abstentionPrompt.build(promptMarks)],
  ],
  judges: ({ criteria, weights }) => criteria.length > 0 && weights.length === 0,
  asks,
  score,
})
