import { createRoute, z } from '@hono/zod-openapi'
import { forgetReceipt } from '../schemas/log-schemas.ts'
import {
  type Api,
  always,
  body,
  checkRight,
  existingSpace,
  inSpace,
  json,
  limitBody,
  type RouteParts,
  whereMissing,
  withBody,
} from './route-parts.ts'

const ids = z.array(z.string().min(1)).min(1).max(10_000)
const dryRun = z.boolean().optional().openapi({ description: 'only say how much would go' })
const forgetBody = z
  .discriminatedUnion('type', [
    z.strictObject({ type: z.literal('turns'), ids, dryRun }),
    z.strictObject({ type: z.literal('memories'), ids, dryRun }),
    z.strictObject({ type: z.literal('before'), at: z.string(), dryRun }),
    z.strictObject({ type: z.literal('all'), dryRun }),
  ])
  .openapi('ToForget', {
    description: 'These turns; these records, and all that share their words; turns dated before a time (ISO 8601); the whole space.',
  })

export function addForgetRoutes(api: Api, parts: RouteParts): void {
  const forget = createRoute({
    method: 'post',
    path: '/api/spaces/{space}/forget',
    summary: 'Erase, with a receipt',
    description:
      'Turns go with all that was drawn from them; the words of a forgotten record stay in the log and are offered to nobody. Right: admin.',
    middleware: [limitBody(parts.limits.bodyBytes)],
    request: { params: inSpace, body: body(forgetBody) },
    responses: { 200: json(forgetReceipt, 'How much went, or would go.'), ...always, ...whereMissing, ...withBody },
  })
  api.openapi(forget, async context => {
    const caller = checkRight(context, 'admin')
    const { dryRun = false, ...selection } = context.req.valid('json')
    const space = await existingSpace(parts, caller, context.req.valid('param').space)
    return context.json(await space.forget(selection, { dryRun }), 200)
  })
}
