import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { Readable, Writable } from 'node:stream'
import test from 'node:test'
import { Client, InMemoryTransport } from '@modelcontextprotocol/client'
import { openEngram } from '../src/index.ts'
import { createMcp } from '../src/mcp.ts'
import { openMemoryStore } from '../src/testing.ts'
import { callTool, connectStdioClient, type Era, eras, hello, startRawServer, type ToolResult } from './support/mcp-client.fixture.ts'
import { modelServer } from './support/model-server.fixture.ts'
import { main, runCli, temporaryFolder } from './support/run-cli.ts'

const turns = [
  { id: 'a1', speaker: 'Ana', text: 'I moved to Lyon last week.', at: '2024-03-02T18:00' },
  { id: 'a2', speaker: 'Ana', text: 'I love sourdough bread.', at: '2024-03-02T18:01' },
]

for (const era of Object.keys(eras) as Era[]) {
  test(`a client of ${era} adds, searches, asks, lists, gets, counts and forgets`, async context => {
    const client = await connectStdioClient(context, ['--store', join(temporaryFolder(context), 'm.db')], era)
    const call = async (name: string, args: Record<string, unknown> = {}): Promise<ToolResult['structured']> => {
      const { structured, isError, text } = await callTool(client, name, args)
      assert.equal(isError, false, text)
      return structured
    }
    assert.equal((await call('memory_search', { question: 'Where does Ana live?' })).found, 0)
    assert.equal((await call('memory_add', { turns })).added, 2)
    assert.deepEqual(await call('memory_add', { turns }).then(({ added, duplicates }) => [added, duplicates]), [0, 2])
    const { cards } = await call('memory_search', { question: 'Where does Ana live?' })
    assert.equal(cards[0].anchor, '2024-02-19/2024-02-25')
    assert.deepEqual(cards[0].sources, [{ turnId: 'a1', start: 0, end: 26 }])
    const { answer, by, citations } = await call('memory_answer', { question: 'When did Ana move to Lyon?' })
    assert.match(answer, /^2024-02-19/)
    assert.equal(by, 'dates')
    assert.equal(citations[0].turnId, 'a1')
    const { items } = await call('memory_list', { what: 'turns' })
    assert.deepEqual(
      items.map(({ id }: { id: string }) => id),
      ['a1', 'a2'],
    )
    const found = await call('memory_get', { id: cards[0].id })
    assert.equal(found.related[0].id, 'a1')
    assert.equal((await call('memory_stats')).spaces[0].turns, 2)
    const { resources } = await client.listResources()
    assert.deepEqual(resources.map(({ uri }) => uri).toSorted(), ['memory://default/profile', 'memory://default/stats'])
    assert.match(JSON.stringify(await client.readResource({ uri: 'memory://default/profile' })), /sourdough/)
    assert.match(JSON.stringify(await client.readResource({ uri: 'memory://default/record/a1' })), /moved to Lyon/)
    const { messages } = await client.getPrompt({ name: 'recall', arguments: { question: 'Where does Ana live?' } })
    assert.match(JSON.stringify(messages), /\[E1\] Ana: I moved to Lyon/)
    const ref = { type: 'ref/resource' as const, uri: 'memory://{space}/record/{id}' }
    const completed = await client.complete({ ref, argument: { name: 'id', value: 'a' }, context: { arguments: { space: 'default' } } })
    assert.deepEqual(completed.completion.values, ['a1', 'a2'])
    assert.deepEqual(await call('memory_forget', { turnIds: ['a1'], dryRun: true }).then(({ dryRun, turns: gone }) => [dryRun, gone]), [
      true,
      1,
    ])
    assert.equal((await call('memory_forget', { turnIds: ['a1'] })).turns, 1)
    assert.equal((await call('memory_stats')).spaces[0].turns, 1)
    assert.equal((await call('memory_update', { id: 'a2', text: 'I love rye bread.' })).turns, 1)
    assert.match((await call('memory_search', { question: 'Which bread does Ana love?' })).cards[0].claim, /rye/)
  })
}

