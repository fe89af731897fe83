import { z } from '@hono/zod-openapi'
import { attachmentTypes, type Memory, memoryKinds, precisions, type Quote, type Span, type Turn } from '../../domain.ts'
import type { JobsJson } from '../../lib/jobs-json.ts'
import type { ForgetReceipt, SpaceSummary } from '../../seams.ts'

// What is stored, as replies give it. Typed by the domain, so that neither can leave the other behind.

const time = z.string().nullable().openapi({ description: 'ISO 8601; null when unknown', example: '2024-03-02T10:05' })

const spanShape = {
  turnId: z.string(),
  attachment: z.int().min(0).nullable().openapi({ description: "index of the attachment whose caption is meant; null: the turn's text" }),
  start: z.int().min(0),
  end: z.int().min(0),
}
const span: z.ZodType<Span> = z
  .strictObject(spanShape)
  .openapi('Span', { description: 'Characters [start, end), in UTF-16 units, of a turn’s text or of an attachment’s caption.' })
export const quote: z.ZodType<Quote> = z
  .strictObject({ ...spanShape, text: z.string() })
  .openapi('Quote', { description: 'A span with its exact words.' })

export const turn: z.ZodType<Turn> = z
  .strictObject({
    id: z.string(),
    session: z.string().nullable(),
    speaker: z.string(),
    text: z.string(),
    at: time,
    attachments: z.array(
      z.strictObject({
        type: z.enum(attachmentTypes),
        reference: z.string().nullable(),
        mediaType: z.string().nullable(),
        caption: z.string().nullable(),
      }),
    ),
  })
  .openapi('Turn', { description: 'What was said, by whom and when: the only thing that is ever told to the memory.' })

const anchor: z.ZodType<NonNullable<Memory['anchor']>> = z
  .strictObject({
    start: z.string(),
    end: z.string(),
    precision: z.enum(precisions),
    approximate: z.boolean(),
    relation: z.enum(['at', 'since', 'until']),
    phrase: z.string().nullable(),
  })
  .openapi('Anchor', { description: 'When it happened, as exactly as the words say.' })

export const memory: z.ZodType<Memory> = z
  .strictObject({
    id: z.string(),
    body: z.discriminatedUnion('kind', [
      z.strictObject({ kind: z.literal(memoryKinds[0]), title: z.string(), summary: z.string() }),
      z.strictObject({ kind: z.literal(memoryKinds[1]), fact: z.string() }),
      z.strictObject({ kind: z.literal(memoryKinds[2]), title: z.string(), steps: z.array(z.string()) }),
    ]),
    speaker: z.string(),
    anchor: anchor.nullable(),
    at: time,
    valid: z.strictObject({ from: z.string().nullable(), to: z.string().nullable() }),
    turnId: z.string(),
    sources: z.array(span),
    writtenBy: z.string(),
  })
  .openapi('Memory', { description: 'A typed record drawn from a turn, and the words it rests on.' })

/** Without the tenant: it is the caller's. */
export type SpaceJson = Omit<SpaceSummary, 'scope'> & { readonly space: string }
export const space: z.ZodType<SpaceJson> = z
  .strictObject({
    space: z.string(),
    turns: z.int(),
    memories: z.strictObject({ episodic: z.int(), semantic: z.int(), procedural: z.int() }),
    vectors: z.int(),
    revision: z.int(),
    from: time,
    to: time,
  })
  .openapi('Space')

export const forgetReceipt: z.ZodType<ForgetReceipt> = z
  .strictObject({ turns: z.int(), memories: z.int(), vectors: z.int(), derived: z.int(), jobs: z.int() })
  .openapi('ForgetReceipt', { description: 'How much went, or would go.' })

export const jobs: z.ZodType<JobsJson> = z
  .strictObject({
    space: z.string(),
    waiting: z.int(),
    leasedUntil: time,
    attempts: z.int(),
    retryAt: time,
    reason: z.string().nullable(),
    dead: z.array(z.strictObject({ turnId: z.string(), reason: z.string() })),
  })
  .openapi('Jobs', { description: 'What the extraction model has yet to read of a space, and what it has given up.' })
