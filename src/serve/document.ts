import { createRoute, z } from '@hono/zod-openapi'
import { docsPage } from './docs-page.ts'
import { type Api, always } from './routes/route-parts.ts'

/** As far as it is read here; the rest is passed on. */
export type ApiDocument = ReturnType<Api['getOpenAPI31Document']>

const bearer = 'key'
const documentSchema: z.ZodType<ApiDocument> = z.custom<ApiDocument>().openapi({ type: 'object' })

/** The description of all routes, from the schemas that they check with. */
export function documentOf(api: Api): ApiDocument {
  return api.getOpenAPI31Document({
    openapi: '3.1.0',
    info: {
      title: 'engram-r',
      version: '1',
      description:
        'A memory for language models: turns of dialogues become typed records, questions get cited Fact Cards. A caller sees its own tenant only: what belongs to another does not exist for it.',
    },
    security: [{ [bearer]: [] }],
  })
}

export function addDocumentRoutes(api: Api): void {
  api.openAPIRegistry.registerComponent('securitySchemes', bearer, {
    type: 'http',
    scheme: 'bearer',
    description: 'From `engram-r keys create`. A server on this machine that has no keys asks for none.',
  })

  const described = createRoute({
    method: 'get',
    path: '/openapi.json',
    summary: 'This description, as OpenAPI 3.1',
    description: 'Needs no key.',
    security: [],
    responses: { 200: { description: 'The document.', content: { 'application/json': { schema: documentSchema } } }, ...always },
  })
  // The routes stay what they are, and anybody may ask.
  let document: ApiDocument | null = null
  let text: string | null = null
  api.openapi(described, context => {
    document ??= documentOf(api)
    return context.json(document, 200)
  })

  const page = createRoute({
    method: 'get',
    path: '/docs',
    summary: 'This description, to read',
    description: 'Needs no key.',
    security: [],
    responses: { 200: { description: 'The page.', content: { 'text/html': { schema: z.string() } } }, ...always },
  })
  api.openapi(page, async () => {
    text ??= String(await docsPage(documentOf(api)))
    return new Response(text, {
      headers: {
        'content-type': 'text/html; charset=utf-8',
        // It runs nothing and loads nothing.
        'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'",
      },
    })
  })
}
