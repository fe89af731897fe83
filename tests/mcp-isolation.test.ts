import assert from 'node:assert/strict'
import test, { type TestContext } from 'node:test'
import { EngramError, openEngram } from '../src/index.ts'
import { type Caller, createMcp, type Mcp } from '../src/mcp.ts'
import { openMemoryStore } from '../src/testing.ts'
import { callTool, connectFetchClient, type Era, eras } from './support/mcp-client.fixture.ts'

const secret = '4471'

async function openDoor(
  context: TestContext,
): Promise<{ readonly mcp: Mcp; readonly ids: readonly string[]; readonly failures: readonly unknown[] }> {
  const engram = await openEngram({ store: openMemoryStore() })
  const failures: unknown[] = []
  const mcp = createMcp({ engram: async () => engram, version: '1', onError: error => failures.push(error) })
  context.after(() => mcp.close())
  const alice = engram.space({ tenant: 'alice', space: 'private' })
  await alice.remember([{ id: 'secret-turn', speaker: 'Alice', text: `My PIN is ${secret}, I love it.` }])
  const ids = ['secret-turn', ...(await alice.memories()).map(({ id }) => id)]
  await engram.space({ tenant: 'alice', space: 'default' }).remember([{ id: 'secret-2', speaker: 'Alice', text: `My PIN is ${secret}.` }])
  await engram.space({ tenant: 'bob', space: 'default' }).remember([{ id: 'b1', speaker: 'Bob', text: 'I like tea.' }])
  return { mcp, ids, failures }
}

const bob: Caller = { tenant: 'bob', right: 'admin' }
const crafted = [
  ...[
    'private',
    'alice',
    'alice/private',
    '../alice/private',
    'alice:private',
    'alice|private',
    'alice\u0000private',
    '["alice","private"]',
  ],
  ...["private' OR 1=1 --", '%', '*', '_rivate', 'PRIVATE', 'private ', 'prıvate', '__proto__', 'constructor', '{"$ne":null}'],
]

for (const era of Object.keys(eras) as Era[]) {
  test(`no tool, resource, completion or prompt gives one tenant a word of another's (${era})`, async context => {
    const { mcp, ids, failures } = await openDoor(context)
    const client = await connectFetchClient(context, mcp, bob, era)
    const question = 'What is the PIN?'
    const alice = await connectFetchClient(context, mcp, { tenant: 'alice', right: 'read' }, era)
    assert.ok((await callTool(alice, 'memory_search', { question, space: 'private' })).sent.includes(secret), 'there is something to leak')
    for (const space of [undefined, ...crafted]) {
      for (const [name, args] of [
        ['memory_search', { question, space }],
        ['memory_answer', { question, space }],
        ['memory_list', { space }],
        ['memory_list', { space, what: 'turns' }],
        ['memory_stats', { space }],
        ['memory_forget', { space, all: true, dryRun: true }],
        ...ids.map(id => ['memory_get', { id, space }] as const),
        ...ids.map(id => ['memory_forget', { space, turnIds: [id] }] as const),
        ...ids.map(id => ['memory_forget', { space, memoryIds: [id] }] as const),
        ...ids.map(id => ['memory_update', { space, id, text: 'The PIN is 1.' }] as const),
      ] as const) {
        const { sent, isError } = await callTool(client, name, args)
        assert.ok(!sent.includes(secret), `${name} ${JSON.stringify(args)}`)
        if (space !== undefined) assert.ok(isError, `${name} of a space that is not there fails: ${JSON.stringify(args)}`)
      }
      for (const path of ['profile', 'stats', ...ids.map(id => `record/${id}`)]) {
        const uri = `memory://${encodeURIComponent(space ?? 'default')}/${path}`
        if (space === undefined && !path.startsWith('record')) continue
        await assert.rejects(client.readResource({ uri }), { message: /not found/i }, uri)
      }
      if (space !== undefined) await assert.rejects(client.getPrompt({ name: 'recall', arguments: { question, space } }))
      const ref = { type: 'ref/resource' as const, uri: 'memory://{space}/record/{id}' }
      const completed = await client.complete({
        ref,
        argument: { name: 'id', value: '' },
        context: { arguments: { space: space ?? 'private' } },
      })
      assert.deepEqual(completed.completion.values, [])
    }
    for (const uri of [
      'memory://private',
      'memory://../alice/stats',
      'memory:///stats',
      'memory://%/stats',
      'memory://alice%2Fprivate/stats',
      'file:///etc/passwd',
    ]) {
      await assert.rejects(client.readResource({ uri }), uri)
    }
    const names = await client.complete({ ref: { type: 'ref/prompt', name: 'recall' }, argument: { name: 'space', value: '' } })
    assert.deepEqual(names.completion.values, ['default'])
    assert.deepEqual(
      (await client.listResources()).resources.map(({ uri }) => uri),
      ['memory://default/profile', 'memory://default/stats'],
    )
    assert.equal((await callTool(alice, 'memory_list', { space: 'private', what: 'turns' })).structured.total, 1, 'nothing of hers is gone')
    assert.deepEqual(failures, [])
  })
}

