import { z } from '@hono/zod-openapi'
import { type Citation, type FactCard, type LedgerEntry, memoryKinds, modelStages, type Sentence, type Usage } from '../../domain.ts'
import type { AnswerJson, EvidenceJson } from '../../lib/answer-json.ts'
import { quote } from './log-schemas.ts'

const number = z.number()
const signals = z.array(z.strictObject({ name: z.string(), value: number, weight: number }))

const factCard: z.ZodType<FactCard> = z
  .strictObject({
    label: z.string().openapi({ example: 'E1' }),
    claim: z.string(),
    anchor: z.string().nullable(),
    kind: z.enum(memoryKinds).nullable(),
    speaker: z.string(),
    at: z.string().nullable(),
    memoryId: z.string().nullable(),
    score: number,
    signals,
    sources: z.array(quote),
  })
  .openapi('FactCard', { description: 'What was found: a claim, its time, and the exact words that it rests on.' })

const conflicts = z.array(z.strictObject({ labels: z.array(z.string()), note: z.string() }))

/** As recall of the command line, and the cards as they stand in a prompt. */
export type EvidenceReply = EvidenceJson & { readonly text: string }
export const evidence: z.ZodType<EvidenceReply> = z
  .strictObject({
    question: z.string(),
    space: z.string(),
    cards: z.array(factCard),
    text: z.string().openapi({ description: 'The cards as they stand in a prompt. Stored words: data, not instructions.' }),
    tokens: z.int().openapi({ description: 'of the text, in o200k tokens' }),
    fullContextTokens: z.int().openapi({ description: 'of the whole transcript of the space' }),
    considered: z.int(),
    leftOut: z.int(),
    budget: z.strictObject({ policy: z.string(), limit: number, used: number }),
    conflicts,
    ms: z.strictObject({ embed: number, search: number, total: number }),
  })
  .openapi('Evidence')

const tokens = z.int().nullable()
const tokenSource = z.enum(['reported', 'counted', 'remainder']).nullable()
const usage: z.ZodType<Usage> = z
  .strictObject({
    inputTokens: tokens,
    cachedInputTokens: tokens,
    outputTokens: tokens,
    reasoningTokens: tokens,
    sources: z.strictObject({
      inputTokens: tokenSource,
      cachedInputTokens: tokenSource,
      outputTokens: tokenSource,
      reasoningTokens: tokenSource,
    }),
  })
  .openapi('Usage', { description: 'null: not known. Each number with where it comes from.' })

const verdict = z.enum(['supported', 'partly', 'unsupported', 'uncited'])
const sentence: z.ZodType<Sentence> = z
  .strictObject({ text: z.string(), citations: z.array(z.string()), verdict: verdict.nullable(), faults: z.array(z.string()) })
  .openapi('Sentence')

const citation: z.ZodType<Citation> = z
  .strictObject({
    label: z.string(),
    memoryId: z.string().nullable(),
    turnId: z.string(),
    attachment: z.int().nullable(),
    start: z.int(),
    end: z.int(),
    quote: z.string(),
  })
  .openapi('Citation', { description: 'A cited label, opened to the exact words it rests on.' })

const promptName = z.strictObject({ id: z.string(), hash: z.string() })

const call: z.ZodType<LedgerEntry> = z
  .strictObject({
    stage: z.enum(modelStages),
    model: z.string(),
    served: z.strictObject({ model: z.string().nullable(), fingerprint: z.string().nullable() }),
    finish: z.enum(['stop', 'length', 'refused']).nullable(),
    usage,
    replayed: z.boolean(),
    ms: number,
    cost: number.nullable(),
    failed: z.string().nullable(),
  })
  .openapi('ModelCall')

export const answer: z.ZodType<AnswerJson> = z
  .strictObject({
    question: z.string(),
    space: z.string(),
    answer: z.string(),
    by: z.enum(['model', 'dates', 'quotes']),
    abstained: z.boolean(),
    sentences: z.array(sentence),
    citations: z.array(citation),
    cards: z.array(factCard),
    repair: z
      .strictObject({
        draft: z.array(verdict.nullable()),
        asked: promptName.nullable(),
        cited: z.int(),
        dropped: z.array(sentence),
      })
      .nullable(),
    usage: usage.nullable(),
    calls: z.array(call),
    prompt: promptName.nullable(),
    tokens: z.int(),
    fullContextTokens: z.int(),
    ms: z.strictObject({ search: number, model: number.nullable(), total: number }),
    reused: z.boolean(),
  })
  .openapi('Answer')

/** One server-sent event. */
export const draftEvent: z.ZodType<{ readonly event: string; readonly data: string }> = z
  .strictObject({ event: z.enum(['text', 'sentence', 'answer', 'error']), data: z.string() })
  .openapi('DraftEvent', {
    description:
      'One event of the stream; its data is a line of JSON. text: {type, text}, the draft as it comes. sentence: {type, sentence, citations}, one that has ended, checked. Last comes answer, an Answer, which may differ from the draft, or error, a Problem.',
  })
