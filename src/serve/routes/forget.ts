import { createRoute, z } from '@hono/zod-openapi'
import { EngramError } from '../../errors.ts'
import { parseTime } from '../../lib/time/parse-time.ts'
import type { Selection } from '../../seams.ts'
import { forgetReceipt } from '../schemas/log-schemas.ts'
import {
  type Api,
  always,
  body,
  checkRight,
  existingSpace,
  json,
  limitBody,
  type RouteParts,
  spaceParam,
  whereMissing,
  withBody,
} from './route-parts.ts'

const ids = z.array(z.string().min(1)).min(1).max(10_000)
const forgetBody = z
  .strictObject({
    turns: ids.optional().openapi({ description: 'these turns' }),
    memories: ids.optional().openapi({ description: 'these records, and all that share their words' }),
    before: z.string().optional().openapi({ description: 'turns dated before that time, ISO 8601' }),
    all: z.literal(true).optional().openapi({ description: 'the whole space' }),
    dryRun: z.boolean().optional().openapi({ description: 'only say how much would go' }),
  })
  .openapi('ToForget', { description: 'One of turns, memories, before, all.' })

export function addForgetRoutes(api: Api, parts: RouteParts): void {
  const forget = createRoute({
    method: 'post',
    path: '/api/spaces/{space}/forget',
    summary: 'Erase, with a receipt',
    description:
      'Turns go with all that was drawn from them; the words of a forgotten record stay in the log and are offered to nobody. Right: admin.',
    middleware: [limitBody(parts.limits.bodyBytes)],
    request: { params: z.strictObject({ space: spaceParam }), body: body(forgetBody) },
    responses: { 200: json(forgetReceipt, 'How much went, or would go.'), ...always, ...whereMissing, ...withBody },
  })
  api.openapi(forget, async context => {
    const caller = checkRight(context, 'admin')
    const { dryRun = false, ...selected } = context.req.valid('json')
    const selection = selectionOf(selected)
    const space = await existingSpace(parts, caller, context.req.valid('param').space)
    return context.json(await space.forget(selection, { dryRun }), 200)
  })
}

function selectionOf({ turns, memories, before, all }: Omit<z.infer<typeof forgetBody>, 'dryRun'>): Selection {
  const selections: readonly (Selection | null)[] = [
    turns === undefined ? null : { type: 'turns', ids: turns },
    memories === undefined ? null : { type: 'memories', ids: memories },
    before === undefined ? null : { type: 'before', at: before },
    all === undefined ? null : { type: 'all' },
  ]
  const [selection, other] = selections.filter(chosen => chosen !== null)
  if (selection === undefined || other !== undefined)
    throw new EngramError('bad_input', 'Say what to forget: one of turns, memories, before, all.', { field: 'turns' })
  if (selection.type === 'before' && parseTime(selection.at) === null)
    throw new EngramError('bad_input', `before: expected an ISO 8601 date or time, got ${JSON.stringify(selection.at)}.`, {
      field: 'before',
    })
  return selection
}
