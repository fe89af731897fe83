import { createRoute, z } from '@hono/zod-openapi'
import { EngramError } from '../../errors.ts'
import { keyTurns } from '../key-turns.ts'
import { problemOf, problemType, problemWithReceipt } from '../problem.ts'
import { forgetReceipt, memory, turn } from '../schemas/log-schemas.ts'
import { rememberReceipt, turnsBody } from '../schemas/turn-input.ts'
import {
  type Api,
  always,
  body,
  checkRight,
  existingSpace,
  inSpace,
  json,
  limitBody,
  pageOf,
  pageQuery,
  type RouteParts,
  spaceParam,
  whereMissing,
  withBody,
  withModel,
} from './route-parts.ts'

const oneTurn = z.strictObject({ space: spaceParam, turn: z.string().min(1).openapi({ description: 'its id', example: 't1' }) })
const idempotencyKey = z
  .string()
  .min(1)
  .max(200)
  .optional()
  .openapi({ description: 'The same request again, under the same key, stores nothing twice. Ids of turns without one are made from it.' })

export function addTurnRoutes(api: Api, parts: RouteParts): void {
  const { engram, limits, metrics } = parts

  const remember = createRoute({
    method: 'post',
    path: '/api/spaces/{space}/turns',
    summary: 'Remember turns',
    description:
      'Durable and searchable when it returns. The space is made where there is none. The same turn again, by id or by content, is the same turn. Right: write.',
    middleware: [limitBody(limits.bodyBytes)],
    request: { params: inSpace, headers: z.object({ 'idempotency-key': idempotencyKey }), body: body(turnsBody(limits.batch)) },
    responses: {
      ...always,
      ...withBody,
      ...withModel,
      200: json(rememberReceipt, 'All were there already.'),
      201: json(rememberReceipt, 'Remembered.'),
      409: {
        description:
          'Some turns have the id of another turn with other content: they are not stored. The others are; `receipt` says which.',
        content: {
          'application/problem+json': { schema: problemWithReceipt(rememberReceipt) },
        },
      },
    },
  })
  api.openapi(remember, async context => {
    const { tenant } = checkRight(context, 'write')
    const { turns } = context.req.valid('json')
    const key = context.req.valid('header')['idempotency-key']
    const space = engram.space({ tenant, space: context.req.valid('param').space })
    const told = key === undefined ? turns : keyTurns(turns, key)
    const receipt = await space.remember(told, { signal: context.req.raw.signal })
    metrics.remembered(receipt.added)
    if (receipt.conflicts.length === 0) return context.json(receipt, receipt.added > 0 ? 201 : 200)
    const named = receipt.conflicts.map(({ turnId }) => turnId).join(', ')
    const conflict = new EngramError('conflict', `Stored already, with other content: ${named}. The other turns of the request are stored.`)
    return context.json({ ...problemOf(conflict), receipt }, 409, { 'content-type': problemType })
  })

  const list = createRoute({
    method: 'get',
    path: '/api/spaces/{space}/turns',
    summary: 'The log of a space',
    description: 'In log order. Right: read.',
    request: { params: inSpace, query: pageQuery },
    responses: { 200: json(pageOf(turn), 'A page of turns.'), ...always, ...whereMissing },
  })
  api.openapi(list, async context => {
    const space = await existingSpace(parts, checkRight(context, 'read'), context.req.valid('param').space)
    return context.json(await space.turnPage(context.req.valid('query')), 200)
  })

  const get = createRoute({
    method: 'get',
    path: '/api/spaces/{space}/turns/{turn}',
    summary: 'One turn, and the records drawn from it',
    description: 'Right: read.',
    request: { params: oneTurn },
    responses: { 200: json(z.strictObject({ turn, memories: z.array(memory).readonly() }), 'The turn.'), ...always, ...whereMissing },
  })
  api.openapi(get, async context => {
    const { space: name, turn: id } = context.req.valid('param')
    const space = await existingSpace(parts, checkRight(context, 'read'), name)
    const found = await space.turn(id)
    if (found === null) throw new EngramError('not_found', `No turn here has the id ${JSON.stringify(id)}.`, { field: 'turn' })
    return context.json(found, 200)
  })

  const remove = createRoute({
    method: 'delete',
    path: '/api/spaces/{space}/turns/{turn}',
    summary: 'Forget one turn',
    description: 'With all that was drawn from it. Right: admin.',
    request: { params: oneTurn },
    responses: { 200: json(forgetReceipt, 'Forgotten.'), ...always, ...whereMissing },
  })
  api.openapi(remove, async context => {
    const { space: name, turn: id } = context.req.valid('param')
    const space = await existingSpace(parts, checkRight(context, 'admin'), name)
    return context.json(await space.forget({ type: 'turns', ids: [id] }), 200)
  })
}
