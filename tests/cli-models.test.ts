import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import test, { type TestContext } from 'node:test'
import { modelServer, type SentMessage } from './support/model-server.fixture.ts'
import { movingHouse, toldOfIt } from './support/moving-house.ts'
import { type CliResult, runCli, temporaryFolder } from './support/run-cli.ts'

// The command line with models, as a user runs it: another process, a server on the network, a key in the environment.

const input = movingHouse.map(turn => JSON.stringify(turn)).join('\n')
function reply(messages: readonly SentMessage[]): string {
  return messages.some(({ content }) => content.includes('"records"')) ? toldOfIt : 'Ana moved to Seattle [E1]. Ana owns a yacht [E1].'
}

type Run = (args: readonly string[], env?: Record<string, string>, stdin?: string) => Promise<CliResult>

async function start(context: TestContext): Promise<Run> {
  const server = await modelServer(context, { reply })
  const store = join(temporaryFolder(context), 'memory.db')
  const always = { ENGRAM_STORE: store, ENGRAM_SPACE: 'ana', ENGRAM_BASE_URL: server.baseUrl, ENGRAM_API_KEY: 'sk-secret-key' }
  return (args, env = {}, stdin = '') => runCli(args, { env: { ...always, ...env }, input: stdin })
}

test('a model that is configured without its server is in the way of ask, and of nothing that asks no model', async context => {
  const store = join(temporaryFolder(context), 'memory.db')
  const env = { ENGRAM_STORE: store, ENGRAM_SPACE: 'ana', ENGRAM_MODEL: 'nobody', ENGRAM_EXTRACT_MODEL: 'nobody' }
  for (const [args, stdin] of [
    [['remember', '-'], input],
    [['recall', 'Where did Ana move?'], ''],
    [['spaces'], ''],
  ] as const)
    assert.equal((await runCli([...args], { env, input: stdin })).code, 0, args[0])
  const { code, stderr } = await runCli(['ask', 'Where did Ana move?'], { env })
  assert.deepEqual([code, /the server of nobody is not said/.test(stderr)], [2, true])
})

test('ask answers with a model, verified; --stream tells the draft first, a line an event', async context => {
  const run = await start(context)
  await run(['remember', '-'], {}, input)
  const { code, json } = await run(['ask', 'Where did Ana move?', '--model', 'reasoning-reported', '--effort', 'low', '--json'])
  assert.deepEqual([code, json.by, json.answer, json.sentences[0].verdict], [0, 'model', 'Ana moved to Seattle [E1].', 'supported'])
  assert.equal(movingHouse[0]?.text.slice(json.citations[0].start, json.citations[0].end), json.citations[0].quote)
  assert.deepEqual([json.usage.reasoningTokens, json.usage.sources.reasoningTokens, json.usage.cachedInputTokens], [800, 'reported', 128])
  assert.deepEqual(
    json.calls.map(({ stage, model }: { readonly stage: string; readonly model: string }) => [stage, model]),
    [
      ['answer', 'reasoning-reported'],
      ['repair', 'reasoning-reported'],
    ],
  )
  assert.match(json.repair.dropped[0].text, /yacht/)

  const streamed = await run(['ask', 'Where did Ana move?', '--stream', '--json'], { ENGRAM_MODEL: 'obey' })
  const events = streamed.stdout
    .trim()
    .split('\n')
    .map(line => JSON.parse(line))
  assert.deepEqual([...new Set(events.map(({ type }) => type))], ['text', 'sentence', 'answer'])
  assert.equal(
    events
      .filter(({ type }) => type === 'text')
      .map(({ text }) => text)
      .join(''),
    reply([]),
  )
  assert.deepEqual(
    events.filter(({ type }) => type === 'sentence').map(({ sentence }) => sentence.verdict),
    ['supported', 'unsupported'],
  )

  const shown = await run(['ask', 'Where did Ana move?', '--stream'], { ENGRAM_MODEL: 'obey' })
  assert.match(shown.stdout, /yacht \[E1\]\.\nAna moved to Seattle \[E1\]\.\n {4}\[E1\] is turn t1.*left out, unsupported/s)
})

test('what a server refuses is said in one line, without the key; a setting that is missing is named', async context => {
  const run = await start(context)
  await run(['remember', '-'], {}, input)
  const refused = await run(['ask', 'Where did Ana move?', '--model', 'status-401'])
  assert.equal(refused.code, 1)
  assert.match(refused.stderr, /^engram-r: .*status-401.*401/)
  assert.doesNotMatch(refused.stderr + refused.stdout, /sk-secret-key|\n\s+at /)
  const unsaid = await run(['ask', 'Where did Ana move?', '--model', 'obey'], { ENGRAM_BASE_URL: '' })
  assert.deepEqual([unsaid.code, /ENGRAM_BASE_URL/.test(unsaid.stderr)], [2, true])
  const wrong = await run(['ask', 'Where did Ana move?', '--model', 'obey', '--base-url', 'localhost'])
  assert.deepEqual([wrong.code, /baseUrl: expected a URL/.test(wrong.stderr)], [2, true])
})

