import assert from 'node:assert/strict'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test, { type TestContext } from 'node:test'
import { openSqliteStore } from '../src/store/sqlite/sqlite-store.ts'
import { runCli, temporaryFolder } from './support/run-cli.ts'

const dialogue = [
  '[2024-03-02] Ana: I moved to Lyon last week, into a flat above a bakery.',
  'Ben: Lovely! Do you speak French?',
  'Ana: A little. I take lessons every Tuesday evening.',
  '[2024-04-05] Ana: I broke my ankle yesterday on the stairs.',
].join('\n')

function storeWith(context: TestContext): {
  readonly folder: string
  readonly store: string
  run: (...args: string[]) => ReturnType<typeof runCli>
} {
  const folder = temporaryFolder(context)
  const store = join(folder, 'memory.db')
  return { folder, store, run: (...args) => runCli(['--store', store, ...args]) }
}

async function withDialogue(context: TestContext) {
  const opened = storeWith(context)
  const file = join(opened.folder, 'chat.txt')
  writeFileSync(file, dialogue)
  const imported = await opened.run('import', file, '--space', 'ana', '--json')
  assert.equal(imported.code, 0, imported.stderr)
  return { ...opened, file, imported }
}

test('the demo shows what every question asks for, cites it, reads less than the transcript and leaves nothing behind', async () => {
  const before = (await readdir(tmpdir())).filter(name => name.startsWith('engram-r-demo-'))
  const { code, json, stderr } = await runCli(['demo', '--json'])
  assert.equal(code, 0, stderr)
  const sample = JSON.parse(readFileSync('assets/demo/questions.json', 'utf8'))
  for (const [index, { question, shows, turns }] of sample.questions.entries()) {
    const asked = json.questions[index]
    assert.equal(asked.question, question)
    const cited = asked.citations.filter((citation: { turnId: string }) => turns.includes(citation.turnId))
    assert.ok(cited.length > 0, `${question}: ${JSON.stringify(asked.citations)}`)
    const visible = `${asked.answer} ${cited.map((citation: { quote: string }) => citation.quote).join(' ')}`
    assert.ok(visible.includes(shows), `${question}: ${visible}`)
  }
  assert.ok(json.turns >= 80)
  assert.ok(json.tokens.cardsPerQuestion < json.tokens.fullContext / 4)
  const after = (await readdir(tmpdir())).filter(name => name.startsWith('engram-r-demo-'))
  assert.deepEqual(after, before)
})

test('the turns of an import are indexed when it ends, those of a question when they have grown by a quarter, and none after a forget', async context => {
  const { folder, store, run } = storeWith(context)
  const indexed = async (): Promise<number> => {
    const opened = await openSqliteStore(store)
    const count = await opened.indexed({ tenant: 'default', space: 'ana' })
    await opened.close()
    return count
  }
  const importTurns = async (from: number, to: number): Promise<void> => {
    const file = join(folder, `${from}.jsonl`)
    const turns = Array.from({ length: to - from }, (_, place) => ({
      id: `t${from + place}`,
      speaker: 'Ana',
      text: `I saw ${from + place} herons.`,
    }))
    writeFileSync(file, turns.map(turn => JSON.stringify(turn)).join('\n'))
    const { code, stderr } = await run('import', file, '--space', 'ana')
    assert.equal(code, 0, stderr)
  }
  await importTurns(0, 99)
  assert.equal(await indexed(), 0)
  await importTurns(99, 120)
  assert.equal(await indexed(), 120)
  await importTurns(120, 140)
  assert.equal(await indexed(), 120)
  for (const args of [
    ['recall', 'Who saw 7 herons?'],
    ['show', 't7', '--space', 'ana'],
  ])
    assert.equal((await run(...args)).code, 0)
  await importTurns(140, 150)
  assert.equal(await indexed(), 150)
  assert.equal((await run('forget', '--turn', 't7', '--space', 'ana')).code, 0)
  assert.equal(await indexed(), 0)
  const { json } = await run('recall', 'Who saw 149 herons?', '--json')
  assert.match(json.cards[0].claim, /149 herons/)
  assert.equal(await indexed(), 149)
})

test('an import counts what it read, and the same import again adds nothing', async context => {
  const { run, file, imported } = await withDialogue(context)
  assert.deepEqual(imported.json.spaces[0].turns, { read: 4, added: 4, duplicate: 0, failed: 0 })
  assert.ok(imported.json.spaces[0].memories.episodic >= 3)
  const again = await run('import', file, '--space', 'ana', '--json')
  assert.deepEqual(again.json.spaces[0].turns, { read: 4, added: 0, duplicate: 4, failed: 0 })
})

