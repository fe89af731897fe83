import { z } from 'zod'
import { attachmentTypes, type Memory, memoryKinds, precisions, type Span, type Turn } from '../domain.ts'
import { archiveVersion } from './archive-version.ts'

// The lines of an export. Strict: what we would not write, we do not read, so that nothing is dropped on the way.

const span = z.strictObject({
  turnId: z.string().min(1),
  attachment: z.int().min(0).nullable(),
  start: z.int().min(0),
  end: z.int().min(0),
})

const turn = z.strictObject({
  id: z.string().min(1),
  session: z.string().nullable(),
  speaker: z.string().min(1),
  text: z.string(),
  at: z.string().nullable(),
  attachments: z.array(
    z.strictObject({
      type: z.enum(attachmentTypes),
      reference: z.string().nullable(),
      mediaType: z.string().nullable(),
      caption: z.string().nullable(),
    }),
  ),
})

const memory = z.strictObject({
  id: z.string().min(1),
  body: z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal(memoryKinds[0]), title: z.string(), summary: z.string() }),
    z.strictObject({ kind: z.literal(memoryKinds[1]), fact: z.string() }),
    z.strictObject({ kind: z.literal(memoryKinds[2]), title: z.string(), steps: z.array(z.string()) }),
  ]),
  speaker: z.string().min(1),
  anchor: z
    .strictObject({
      start: z.string(),
      end: z.string(),
      precision: z.enum(precisions),
      approximate: z.boolean(),
      relation: z.enum(['at', 'since', 'until']),
      phrase: z.string().nullable(),
    })
    .nullable(),
  at: z.string().nullable(),
  valid: z.strictObject({ from: z.string().nullable(), to: z.string().nullable() }),
  turnId: z.string().min(1),
  sources: z.array(span),
  writtenBy: z.string().min(1),
})

export type ArchiveLine =
  | { readonly type: 'engram-r'; readonly version: number }
  | { readonly type: 'space'; readonly tenant: string; readonly space: string }
  | { readonly type: 'turn'; readonly turn: Turn }
  | { readonly type: 'memory'; readonly memory: Memory }
  | { readonly type: 'withheld'; readonly span: Span }
  | { readonly type: 'vector'; readonly embedder: string; readonly memoryId: string; readonly base64: string }
  | { readonly type: 'dead'; readonly family: string; readonly turnId: string; readonly reason: string }
  | { readonly type: 'mark'; readonly writer: string; readonly turns: number }

export const archiveLine: z.ZodType<ArchiveLine> = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('engram-r'), version: z.literal(archiveVersion) }),
  z.strictObject({ type: z.literal('space'), tenant: z.string().min(1), space: z.string().min(1) }),
  z.strictObject({ type: z.literal('turn'), turn }),
  z.strictObject({ type: z.literal('memory'), memory }),
  z.strictObject({ type: z.literal('withheld'), span }),
  z.strictObject({ type: z.literal('vector'), embedder: z.string().min(1), memoryId: z.string().min(1), base64: z.base64() }),
  z.strictObject({ type: z.literal('dead'), family: z.string().min(1), turnId: z.string().min(1), reason: z.string() }),
  z.strictObject({ type: z.literal('mark'), writer: z.string().min(1), turns: z.int().min(0) }),
])
