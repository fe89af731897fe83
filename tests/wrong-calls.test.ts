import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test, { after } from 'node:test'
import { openEngram } from '../src/index.ts'
import { openMemoryStore } from '../src/testing.ts'

// Calls as JavaScript, or code that was written without reading, makes them: an error that names the field, never another meaning.

const folder = mkdtempSync(join(tmpdir(), 'engram-r-wrong-calls-'))
after(() => rmSync(folder, { recursive: true, force: true }))

const memory = await openEngram({ store: openMemoryStore() })
const space = memory.space({ tenant: 'harbour', space: 'logbook' })
await space.remember([
  { id: 't1', speaker: 'Ida', text: 'I keep bees on the roof.', at: '2024-03-01' },
  { id: 't2', speaker: 'Noor', text: 'I repair boats.', at: '2024-03-02' },
])
const evidence = await space.recall('Who keeps bees?')

type Call = readonly [field: string, call: string]
const calls: readonly Call[] = [
  ['question', 'space.recall()'],
  ['question', 'space.ask({ question: "Who?" })'],
  ['options', 'space.recall("Who?", null)'],
  ['tokens', 'space.recall("Who?", { tokens: "500" })'],
  ['tokens', 'space.recall("Who?", { tokens: 500n })'],
  ['kinds', 'space.recall("Who?", { kinds: "semantic" })'],
  ['kinds', 'space.recall("Who?", { kinds: ["facts"] })'],
  ['speakers', 'space.recall("Who?", { speakers: "Ida" })'],
  ['speakers', 'space.recall("Who?", { speakers: [5] })'],
  ['except', 'space.recall("Who?", { except: "t1" })'],
  ['at', 'space.recall("Who?", { at: new Date() })'],
  ['turnId', 'space.explain("Who?")'],
  ['text', 'space.verify()'],
  ['evidence', 'space.verify("Ida keeps bees [E1].")'],
  ['evidence.cards', 'space.verify("Ida keeps bees [E1].", {})'],
  ['id', 'space.turn(1)'],
  ['id', 'space.memory()'],
  ['turnIds', 'space.held("t1")'],
  ['limit', 'space.turnPage({ limit: "10" })'],
  ['limit', 'space.memoryPage({ limit: -1 })'],
  ['cursor', 'space.turnPage({ cursor: 5 })'],
  ['selection', 'space.forget()'],
  ['selection', 'space.forget("t1")'],
  ['type', 'space.forget({ turnIds: ["t1"] })'],
  ['ids', 'space.forget({ type: "turns" })'],
  ['ids', 'space.forget({ type: "turns", ids: "t1" })'],
  ['scope', 'memory.space()'],
  ['scope', 'memory.space("logbook")'],
  ['tenant', 'memory.space({ space: "logbook" })'],
  ['tenant', 'memory.spacePage()'],
  ['scopes', 'memory.export("logbook")'],
  ['turnIds', 'memory.retry({ tenant: "harbour", space: "logbook" }, "t1")'],
  ['options', 'openEngram("memory.db")'],
  ['store', 'openEngram({})'],
  ['preset', `openEngram({ store: file, preset: "fast" })`],
]

for (const [field, call] of calls) {
  test(`${call} is refused for its ${field}`, async () => {
    const file = join(folder, 'memory.db')
    const made = new Function('space', 'memory', 'openEngram', 'file', `return (async () => ${call})()`)
    await assert.rejects(made(space, memory, openEngram, file), {
      name: 'EngramError',
      code: 'bad_input',
      field,
      message: /expected .*got /,
    })
  })
}

test('after all that nothing is forgotten or made, and what is right works', async () => {
  assert.equal(existsSync(join(folder, 'memory.db')), false)
  assert.deepEqual(
    (await space.turns()).map(({ id }) => id),
    ['t1', 't2'],
  )
  assert.deepEqual(await space.recall('Who keeps bees?').then(({ text }) => text), evidence.text)
  assert.deepEqual((await space.recall('Who keeps bees?', { speakers: ['Ida'], except: ['t2'] })).cards.length > 0, true)
})

test('a memory that has been closed says so', async () => {
  const closed = await openEngram({ store: join(folder, 'closed.db') })
  const own = closed.space({ tenant: 'harbour', space: 'logbook' })
  await own.remember({ speaker: 'Ida', text: 'I keep bees.' })
  await own.recall('Who keeps bees?')
  await closed.close()
  await assert.rejects(own.recall('Who keeps bees?'), { code: 'store_unusable', message: /has been closed/ })
  await assert.rejects(own.remember({ speaker: 'Ida', text: 'I sold them.' }), { code: 'store_unusable', message: /has been closed/ })
})