test('names and ids round-trip exactly, whatever they hold: none is taken for another', async context => {
  const engram = await openEngram({ store: openMemoryStore() })
  const mcp = createMcp({ engram: async () => engram, version: '1' })
  context.after(() => mcp.close())
  const client = await connectFetchClient(context, mcp, bob)
  const names = ['Ana', 'ana', 'ana ', 'a/b', 'a%2Fb', 'a:b', 'a?b#c', 'a,b', 'Zoë', 'Zoe\u0308', '..', '👩‍👩‍👧', '{space}', '@', ']']
  for (const space of names)
    await callTool(client, 'memory_add', { space, turns: [{ id: `of ${space}`, speaker: 'x', text: `This is of ${space}.` }] })
  for (const space of names) {
    const { structured } = await callTool(client, 'memory_list', { space, what: 'turns' })
    assert.deepEqual(
      structured.items.map(({ id }: { id: string }) => id),
      [`of ${space}`],
    )
    const uri = `memory://${encodeURIComponent(space)}/record/${encodeURIComponent(`of ${space}`)}`
    const { contents } = await client.readResource({ uri })
    assert.equal(JSON.parse(JSON.stringify(contents[0])).uri, uri)
    assert.ok(JSON.stringify(contents).includes('This is of'))
  }
  const uris = (await client.listResources()).resources.map(({ uri }) => uri)
  assert.equal(new Set(uris).size, names.length * 2)
  for (const uri of uris) assert.equal((await client.readResource({ uri })).contents.length, 1, uri)
})

for (const [right, refused] of [
  ['read', ['memory_add', 'memory_update', 'memory_forget']],
  ['write', ['memory_update', 'memory_forget']],
  ['admin', []],
] as const) {
  test(`a caller who may ${right} sees and calls no tool beyond that`, async context => {
    const { mcp } = await openDoor(context)
    const client = await connectFetchClient(context, mcp, { tenant: 'bob', right })
    const listed = (await client.listTools()).tools.map(({ name }) => name)
    for (const name of refused) {
      assert.ok(!listed.includes(name))
      await assert.rejects(client.callTool({ name, arguments: { turns: [{ speaker: 'x', text: 'y' }], turnIds: ['b1'] } }), /not found/)
    }
    assert.equal(listed.length + refused.length, 8)
  })
}

test('what is wrong with the server itself is told to its log, and to the client only what to do', async context => {
  const broken = new EngramError('store_unusable', '/home/ana/secret.db is no store.')
  const failures: unknown[] = []
  const mcp = createMcp({ engram: () => Promise.reject(broken), version: '1', onError: error => failures.push(error) })
  context.after(() => mcp.close())
  const client = await connectFetchClient(context, mcp, bob)
  const { text, sent, isError } = await callTool(client, 'memory_stats')
  assert.deepEqual([isError, text.startsWith('store_unusable: '), sent.includes('secret')], [true, true, false])
  await assert.rejects(client.readResource({ uri: 'memory://default/stats' }), (error: Error) => !error.message.includes('secret'))
  assert.deepEqual(failures, [broken, broken])
})