test('remember --wait has the records of the model; jobs shows what was given up, and it can be retried and dropped', async context => {
  const run = await start(context)
  const waited = await run(['remember', '-', '--wait', '--json'], { ENGRAM_EXTRACT_MODEL: 'obey' }, input)
  assert.deepEqual([waited.code, waited.json.added, waited.json.work.turns, waited.json.work.dead], [0, 2, 2, 0])
  const memories = (await run(['memories', '--json'])).stdout
    .trim()
    .split('\n')
    .map(line => JSON.parse(line))
  assert.ok(memories.some(({ writtenBy }) => /^model\/1\/obey\/extract-batch\/1@[0-9a-f]{8}$/.test(writtenBy)))

  assert.equal((await run(['reindex', '--extract', '--quiet'])).code, 0)
  assert.equal((await run(['jobs', '--json'])).json.jobs[0].waiting, 2)
  const failed = await run(['jobs', 'run', '--json'], { ENGRAM_EXTRACT_MODEL: 'blank-content' })
  assert.deepEqual([failed.code, failed.json.turns, failed.json.dead], [3, 2, 2])
  const listed = await run(['jobs'])
  assert.match(listed.stdout, /ana: 0 turns waiting\n {4}given up t1: .*\n {4}given up t2: /)
  assert.equal((await run(['jobs', 'retry', '--turn', 't1', '--json'])).json.turns, 1)
  assert.equal((await run(['jobs', 'drop', '--json'])).json.turns, 1)
  const again = await run(['jobs', 'run'], { ENGRAM_EXTRACT_MODEL: 'obey' })
  assert.match(again.stdout, /^1 turns read with 1 calls \(100 for 100 turns\) and \d+ tokens/)
  assert.equal((await run(['jobs'])).stdout, 'Nothing is waiting and nothing was given up.\n')
  const none = await run(['jobs', 'run'])
  assert.deepEqual([none.code, /No model is configured to write records/.test(none.stderr)], [1, true])
})

test('the same question is answered from the cache without a request, and with replayOnly nothing else is', async context => {
  const run = await start(context)
  await run(['remember', '-'], {}, input)
  const folder = temporaryFolder(context)
  const settings = { model: 'obey', modelCache: join(folder, 'answers.db'), prices: { input: 1, output: 2 } }
  const config = (more: object): readonly string[] => {
    writeFileSync(join(folder, 'engram.json'), JSON.stringify({ ...settings, ...more }))
    return ['--config', join(folder, 'engram.json'), '--json']
  }
  const first = await run(['ask', 'Where did Ana move?', ...config({})])
  const replayed = await run(['ask', 'Where did Ana move?', ...config({ replayOnly: true })], { ENGRAM_BASE_URL: 'http://127.0.0.1:9/v1' })
  assert.deepEqual([replayed.code, replayed.json.answer, replayed.json.usage], [0, first.json.answer, first.json.usage])
  assert.ok(first.json.calls.every(({ cost, replayed: free }: { readonly cost: number; readonly replayed: boolean }) => cost > 0 && !free))
  assert.ok(
    replayed.json.calls.every(({ cost, replayed: free }: { readonly cost: number; readonly replayed: boolean }) => cost === 0 && free),
  )
  const other = await run(['ask', 'What did Ben buy?', ...config({ replayOnly: true })])
  assert.deepEqual([other.code, other.json.error.code], [1, 'not_recorded'])
})

test('doctor asks the server of the models, and says what to do', async context => {
  const run = await start(context)
  const up = await run(['doctor'], { ENGRAM_MODEL: 'obey' })
  assert.match(up.stdout, /ok {2}models {3}obey at 127\.0\.0\.1:\d+/)
  assert.equal(up.code, 0)
  const other = await run(['doctor'], { ENGRAM_MODEL: 'qwen' })
  assert.match(other.stdout, /bad models {3}127\.0\.0\.1:\d+ does not list qwen\n +GET http/)
  assert.equal(other.code, 1)
  const down = await run(['doctor'], { ENGRAM_MODEL: 'obey', ENGRAM_BASE_URL: 'http://127.0.0.1:9/v1' })
  assert.match(down.stdout, /bad models {3}127\.0\.0\.1:9 does not answer/)
  const nowhere = await run(['doctor'], { ENGRAM_MODEL: 'obey', ENGRAM_BASE_URL: '' })
  assert.match(nowhere.stdout, /ok {2}store .*\nbad models {3}obey\n +Say where they are: ENGRAM_BASE_URL/, 'the store is not to blame')
})

test('doctor asks the server that serve is a proxy for, and counts keys and what waits', async context => {
  const run = await start(context)
  await run(['remember', '-'], {}, input)
  const none = await run(['doctor'])
  assert.match(none.stdout, /ok {2}keys {5}none: serve answers this machine alone/)
  assert.match(none.stdout, /ok {2}upstream none: .*ENGRAM_UPSTREAM/)
  await run(['keys', 'create'])
  const down = await run(['doctor'], { ENGRAM_UPSTREAM: 'http://127.0.0.1:9/v1', ENGRAM_EXTRACT_MODEL: 'obey' })
  assert.match(down.stdout, /ok {2}keys {5}1 key: each request to serve needs one/)
  assert.match(down.stdout, /bad upstream 127\.0\.0\.1:9 does not answer: .*\n +Start the server, or correct upstream\./)
  assert.match(down.stdout, /ok {2}jobs {5}\d+ turns? to be read by obey\n +`engram-r jobs run`/)
  assert.equal(down.code, 1)
})
