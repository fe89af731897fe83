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
      <div class="list">${operations.map(section)}</div>
      <h2>Schemas</h2>
      <div class="list">${schemas.map(([name, schema]) => details(name, schema, name))}</div>
    </main>
  </body>
</html>`
}

interface Route {
  readonly method: (typeof methods)[number]
  readonly path: string
  readonly operation: Operation
}

function section({ method, path, operation }: Route): Html {
  const { summary, description, parameters = [], requestBody, responses = {} } = operation
  return html`<details class="entry route">
    <summary class="head"><b class="method ${method}">${method.toUpperCase()}</b> <code>${path}</code> <span class="about">${summary}</span></summary>
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
  return id === ''
    ? html`<details><summary>${title}</summary><pre>${text}</pre></details>`
    : html`<details class="entry" id="${id}"><summary class="head"><code>${title}</code></summary><pre>${text}</pre></details>`
}

function describe(reply: unknown): string {
  const described = typeof reply === 'object' && reply !== null && 'description' in reply ? String(reply.description) : ''
  const kinds = typeof reply === 'object' && reply !== null && 'content' in reply ? Object.keys(reply.content ?? {}) : []
  return kinds.length === 0 ? described : `${described} (${kinds.join(', ')})`
}

// Escaped as all text is: no child selectors.
const style = `
  :root { color-scheme: light dark; --text: #1b1f24; --quiet: #57606a; --line: #d8dee4; --panel: #f6f8fa; --page: #fff; --accent: #0b57c4;
    --get: #0a6640; --post: #0b57c4; --delete: #b3261e; }
  @media (prefers-color-scheme: dark) { :root { --text: #e6e8eb; --quiet: #9aa4af; --line: #30363d; --panel: #1c2126; --page: #14171a;
    --accent: #8ab4ff; --get: #6fd3a0; --post: #8ab4ff; --delete: #ff9d94; } }
  body { font: 16px/1.5 system-ui, sans-serif; margin: 0; color: var(--text); background: var(--page); }
  main { max-width: 60rem; margin: 0 auto; padding: 2rem 1rem; }
  h1 { font-size: 1.75rem; line-height: 1.2; margin: 0 0 0.5rem; }
  h2 { font-size: 1.25rem; margin: 2rem 0 0.75rem; }
  a { color: var(--accent); }
  code { font: 0.875rem/1.5 ui-monospace, monospace; overflow-wrap: anywhere; }
  .list { border: 1px solid var(--line); border-radius: 6px; overflow: hidden; }
  .entry { border-top: 1px solid var(--line); margin-top: -1px; }
  summary { cursor: pointer; padding: 0.25rem 0; }
  .entry, .entry details { padding: 0 0.75rem; }
  .head { margin: 0 -0.75rem; padding: 0.5rem 0.75rem; }
  .head:hover, [open] .head { background: var(--panel); }
  .route .head { display: grid; grid-template-columns: 4rem minmax(0, 24rem) 1fr; gap: 0.25rem 0.75rem; align-items: baseline; }
  .method { font: 600 0.8125rem ui-monospace, monospace; color: var(--post); }
  .method.get { color: var(--get); }
  .method.delete { color: var(--delete); }
  .about { color: var(--quiet); }
  ul { padding-left: 1.25rem; }
  pre { overflow-x: auto; padding: 0.75rem; background: var(--panel); border-radius: 6px; font-size: 0.8125rem; }
  @media (max-width: 45rem) { .route .head { grid-template-columns: 4rem 1fr; } .about { grid-column: 2; } }
`
