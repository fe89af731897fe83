import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import test from 'node:test'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { z } from 'zod'
import { openEngram } from '../src/index.ts'
import { createMcp } from '../src/mcp.ts'
import { openMemoryStore } from '../src/testing.ts'
import { connectFetchClient } from './support/mcp-client.fixture.ts'
import { main, temporaryFolder } from './support/run-cli.ts'

const page = readFileSync('docs/mcp.md', 'utf8')
const server = z.strictObject({
  type: z.literal('stdio').optional(),
  command: z.literal('npx'),
  args: z.array(z.string()),
  env: z.strictObject({}).optional(),
})
/** Under which key a host looks for its servers. */
const keys: Readonly<Record<string, string>> = { 'VS Code': 'servers', Zed: 'context_servers' }

for (const [, host = '', snippet = ''] of page.matchAll(/^(\w[\w ]*), .*:\n\n```json\n([\s\S]*?)```/gm)) {
  test(`the entry for ${host} starts the server, which lists its tools`, async context => {
    const entry = z.strictObject({ [keys[host] ?? 'mcpServers']: z.strictObject({ 'engram-r': server }) }).parse(JSON.parse(snippet))
    const [yes, name, ...args] = Object.values(entry)[0]?.['engram-r'].args ?? []
    assert.deepEqual([yes, name], ['-y', 'engram-r'], 'npx runs the command of this package')
    const client = new Client({ name: 'test', version: '1' })
    const env = { XDG_DATA_HOME: temporaryFolder(context), HOME: temporaryFolder(context) }
    await client.connect(new StdioClientTransport({ command: process.execPath, args: [main, ...args], env, stderr: 'ignore' }))
    context.after(() => client.close())
    assert.ok((await client.listTools()).tools.length >= 7)
  })
}

test('the page has an entry for each of the usual hosts', () => {
  const hosts = [...page.matchAll(/^(\w[\w ]*), .*:\n\n```json/gm)].map(([, host]) => host)
  assert.deepEqual(hosts, ['Claude Desktop', 'Claude Code', 'Cursor', 'VS Code', 'Windsurf', 'Zed'])
})

test('the page lists the tools and resources as a client sees them, with the least right that shows each', async context => {
  const engram = await openEngram({ store: openMemoryStore() })
  const mcp = createMcp({ engram: async () => engram, version: '1' })
  context.after(() => mcp.close())
  const rightOf = new Map<string, string>()
  const rows: string[] = []
  for (const right of ['read', 'write', 'admin'] as const) {
    const client = await connectFetchClient(context, mcp, { tenant: 't', right })
    for (const { name, title, inputSchema } of (await client.listTools()).tools) {
      if (rightOf.has(name)) continue
      rightOf.set(name, right)
      rows.push(
        `| \`${name}\` | ${title} | ${Object.keys(inputSchema.properties ?? {})
          .map(key => `\`${key}\``)
          .join(', ')} | ${right} |`,
      )
    }
    const templates = (await client.listResourceTemplates()).resourceTemplates.map(({ uriTemplate }) => uriTemplate)
    assert.deepEqual(
      [...page.matchAll(/^\| `(memory:[^`]+)`/gm)].map(([, uri]) => uri),
      templates,
    )
  }
  assert.deepEqual(
    [...page.matchAll(/^\| `memory_.*$/gm)].map(([row]) => row),
    rows,
  )
})

test('what loads the root of the package loads nothing of MCP', () => {
  const loaded = new Set<string>()
  const visit = (file: string): void => {
    if (loaded.has(file)) return
    loaded.add(file)
    for (const [, path = ''] of readFileSync(file, 'utf8').matchAll(/from '(\.[^']+)'/g)) visit(join(file, '..', path))
  }
  visit('src/index.ts')
  assert.ok(loaded.size > 50)
  for (const file of loaded) assert.doesNotMatch(readFileSync(file, 'utf8'), /@modelcontextprotocol|serve\/mcp/, file)
})