test('a long ingest tells how far it is, and stops when the client cancels it', async context => {
  const engram = await openEngram({ store: openMemoryStore() })
  // The batch that runs when the client cancels ends only because of that.
  const slow: typeof engram = {
    ...engram,
    space(scope) {
      const space = engram.space(scope)
      return {
        ...space,
        async remember(given, options) {
          if ((await space.turns()).length >= 200) await new Promise(resolve => options?.signal?.addEventListener('abort', resolve))
          options?.signal?.throwIfAborted()
          return space.remember(given, options)
        },
      }
    },
  }
  const mcp = createMcp({ engram: async () => slow, version: '1' })
  const client = new Client({ name: 'test', version: '1' })
  const [here, there] = InMemoryTransport.createLinkedPair()
  await mcp.server({ tenant: 'default', right: 'write' }).connect(there)
  await client.connect(here)
  context.after(() => client.close())
  const many = Array.from({ length: 1_000 }, (_, index) => ({ speaker: 'Ana', text: `Fact number ${index} is about bread.` }))
  const told: number[] = []
  const stop = new AbortController()
  const adding = client.callTool(
    { name: 'memory_add', arguments: { turns: many } },
    {
      onprogress({ progress, total }) {
        assert.equal(total, 1_000)
        told.push(progress)
        if (progress === 200) stop.abort()
      },
      signal: stop.signal,
    },
  )
  await assert.rejects(adding)
  await mcp.settled()
  assert.deepEqual(told, [100, 200])
  assert.equal((await engram.space({ tenant: 'default', space: 'default' }).turns()).length, 200, 'what was stored stays')
})

test('every line of stdout is one JSON-RPC message, whatever dependencies print and however an embedder fails (MCP-01)', async context => {
  const models = await modelServer(context)
  const noisy = `data:text/javascript,${encodeURIComponent(
    "const shout = () => { console.log('from a dependency'); process.stdout.write('more of it'); process.emitWarning('old', 'DeprecationWarning') }; setTimeout(shout, 1); setInterval(shout, 20).unref()",
  )}`
  const server = startRawServer(context, ['--store', join(temporaryFolder(context), 'm.db')], {
    env: { DEBUG: '*', NODE_DEBUG: 'http', ENGRAM_EMBED_MODEL: 'status-401', ENGRAM_BASE_URL: models.baseUrl },
    nodeArgs: ['--import', noisy],
  })
  assert.equal((await server.ask('initialize', hello('2025-06-18'))).result.protocolVersion, '2025-06-18')
  assert.ok((await server.ask('tools/list')).result.tools.length > 0)
  for (const [name, args] of [
    ['memory_add', { turns }],
    ['memory_search', { question: 'Where?' }],
    ['memory_stats', {}],
  ]) {
    const { result } = await server.ask('tools/call', { name, arguments: args })
    assert.equal(result.isError, true)
    assert.match(result.content[0].text, /^model_rejected: /)
  }
  server.end()
  await server.exited
  for (const line of server.lines) assert.equal(JSON.parse(line).jsonrpc, '2.0', line)
  assert.match(server.stderr(), /from a dependency/)
  assert.match(server.stderr(), /DeprecationWarning/)
})

test('a store that can not be opened is said by each call, and is opened once it can', async context => {
  const store = join(temporaryFolder(context), 'm.db')
  writeFileSync(store, 'this is no database, and long enough to be looked at twice')
  const client = await connectStdioClient(context, ['--store', store])
  assert.ok((await client.listTools()).tools.length > 0)
  const { isError, text } = await callTool(client, 'memory_stats')
  assert.ok(isError)
  assert.match(text, /^store_unusable: /)
  rmSync(store)
  assert.equal((await callTool(client, 'memory_stats')).isError, false)
})