test('recall, ask, show, turns and memories tell the same story, by the same ids (LIF-07)', async context => {
  const { run } = await withDialogue(context)
  const recalled = await run('recall', 'Where did Ana move?', '--json')
  const [card] = recalled.json.cards
  assert.match(card.claim, /Lyon last week \[= 2024-02-19\/2024-02-25\]/)
  assert.equal(recalled.json.space, 'ana')
  const shown = await run('show', card.memoryId, '--json')
  assert.equal(shown.json.memory.id, card.memoryId)
  assert.equal(shown.json.sources[0].text, card.sources[0].text)
  const turn = await run('show', card.sources[0].turnId, '--json')
  assert.ok(turn.json.turn.text.includes(card.sources[0].text))
  assert.ok(turn.json.memories.some((memory: { id: string }) => memory.id === card.memoryId))
  const asked = await run('ask', 'When did Ana break her ankle?', '--json')
  assert.equal(asked.json.by, 'dates')
  assert.match(asked.json.answer, /2024-04-04/)
  assert.equal((await run('turns', '--json')).stdout.trim().split('\n').length, 4)
  assert.ok((await run('memories', '--kinds', 'procedural', '--json')).stdout.includes('every Tuesday'))
  const human = await run('recall', 'Where did Ana move?', '--explain')
  assert.match(human.stdout, /= words 1\.000/)
})

test('forget takes a prefix, refuses an ambiguous or unknown one, and search finds nothing afterwards (LIF-06)', async context => {
  const { run, store } = await withDialogue(context)
  const { json } = await run('recall', 'ankle', '--json')
  const id: string = json.cards[0].memoryId
  assert.equal((await run('forget', '--memory', 'deadbeef')).code, 1)
  assert.equal((await run('forget', '--memory', 'm')).code, 1)
  const dry = await run('forget', '--memory', id.slice(0, 8), '--dry-run', '--json')
  const receipt = await run('forget', '--memory', id.slice(0, 8), '--json')
  assert.deepEqual(receipt.json, dry.json)
  assert.equal(receipt.json.memories, 1)
  assert.deepEqual((await run('recall', 'ankle', '--json')).json.cards, [])
  await run('reindex')
  assert.deepEqual((await run('recall', 'ankle', '--json')).json.cards, [], 'not even after reindex')
  assert.equal((await run('forget', '--all', '--json')).json.turns, 4)
  for (const word of ['ankle', 'bakery', 'Lyon']) assert.ok(!readFileSync(store).includes(word), word)
})

test('forgetting a turn leaves no byte of it in the store or its exports', async context => {
  const { run, store, folder } = await withDialogue(context)
  const turn = (await run('recall', 'Where did Ana move?', '--json')).json.cards[0].sources[0].turnId
  await run('forget', '--turn', turn)
  await run('export', '--out', join(folder, 'out.jsonl'))
  for (const name of await readdir(folder)) {
    if (name === 'chat.txt') continue
    const bytes = readFileSync(join(folder, name))
    for (const word of ['Lyon', 'bakery', turn]) assert.ok(!bytes.includes(word), `${word} in ${name}`)
  }
  assert.ok(readFileSync(store).includes('ankle'))
})

test('an export restores to the same bytes and the same answers', async context => {
  const { run, folder } = await withDialogue(context)
  await run('recall', 'Lyon', '--preset', 'paper')
  const first = join(folder, 'first.jsonl')
  assert.equal((await run('export', '--out', first, '--json')).code, 0)
  assert.match(readFileSync(first, 'utf8'), /"type":"vector"/)
  const other = join(folder, 'other.db')
  const restored = await runCli(['--store', other, 'import', first, '--json'])
  assert.deepEqual(restored.json.spaces[0].turns, { read: 4, added: 4, duplicate: 0, failed: 0 })
  const second = await runCli(['--store', other, 'export'])
  assert.equal(second.stdout, readFileSync(first, 'utf8'))
  const here = await run('recall', 'Lyon', '--json')
  const there = await runCli(['--store', other, 'recall', 'Lyon', '--json'])
  assert.deepEqual(there.json.cards, here.json.cards)
})

test('remember stores a turn, or lines from stdin, and reports an id that is taken', async context => {
  const { run, store } = storeWith(context)
  const one = await run('remember', 'I adopted a hedgehog.', '--speaker', 'Ida', '--id', 'h1', '--space', 'ida', '--json')
  assert.deepEqual(one.json, { space: 'ida', added: 1, duplicates: 0, conflicts: [], turnIds: ['h1'] })
  const taken = await run('remember', 'Other words.', '--speaker', 'Ida', '--id', 'h1', '--space', 'ida', '--json')
  assert.equal(taken.code, 3)
  assert.equal(taken.json.conflicts[0].turnId, 'h1')
  const lines = '{"speaker":"Ida","text":"It is called Rollo."}\n{"speaker":"Ida","text":"ok"}\n{"speaker":"Ida","text":"ok"}\n'
  const piped = await runCli(['--store', store, 'remember', '--space', 'ida', '--json'], { input: lines })
  assert.equal(piped.json.added, 3)
  assert.equal((await run('remember', '--speaker', 'Ida', '--json', 'text')).code, 2, 'no space was named')
})

