import { createRoute, z } from '@hono/zod-openapi'
import { EngramError } from '../../errors.ts'
import { type Api, always, checkRight, json, type RouteParts } from './route-parts.ts'

const status = z.strictObject({ status: z.literal('ok') }).openapi('Status')

export interface StatusParts extends RouteParts {
  /** Whether it is being stopped: it finishes what it took and takes no more. */
  readonly isClosing: () => boolean
}

export function addStatusRoutes(api: Api, { engram, metrics, isClosing }: StatusParts): void {
  const health = createRoute({
    method: 'get',
    path: '/health',
    summary: 'Whether the process answers',
    description: 'Needs no key.',
    security: [],
    responses: { 200: json(status, 'It does.'), ...always },
  })
  api.openapi(health, context => context.json({ status: 'ok' } as const, 200))

  const ready = createRoute({
    method: 'get',
    path: '/ready',
    summary: 'Whether it can work: its store can be read and it is not being stopped',
    description: 'Needs no key.',
    security: [],
    responses: { 200: json(status, 'It can.'), ...always },
  })
  api.openapi(ready, async context => {
    if (isClosing()) throw new EngramError('not_ready', 'The server is being stopped.')
    await engram.keys.findKey('')
    return context.json({ status: 'ok' } as const, 200)
  })

  const measured = createRoute({
    method: 'get',
    path: '/metrics',
    summary: 'What the server has done, for Prometheus',
    description: 'Of all tenants together, and without a name of any. Right: admin.',
    responses: { 200: { description: 'Prometheus text.', content: { 'text/plain': { schema: z.string() } } }, ...always },
  })
  api.openapi(measured, async context => {
    checkRight(context, 'admin')
    return context.text(await metrics.text(), 200, { 'content-type': metrics.contentType })
  })
}