test('it ends when nobody reads its stdout any more, and the store is closed', async context => {
  const store = join(temporaryFolder(context), 'm.db')
  const child = spawn(process.execPath, [main, 'mcp', '--store', store], { stdio: ['pipe', 'pipe', 'ignore'] })
  context.after(() => child.kill('SIGKILL'))
  const exited = new Promise<number | null>(resolve => child.on('exit', resolve))
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const call = (id: number, method: string, params: unknown): void =>
    void child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`)
  call(1, 'initialize', hello('2025-06-18'))
  await lines.next()
  call(2, 'tools/call', { name: 'memory_add', arguments: { turns } })
  await lines.next()
  child.stdout.destroy()
  call(3, 'tools/list', {})
  assert.equal(await exited, 0)
  assert.ok(!existsSync(`${store}-wal`))
})

test('a wrong setting ends it before it serves, with the reason on stderr and nothing on stdout', async context => {
  const { code, stdout, stderr } = await runCli(['mcp', '--config', join(temporaryFolder(context), 'none.json')])
  assert.deepEqual([code, stdout], [2, ''])
  assert.match(stderr, /none\.json can't be read: there is no such file/)
})

for (const [asked, spoken] of [
  ['2024-11-05', '2024-11-05'],
  ['2025-03-26', '2025-03-26'],
  ['2025-06-18', '2025-06-18'],
  ['2025-11-25', '2025-11-25'],
  ['1999-01-01', '2025-11-25'],
]) {
  test(`a client that asks for protocol ${asked} is spoken to in ${spoken}, with structured content only where that has it`, async context => {
    const server = startRawServer(context, ['--store', join(temporaryFolder(context), 'm.db')])
    const { result } = await server.ask('initialize', hello(asked ?? ''))
    assert.equal(result.protocolVersion, spoken)
    server.write(JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' }))
    server.write(JSON.stringify({ jsonrpc: '2.0', method: 'notifications/of/nobody' }))
    server.write('{"jsonrpc": no JSON')
    const structured = (spoken ?? '') >= '2025-06-18'
    const { tools } = (await server.ask('tools/list')).result
    for (const tool of tools) assert.equal('outputSchema' in tool, structured)
    const call = (await server.ask('tools/call', { name: 'memory_stats', arguments: {} })).result
    assert.equal('structuredContent' in call, structured)
    assert.equal((await server.ask('no/such')).error?.code, -32601)
    assert.equal(server.lines.length, 4, 'notifications get no reply')
  })
}

test('every schema is plain: an object, each property typed, each array with its items, no references (MCP-02)', async context => {
  const client = await connectStdioClient(context, ['--store', join(temporaryFolder(context), 'm.db')])
  const { tools } = await client.listTools()
  assert.ok(tools.length >= 8)
  for (const { name, title, description, annotations, inputSchema, outputSchema } of tools) {
    assert.match(name, /^[a-zA-Z0-9_-]{1,64}$/)
    assert.ok(title && description)
    assert.equal(annotations?.openWorldHint, false)
    assert.equal(annotations?.idempotentHint, true)
    checkSchema(inputSchema, name)
    checkSchema(outputSchema, name)
    assert.ok(inputSchema.properties && 'space' in inputSchema.properties, `${name} takes a space`)
  }
  assert.deepEqual(
    tools.filter(({ annotations }) => annotations?.destructiveHint).map(({ name }) => name),
    ['memory_update', 'memory_forget'],
  )
})

function checkSchema(schema: unknown, path: string): void {
  assert.ok(typeof schema === 'object' && schema !== null, path)
  for (const word of ['$ref', '$defs', 'anyOf', 'oneOf', 'allOf', 'default']) assert.ok(!(word in schema), `${path}: ${word}`)
  assert.ok('type' in schema && typeof schema.type === 'string', `${path} has a type`)
  if (schema.type === 'array') {
    assert.ok('items' in schema, `${path} has items`)
    checkSchema(schema.items, `${path}[]`)
  }
  if ('properties' in schema && typeof schema.properties === 'object' && schema.properties !== null) {
    for (const [key, value] of Object.entries(schema.properties)) checkSchema(value, `${path}.${key}`)
  }
}

test('--read-only offers only what reads, and a call of anything else is refused', async context => {
  const client = await connectStdioClient(context, ['--store', join(temporaryFolder(context), 'm.db'), '--read-only'])
  const { tools } = await client.listTools()
  assert.deepEqual(
    tools.map(({ annotations }) => annotations?.readOnlyHint),
    tools.map(() => true),
  )
  await assert.rejects(client.callTool({ name: 'memory_add', arguments: { turns } }), /memory_add not found/)
})

test('it ends when its stdin is empty from the start, closes, or the client asks it to, and the store is whole (MCP-04)', async context => {
  const folder = temporaryFolder(context)
  const store = join(folder, 'm.db')
  assert.equal((await runCli(['mcp', '--store', store])).code, 0)
  const server = startRawServer(context, ['--store', store])
  await server.ask('initialize', hello('2025-06-18'))
  await server.ask('tools/call', { name: 'memory_add', arguments: { turns } })
  server.end()
  assert.deepEqual(await server.exited, { code: 0, signal: null })
  assert.ok(!existsSync(`${store}-wal`), 'closed cleanly: nothing is left in the write-ahead log')
  const told = startRawServer(context, ['--store', store])
  await told.ask('initialize', hello('2025-06-18'))
  await told.ask('tools/call', { name: 'memory_stats', arguments: {} })
  told.kill('SIGTERM')
  assert.deepEqual(await told.exited, { code: 0, signal: null })
  assert.ok(!existsSync(`${store}-wal`))
})

test('closed in the middle of a write it ends, and what it had stored is whole (MCP-04)', async context => {
  const store = join(temporaryFolder(context), 'm.db')
  const server = startRawServer(context, ['--store', store])
  await server.ask('initialize', hello('2025-06-18'))
  const many = Array.from({ length: 3000 }, (_, index) => ({ speaker: 'Ana', text: `Fact number ${index} is about bread.` }))
  const call = {
    jsonrpc: '2.0',
    id: 99,
    method: 'tools/call',
    params: { name: 'memory_add', arguments: { turns: many }, _meta: { progressToken: 1 } },
  }
  const begun = server.said('notifications/progress')
  server.write(JSON.stringify(call))
  await begun
  server.end()
  assert.equal((await server.exited).code, 0)
  const memory = await openEngram({ store })
  const stored = await memory.space({ tenant: 'default', space: 'default' }).turns()
  await memory.close()
  assert.ok(stored.length > 0)
  assert.equal(stored.length % 100, 0, 'whole batches')
})

test('it ends when the process that started it is killed, though its stdin stays open (MCP-04)', {
  skip: process.platform === 'win32' && 'Windows tells nobody who its parent is',
}, async context => {
  const store = join(temporaryFolder(context), 'm.db')
  // As npx does, the parent hands on a stream that others hold open: killing it closes nothing.
  const args = JSON.stringify([main, 'mcp', '--store', store])
  const script = `require('node:child_process').spawn(process.execPath, ${args}, { stdio: [3, 'inherit', 'ignore'] })`
  const parent = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'ignore', 'pipe'] })
  context.after(() => parent.kill('SIGKILL'))
  const [, output, , input] = parent.stdio
  assert.ok(output instanceof Readable && input instanceof Writable)
  const first = createInterface({ input: output })[Symbol.asyncIterator]()
  input.write(`${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params: hello('2025-06-18') })}\n`)
  assert.equal(JSON.parse((await first.next()).value ?? '').id, 1)
  const ended = new Promise<void>(resolve => output.on('end', () => resolve()))
  parent.kill('SIGKILL')
  // Its stdout was the last to hold that pipe open.
  await ended
  input.destroy()
})