test('an unknown space is an error that names what is near; a command without a store says where it looked (RET-07)', async context => {
  const { run } = await withDialogue(context)
  const near = await run('recall', 'x', '--space', 'an')
  assert.equal(near.code, 1)
  assert.match(near.stderr, /no space "an".*Did you mean "ana"/)
  assert.match((await run('recall', 'x', '--space', 'ANA')).stderr, /Did you mean "ana"/)
  assert.equal((await run('recall', 'x', '--space', '')).code, 2)
  const nothing = await run('recall', 'xylophone')
  assert.equal(nothing.code, 0)
  assert.match(nothing.stdout, /0 of \d+ passages/)
  const absent = await runCli(['--store', '/nowhere/at/all.db', 'spaces'])
  assert.equal(absent.code, 1)
  assert.match(absent.stderr, /\/nowhere\/at\/all\.db/)
  assert.ok(!existsSync('/nowhere'))
})

test('wrong usage exits with 2 and says what is right', async () => {
  for (const args of [
    ['recal', 'x'],
    ['recall'],
    ['recall', 'x', '--k', 'many'],
    ['recall', 'x', '--kinds', 'episode'],
    ['memories', '--kinds', 'episode'],
    ['import', 'x', '--format', 'docx'],
    ['recall', 'x', '--preset', 'best'],
    ['--nonsense'],
  ]) {
    const { code, stderr } = await runCli(args)
    assert.equal(code, 2, args.join(' '))
    assert.notEqual(stderr, '', args.join(' '))
  }
})

test('every command has help with an example', async () => {
  const { stdout } = await runCli(['--help'])
  const commands = [...stdout.matchAll(/^ {2}([a-z]+) /gm)].map(([, name = '']) => name).filter(name => name !== 'help')
  assert.ok(commands.length >= 13, commands.join(' '))
  for (const command of commands) {
    const help = await runCli([command, '--help'])
    assert.equal(help.code, 0)
    assert.match(help.stdout, /Examples?:\n {2}engram-r /, command)
  }
})

test('a partial import stores what is good, lists what is not with its line, and exits with 3', async context => {
  const { run, folder } = storeWith(context)
  const file = join(folder, 'mixed.jsonl')
  writeFileSync(
    file,
    '\ufeff{"id":"a","speaker":"Ida","text":"I keep bees."}\r\n{"id":"b","speaker":"","text":"x"}\r\n{"id":"a","speaker":"Ida","text":"I keep wasps."}\r\n{"id":"a","speaker":"Ida","text":"I keep bees."}',
  )
  const { code, json } = await run('import', file, '--json')
  assert.equal(code, 3)
  assert.deepEqual(json.spaces[0].turns, { read: 3, added: 1, duplicate: 1, failed: 1 })
  assert.equal(json.failures.length, 2)
  assert.equal(json.failures[0].line, 2)
  assert.match(json.failures[1].reason, /another turn with this id/)
})

test('a store that is no store is left alone and explained; doctor says the same', async context => {
  const { run, store } = storeWith(context)
  writeFileSync(store, 'this is a shopping list, not a database\n'.repeat(200))
  const { code, json } = await run('spaces', '--json')
  assert.equal(code, 1)
  assert.equal(json.error.code, 'store_unusable')
  assert.match(readFileSync(store, 'utf8'), /^this is a shopping list/)
  const doctor = await run('doctor', '--json')
  assert.equal(doctor.code, 1)
  assert.equal(doctor.json.ok, false)
})

test('doctor finds nothing wrong with a good store', async context => {
  const { run } = await withDialogue(context)
  const { code, stdout } = await run('doctor')
  assert.equal(code, 0, stdout)
  assert.match(stdout, /1 space, 4 turns/)
})

test('settings come from the command line, then a file, then the environment', async context => {
  const { folder, store } = await withDialogue(context)
  const config = join(folder, 'engram.json')
  writeFileSync(config, JSON.stringify({ store }))
  assert.match((await runCli(['--config', config, 'spaces'], { env: { ENGRAM_STORE: '/nowhere.db' } })).stdout, /ana/)
  assert.match((await runCli(['spaces'], { env: { ENGRAM_STORE: store } })).stdout, /ana/)
  writeFileSync(config, JSON.stringify({ stor: store }))
  const wrong = await runCli(['--config', config, 'spaces'])
  assert.equal(wrong.code, 2)
  assert.match(wrong.stderr, /stor/)
})
