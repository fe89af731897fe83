import { createRoute } from '@hono/zod-openapi'
import { space } from '../schemas/log-schemas.ts'
import { type Api, always, checkRight, json, pageOf, pageQuery, type RouteParts } from './route-parts.ts'

export function addSpaceRoutes(api: Api, { engram }: RouteParts): void {
  const list = createRoute({
    method: 'get',
    path: '/api/spaces',
    summary: 'What is stored, by space',
    description: 'Right: read.',
    request: { query: pageQuery },
    responses: { 200: json(pageOf(space), 'A page of the caller’s spaces, by name.'), ...always },
  })
  api.openapi(list, async context => {
    const { tenant } = checkRight(context, 'read')
    const { items, next } = await engram.spacePage(tenant, context.req.valid('query'))
    return context.json({ items: items.map(({ scope, ...rest }) => ({ space: scope.space, ...rest })), next }, 200)
  })
}
