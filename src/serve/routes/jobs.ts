import { createRoute, z } from '@hono/zod-openapi'
import { jobsJson } from '../../lib/jobs-json.ts'
import { jobs } from '../schemas/log-schemas.ts'
import {
  type Api,
  always,
  checkRight,
  existingSpace,
  inSpace,
  json,
  limitBody,
  type RouteParts,
  whereMissing,
  withBody,
} from './route-parts.ts'

const letters = z
  .strictObject({ turnIds: z.array(z.string().min(1)).max(10_000).optional().openapi({ description: 'only these; all where not given' }) })
  .openapi('Letters')
const count = z.strictObject({ turns: z.int().openapi({ description: 'how many' }) })

export function addJobRoutes(api: Api, parts: RouteParts): void {
  const { engram, limits } = parts

  const list = createRoute({
    method: 'get',
    path: '/api/jobs',
    summary: 'What the extraction model has yet to read, and what it has given up',
    description: 'Of the spaces where there is any of it. Right: admin.',
    responses: { 200: json(z.strictObject({ jobs: z.array(jobs) }), 'By space.'), ...always },
  })
  api.openapi(list, async context => {
    const { tenant } = checkRight(context, 'admin')
    return context.json({ jobs: (await engram.jobs(tenant)).map(jobsJson) }, 200)
  })

  const verbs = {
    retry: { summary: 'Read again what was given up', done: 'So many turns are due again.' },
    drop: { summary: 'Leave what was given up as the rules have it', done: 'So many turns keep their records by rules.' },
  } as const
  for (const verb of ['retry', 'drop'] as const) {
    const change = createRoute({
      method: 'post',
      path: `/api/spaces/{space}/jobs/${verb}`,
      summary: verbs[verb].summary,
      description: 'Right: admin.',
      middleware: [limitBody(limits.bodyBytes)],
      request: { params: inSpace, body: { content: { 'application/json': { schema: letters } } } },
      responses: { 200: json(count, verbs[verb].done), ...always, ...whereMissing, ...withBody },
    })
    api.openapi(change, async context => {
      const space = await existingSpace(parts, checkRight(context, 'admin'), context.req.valid('param').space)
      return context.json({ turns: await engram[verb](space.scope, context.req.valid('json').turnIds) }, 200)
    })
  }
}
