import { z } from '@hono/zod-openapi'
import { attachmentTypes } from '../../domain.ts'
import type { TurnInput } from '../../lib/turn-input.ts'
import type { RememberReceipt } from '../../open.ts'
import type { AppendReceipt } from '../../seams.ts'

const optional = z.string().nullish()

/** Strict, so that a mistyped field is not lost; what the words must hold is checked where turns are taken in. */
const turnInput: z.ZodType<TurnInput> = z
  .strictObject({
    speaker: z.string().min(1).openapi({ example: 'Ana' }),
    text: z
      .string()
      .openapi({ example: 'I moved to Lyon last week.', description: 'May be blank only where an attachment has a caption.' }),
    at: optional.openapi({ description: 'ISO 8601; without an offset where the dialogue has no zone', example: '2024-03-01T18:30' }),
    id: optional.openapi({ description: 'made from the content, or of the Idempotency-Key, where it is left out' }),
    session: optional,
    attachments: z
      .array(z.strictObject({ type: z.enum(attachmentTypes), reference: optional, mediaType: optional, caption: optional }))
      .nullish(),
  })
  .openapi('TurnInput')

export interface TurnsBody {
  readonly turns: readonly TurnInput[]
}
export const turnsBody = (most: number): z.ZodType<TurnsBody> =>
  z.strictObject({ turns: z.array(turnInput).min(1).max(most) }).openapi('Turns')

const receiptShape = {
  added: z.int(),
  duplicates: z.int().openapi({ description: 'There already, with the same content.' }),
  conflicts: z
    .array(z.strictObject({ index: z.int(), turnId: z.string() }))
    .openapi({ description: 'Not stored: their id is that of another turn, with other content.' }),
}
export const rememberReceipt: z.ZodType<RememberReceipt> = z
  .strictObject({ ...receiptShape, turnIds: z.array(z.string()).openapi({ description: 'Of all turns given, in their order.' }) })
  .openapi('RememberReceipt')
export const importReceipt: z.ZodType<AppendReceipt> = z.strictObject(receiptShape).openapi('ImportReceipt')
