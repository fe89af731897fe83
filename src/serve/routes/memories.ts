import { createRoute, z } from '@hono/zod-openapi'
import { EngramError } from '../../errors.ts'
import { memory } from '../schemas/log-schemas.ts'
import {
  type Api,
  always,
  checkRight,
  existingSpace,
  inSpace,
  json,
  pageOf,
  pageQuery,
  type RouteParts,
  spaceParam,
  whereMissing,
} from './route-parts.ts'

export function addMemoryRoutes(api: Api, parts: RouteParts): void {
  const list = createRoute({
    method: 'get',
    path: '/api/spaces/{space}/memories',
    summary: 'The typed records of a space',
    description: 'In log order of their turns. Right: read.',
    request: { params: inSpace, query: pageQuery },
    responses: { 200: json(pageOf(memory), 'A page of records.'), ...always, ...whereMissing },
  })
  api.openapi(list, async context => {
    const space = await existingSpace(parts, checkRight(context, 'read'), context.req.valid('param').space)
    return context.json(await space.memoryPage(context.req.valid('query')), 200)
  })

  const get = createRoute({
    method: 'get',
    path: '/api/spaces/{space}/memories/{memory}',
    summary: 'One record',
    description: 'Right: read.',
    request: { params: z.strictObject({ space: spaceParam, memory: z.string().min(1).openapi({ description: 'its id' }) }) },
    responses: { 200: json(memory, 'The record.'), ...always, ...whereMissing },
  })
  api.openapi(get, async context => {
    const { space: name, memory: id } = context.req.valid('param')
    const space = await existingSpace(parts, checkRight(context, 'read'), name)
    const found = await space.memory(id)
    if (found === null) throw new EngramError('not_found', `No record here has the id ${JSON.stringify(id)}.`, { field: 'memory' })
    return context.json(found, 200)
  })
}
