import { hash } from 'node:crypto'
import { type Message, type Usage, unknownServed } from '../../domain.ts'
import { EngramError } from '../../errors.ts'
import { sumUsage } from '../../lib/sum-usage.ts'
import { withLedger } from '../../models/with-ledger.ts'
import type { Judge, JudgedAnswer, JudgeModel, Verdict } from './judge.ts'
import { askAgain } from './judge-prompts.ts'

/** Room for those who can't help explaining; a model that reasons is given more by its wrapper. */
const usualRoom = 1024

/** One thing that a judge asks of an answer. */
export interface JudgeAsk {
  readonly messages: readonly Message[]
  /** What a reply is to look like, as the messages say. */
  readonly form: string
  /** The reply can be read. */
  readonly isVerdict: (reply: string) => boolean
}

export interface ModelJudgeParts extends Pick<Judge, 'id' | 'scale' | 'replyTokens' | 'judges' | 'score'> {
  /** All that its prompts say, by their ids, with marks in place of what they are given. */
  readonly prompts: readonly (readonly [id: string, messages: readonly Message[]])[]
  /** What it asks of an answer; `score` gets one reply for each, in their order. */
  readonly asks: (item: JudgedAnswer) => readonly JudgeAsk[]
  /** How often each is asked at most. */
  readonly tries?: number
  readonly maxOutputTokens?: number
}

/** Asks a model at temperature 0, and again where a reply can't be read. All that was asked must be answered: half a verdict is none. */
export function createModelJudge(parts: ModelJudgeParts): Judge {
  const { id, scale, replyTokens, judges, score, prompts, asks, tries = 2, maxOutputTokens = usualRoom } = parts

  async function askOne({ messages, form, isVerdict }: JudgeAsk, { model, sample, onCall }: JudgeModel): Promise<OneReply> {
    let said = messages
    const usages: Usage[] = []
    for (let asked = 1; ; asked += 1) {
      const {
        text,
        finish,
        usage,
        served = unknownServed,
      } = await model.complete({
        messages: said,
        temperature: 0,
        maxOutputTokens,
        sample,
        onCall,
      })
      usages.push(usage)
      if (finish === 'stop' && isVerdict(text)) return { text, served, usages, askedAgain: asked - 1 }
      if (finish !== 'stop' || asked === tries)
        throw new EngramError('model_no_answer', `The judge ${model.id} gave no verdict (${finish}): "${text.slice(0, 200)}"`)
      said = askAgain(said, { reply: text, form })
    }
  }

  async function judge(item: JudgedAnswer, { model, ...asking }: JudgeModel): Promise<Verdict> {
    const measured = withLedger(model)
    const replies: OneReply[] = []
    for (const ask of asks(item)) replies.push(await askOne(ask, { ...asking, model: measured }))
    const texts = replies.map(({ text }) => text)
    const scored = score(item, texts)
    if (scored === null)
      throw new EngramError('model_no_answer', `The judge ${model.id} gave no verdict: "${texts.join(' ').slice(0, 200)}"`)
    return {
      ...scored,
      replies: texts,
      askedAgain: replies.reduce((sum, { askedAgain }) => sum + askedAgain, 0),
      served: replies.at(-1)?.served ?? null,
      usage: replies.length === 0 ? null : sumUsage(replies.flatMap(({ usages }) => usages)),
    }
  }

  return {
    id,
    scale,
    replyTokens,
    hash: hash('sha256', JSON.stringify(prompts)),
    judges,
    prompts: item => asks(item).map(({ messages }) => messages),
    score,
    judge,
  }
}

interface OneReply extends Pick<Verdict, 'askedAgain'> {
  readonly text: string
  readonly served: NonNullable<Verdict['served']>
  readonly usages: readonly Usage[]
}
