import { html } from 'hono/html'
import type { ApiDocument } from './document.ts'

// A page of our own: it needs no script, no network and no other file.

const methods = ['get', 'post', 'put', 'patch', 'delete'] as const

type Html = ReturnType<typeof html>
type Operation = NonNullable<NonNullable<ApiDocument['paths']>[string][(typeof methods)[number]]>

export function docsPage(document: ApiDocument): Html {
  const operations = Object.entries(document.paths ?? {}).flatMap(([path, item]) =>
    methods.flatMap(method => (item[method] === undefined ? [] : [{ method, path, operation: item[method] }])),
  )
  const schemas = Object.entries(document.components?.schemas ?? {})
  return html`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>${document.info.title}: HTTP API</title>
    <style>${style}</style>
  </head>
  <body>
    <main>
      <h1>${document.info.title}: HTTP API</h1>
      <p>${document.info.description}</p>
      <p>As a document: <a href="/openapi.json">OpenAPI ${document.openapi}</a></p>
      <h2>Routes</h2>
      ${operations.map(({ method, path, operation }) => section(`${method.toUpperCase()} ${path}`, operation))}
      <h2>Schemas</h2>
      ${schemas.map(([name, schema]) => details(name, schema, name))}
    </main>
  </body>
</html>`
}

function section(title: string, operation: Operation): Html {
  const { summary, description, parameters = [], requestBody, responses = {} } = operation
  return html`<details>
    <summary><code>${title}</code> ${summary}</summary>
    <p>${description}</p>
    ${parameters.map(parameter => details('in' in parameter ? `${parameter.in} ${parameter.name}` : 'parameter', parameter))}
    ${requestBody === undefined ? '' : details('body', requestBody)}
    <ul>
      ${Object.entries(responses).map(([status, reply]) => html`<li><code>${status}</code> ${describe(reply)}</li>`)}
    </ul>
  </details>`
}

function details(title: string, value: unknown, id = ''): Html {
  const text = JSON.stringify(value, null, 2)
  return html`<details${id === '' ? '' : html` id="${id}"`}><summary>${title}</summary><pre>${text}</pre></details>`
}

function describe(reply: unknown): string {
  const described = typeof reply === 'object' && reply !== null && 'description' in reply ? String(reply.description) : ''
  const kinds = typeof reply === 'object' && reply !== null && 'content' in reply ? Object.keys(reply.content ?? {}) : []
  return kinds.length === 0 ? described : `${described} (${kinds.join(', ')})`
}

const style = `
  body { font: 16px/1.5 system-ui, sans-serif; margin: 0; color: #1b1f24; background: #fff; }
  main { max-width: 60rem; margin: 0 auto; padding: 1.5rem; }
  summary { cursor: pointer; padding: 0.25rem 0; }
  details details { margin-left: 1rem; }
  pre { overflow-x: auto; padding: 0.75rem; background: #f3f4f6; font-size: 0.875rem; }
  @media (prefers-color-scheme: dark) { body { color: #e6e8eb; background: #14171a; } pre { background: #1f2429; } a { color: #8ab4ff; } }
`
