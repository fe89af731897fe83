import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import test, { type TestContext } from 'node:test'
import { type ModelServer, modelServer, type SentMessage } from './support/model-server.fixture.ts'
import { type CliResult, main, runCli, temporaryFolder } from './support/run-cli.ts'

// Whole runs against a server that answers by a script: what is asked, written, stopped, gone on with, replayed and checked.

const data = 'tests/support/bench-samples/locomo.json'
const systems = 'full-context,no-memory,plain-rag,paper-base,paper,default,gold-evidence'
const files = ['manifest.json', 'questions.jsonl', 'ingest.jsonl', 'answers.jsonl', 'verdicts.jsonl', 'report.json']

// biome-ignore lint/suspicious/noExplicitAny: tests look into it freely
type Row = any

const isJudge = (messages: readonly SentMessage[]): boolean => /yes or no/.test(messages[0]?.content ?? '')

/** The same words for the same question; the judge finds every third right. */
function reply(messages: readonly SentMessage[]): string {
  const last = messages.at(-1)?.content ?? ''
  if (!isJudge(messages)) return /Lake Ammel/.test(JSON.stringify(messages)) ? 'On Lake Ammel [E1].' : `Number ${last.length} [E1].`
  return last.length % 3 === 0 ? 'No.' : 'Yes'
}

function argsOf(server: ModelServer, out: string, more: readonly string[] = []): readonly string[] {
  const models = ['--model', 'slow', '--judge', 'obey', '--base-url', server.baseUrl]
  return ['bench', 'run', 'locomo', '--data', data, '--systems', systems, '--apart', ...models, '--out', out, '--json', ...more]
}

const contentOf = (run: string): readonly string[] => files.map(file => readFileSync(join(run, file), 'utf8'))

/** Answers and verdicts that will not be asked for again. */
function recorded(folder: string): number {
  const path = join(folder, 'responses.db')
  if (!existsSync(path)) return 0
  const database = new DatabaseSync(path)
  const { count } = database.prepare('SELECT count(*) AS count FROM completions').get() as { count: number }
  database.close()
  return count
}

interface Undisturbed {
  readonly server: ModelServer
  readonly folder: string
  readonly result: CliResult
  /** Has this called at each request from now on, before it is answered. */
  readonly watch: (onRequest: () => void) => void
}

async function undisturbed(context: TestContext): Promise<Undisturbed> {
  let onRequest = (): void => {}
  const server = await modelServer(context, {
    reply(messages) {
      onRequest()
      return reply(messages)
    },
  })
  const folder = temporaryFolder(context)
  const result = await runCli(argsOf(server, join(folder, 'run')))
  const watch = (called: () => void): void => {
    onRequest = called
  }
  return { server, folder, result, watch }
}

test('a run answers under every system, judges every answer, and is replayed to the byte without a request', async context => {
  const { server, folder, result } = await undisturbed(context)
  assert.deepEqual([result.code, result.json.report.complete, result.json.stopped], [0, true, null])
  const { report } = result.json
  assert.deepEqual(Object.keys(report.systems), systems.split(','))
  for (const name of systems.split(',')) {
    assert.deepEqual([report.systems[name].answered, report.systems[name].failed], [8, 0], name)
    assert.equal(report.systems[name].scores['strict/1'].all.questions, 6, name)
  }
  assert.equal(report.systems['gold-evidence'].scores['f1/1'].byCategory['single-hop'].mean, 66.67)
  assert.equal(recorded(folder), server.requests.length)
  assert.equal(result.json.spent.calls, server.requests.length)
  assert.doesNotMatch(contentOf(join(folder, 'run')).join(''), /sk-|"ms"/)

  const tables = await runCli(['bench', 'tables', join(folder, 'run'), '--json'])
  const [overall] = tables.json.tables[0].rows.filter(({ category, setting }: Row) => category === null && setting === 'ENGRAM-R')
  assert.deepEqual([overall.ours.questions, overall.ours.judge.questions, overall.ours.strict.questions], [6, 6, 6])
  assert.equal(overall.ours.judge.percent.toFixed(2), report.systems.paper.scores['lenient/1'].all.mean.toFixed(2))
  assert.ok(overall.ours.reasoningTokens > 0)
  const latency = (system: string) => tables.json.latencies[0].rows.find((row: Row) => row.system === system).ours
  // One question is asked twice: its second answer took no request.
  assert.deepEqual([latency('no-memory').answers, latency('no-memory').search, latency('full-context').search], [7, null, null])
  // The server takes 30 ms for each.
  assert.ok(latency('default').total.p50 >= 0.03 && latency('default').search.p50 < latency('default').total.p50)

  const before = server.requests.length
  const again = await runCli(argsOf(server, join(folder, 'again'), ['--replay-only']))
  assert.equal(again.code, 0)
  assert.deepEqual(contentOf(join(folder, 'again')), contentOf(join(folder, 'run')))
  assert.equal(server.requests.length, before)
  // What came out of the cache was not measured.
  const replayed = await runCli(['bench', 'tables', join(folder, 'again')])
  assert.match(replayed.stdout, /\| default \| 0 \| n\/a \| n\/a \| n\/a \| n\/a \|/)
})

test('systems are asked without the key: it is in no request that is not a judge’s', async context => {
  const server = await modelServer(context, { reply })
  const folder = temporaryFolder(context)
  const marked = JSON.parse(readFileSync(data, 'utf8'))
  for (const { qa } of marked) {
    for (const item of qa) {
      if (item.answer !== undefined) item.answer = 'xyzzy'
      if (item.adversarial_answer !== undefined) item.adversarial_answer = 'xyzzy'
    }
  }
  const file = join(folder, 'marked.json')
  writeFileSync(file, JSON.stringify(marked))
  const { code } = await runCli(argsOf(server, join(folder, 'run')).map(arg => (arg === data ? file : arg)))
  assert.equal(code, 0)
  const [judged, asked] = [true, false].map(judge => server.requests.filter(({ body }) => isJudge(body.messages) === judge))
  assert.ok(asked?.length && judged?.length)
  for (const { body } of asked ?? []) assert.doesNotMatch(JSON.stringify(body), /xyzzy/)
  assert.match(JSON.stringify(judged?.map(({ body }) => body)), /Key: xyzzy/)
  // Citations are taken out before anything is judged.
  for (const { body } of judged ?? []) assert.doesNotMatch(JSON.stringify(body), /\[E1\]/)
})

/** Runs until that many requests were sent, then ends it with the signal: before the last of them is answered, so that it can not have ended by itself. */
function stoppedAfter(
  { server, watch }: Undisturbed,
  out: string,
  { requests, signal }: { requests: number; signal: 'SIGINT' | 'SIGKILL' },
): Promise<number | null> {
  const goal = server.requests.length + requests
  return new Promise(resolve => {
    const child = spawn(process.execPath, [main, ...argsOf(server, out)], { stdio: 'ignore' })
    watch(() => {
      if (server.requests.length === goal) child.kill(signal)
    })
    child.on('close', resolve)
  })
}

// After SIGINT what was begun is still finished, so that stops must come early to be stops; what SIGKILL cuts off is lost, so that they must not come too early to keep something.
for (const { signal, first, share } of [
  { signal: 'SIGINT', first: 1, share: 1 / 15 },
  { signal: 'SIGKILL', first: 6, share: 1 / 9 },
] as const) {
  test(`stopped by ${signal} at five random moments, a run ends as an undisturbed one, and no answer is paid for twice`, async context => {
    const whole = await undisturbed(context)
    const { server, folder } = whole
    const calls = server.requests.length
    const elsewhere = join(folder, 'stopped')
    const out = join(elsewhere, 'run')
    for (let stop = 0; stop < 5; stop++) {
      const before = { sent: server.requests.length, kept: recorded(elsewhere) }
      const code = await stoppedAfter(whole, out, { requests: first + Math.floor(Math.random() * calls * share), signal })
      if (signal === 'SIGINT') {
        assert.equal(code, 130)
        // What was begun was finished: all that was sent is kept.
        assert.equal(recorded(elsewhere) - before.kept, server.requests.length - before.sent)
      }
    }
    const kept = recorded(elsewhere)
    assert.ok(kept > 0 && kept < calls, `${kept} of ${calls}`)
    const before = server.requests.length
    const last = await runCli(argsOf(server, out))
    assert.deepEqual([last.code, last.json.report.complete], [0, true])
    assert.equal(server.requests.length - before, calls - kept)
    assert.deepEqual(contentOf(out), contentOf(join(folder, 'run')))
  })
}

test('a line that was torn off is written again; another run, a locked one and a broken one are told apart', async context => {
  const { server, folder } = await undisturbed(context)
  const run = join(folder, 'run')
  const whole = contentOf(run)
  for (const file of ['answers.jsonl', 'verdicts.jsonl', 'questions.jsonl']) {
    const text = readFileSync(join(run, file), 'utf8')
    writeFileSync(join(run, file), text.slice(0, -20))
  }
  const mended = await runCli(argsOf(server, run))
  assert.deepEqual([mended.code, contentOf(run)], [0, whole])

  const other = await runCli(argsOf(server, run, ['--limit', '3']))
  assert.deepEqual([other.code, other.json.error.field], [2, 'out'])
  assert.match(other.json.error.message, /questions\.count/)

  const lock = new DatabaseSync(join(run, 'lock'))
  lock.exec('BEGIN EXCLUSIVE')
  const busy = await runCli(argsOf(server, run))
  lock.close()
  assert.deepEqual([busy.code, busy.json.error.code], [1, 'store_busy'])

  const broken = join(folder, 'broken')
  cpSync(run, broken, { recursive: true })
  const answers = readFileSync(join(broken, 'answers.jsonl'), 'utf8')
  writeFileSync(join(broken, 'answers.jsonl'), answers.replace('Lake Ammel', 'Lake Garda'))
  const refused = await runCli(argsOf(server, broken))
  assert.deepEqual([refused.code, refused.json.error.code, refused.json.error.line], [1, 'bad_file', 1])
})

test('failures are rows and counted, never wrong answers; the same command asks them again', async context => {
  const server = await modelServer(context, { reply })
  const folder = temporaryFolder(context)
  // Of the ten requests of this id the first fails for good.
  const models = ['--model', 'status-400+obey', '--judge', 'obey', '--base-url', server.baseUrl]
  const args = ['bench', 'run', 'locomo', '--data', data, '--systems', 'no-memory', ...models, '--out', join(folder, 'run'), '--json']
  const first = await runCli(args)
  const { failed, systems: reports } = first.json.report
  assert.deepEqual([first.code, failed.answers, reports['no-memory'].answered], [3, 1, 5])
  assert.equal(reports['no-memory'].scores['lenient/1'].all.questions, 5)
  const second = await runCli(args)
  assert.deepEqual([second.code, second.json.report.failed.answers, second.json.report.complete], [0, 0, true])
  assert.equal(second.json.report.systems['no-memory'].scores['lenient/1'].all.questions, 6)
})

test('a server that is gone ends the run early; a budget ends it cleanly and more of it goes on', async context => {
  const server = await modelServer(context, { reply })
  const folder = temporaryFolder(context)
  const config = join(folder, 'engram.json')
  writeFileSync(config, JSON.stringify({ concurrency: 1, prices: { input: 1000, output: 1000 } }))
  mkdirSync(join(folder, 'a'))
  const args = (model: string, out: string): readonly string[] => {
    const models = ['--model', model, '--judge', 'obey', '--base-url', server.baseUrl, '--config', config]
    return ['bench', 'run', 'locomo', '--data', data, '--systems', systems, ...models, '--out', join(folder, 'a', out), '--json']
  }
  const gone = await runCli(args('status-400', 'gone'))
  assert.deepEqual(
    [gone.code, gone.json.stopped, gone.json.failure.code, gone.json.report.failed.answers],
    [3, 'failing', 'model_rejected', 10],
  )

  const noJudge = args('obey', '../b/no-judge').map((arg, index, all) => (all[index - 1] === '--judge' ? 'status-400' : arg))
  const judged = await runCli(noJudge)
  assert.deepEqual([judged.code, judged.json.stopped, judged.json.report.failed.verdicts], [3, 'failing', 10])

  const short = await runCli([...args('obey', 'short'), '--max-tokens', '1000'])
  assert.deepEqual([short.code, short.json.stopped], [3, 'tokens'])
  assert.ok(short.json.spent.tokens >= 1000 && short.json.spent.tokens < 2500)
  const costly = await runCli([...args('obey', 'short'), '--max-cost', '2'])
  assert.deepEqual([costly.code, costly.json.stopped], [3, 'cost'])
  assert.ok(costly.json.spent.cost >= 2 && costly.json.spent.tokens >= short.json.spent.tokens)
  const rest = await runCli(args('obey', 'short'))
  assert.deepEqual([rest.code, rest.json.report.complete], [0, true])
})

test('a dry run sends nothing and says what would be sent', async context => {
  const server = await modelServer(context, { reply })
  const folder = temporaryFolder(context)
  const config = join(folder, 'engram.json')
  writeFileSync(config, JSON.stringify({ prices: { input: 1, output: 2 } }))
  const args = [
    'bench',
    'run',
    'locomo',
    '--data',
    data,
    '--systems',
    'full-context,default,gold-evidence',
    '--dry-run',
    '--config',
    config,
  ]
  const { code, json } = await runCli([...args, '--json'])
  assert.equal(code, 0)
  assert.deepEqual([json.questions, json.systems['full-context'].calls, json.judges['strict/1'].calls, json.total.calls], [6, 6, 18, 54])
  assert.equal(json.cost, (json.total.inputTokens + 2 * json.total.outputTokens) / 1_000_000)
  // As bench tokens counts them, and four tokens more for each of two messages.
  assert.equal(json.systems['full-context'].inputTokens, 1076 + 6 * 2 * 4)
  const plain = await runCli(args)
  assert.match(plain.stdout, /Nothing was sent/)
  assert.equal(server.requests.length, 0)
})

test('probes try a judge: no answering model is needed, and a judge that says yes to all accepts what is wrong', async context => {
  const server = await modelServer(context, { reply: () => 'Yes' })
  const probes = ['--systems', 'probe-gold,probe-wrong,probe-vague', '--judge', 'obey', '--base-url', server.baseUrl]
  const out = join(temporaryFolder(context), 'run')
  const { code, json } = await runCli(['bench', 'run', 'locomo', '--data', data, ...probes, '--out', out, '--json'])
  assert.equal(code, 0)
  const means = Object.values<Row>(json.report.systems).map(({ scores }) => [scores['lenient/1'].all.mean, scores['f1/1'].all.mean > 90])
  assert.deepEqual(means, [
    [100, true],
    [100, false],
    [100, false],
  ])
  const verified = await runCli(['bench', 'verify', out, '--data', data, '--json'])
  assert.deepEqual(verified.json.faults, [])
  const shown = await runCli(['bench', 'compare', out, out, '--systems', 'probe-gold,probe-gold', '--judges', 'lenient,strict'])
  assert.match(shown.stdout, /lenient\/1, strict\/1/)
})

test('a judge on another server gets the key that is its own', async context => {
  const [answering, judging] = [await modelServer(context, { reply }), await modelServer(context, { reply })]
  const args = ['bench', 'run', 'locomo', '--data', data, '--systems', 'no-memory', '--model', 'obey', '--base-url', answering.baseUrl]
  const judge = ['--judge', 'slow', '--judge-url', judging.baseUrl, '--out', join(temporaryFolder(context), 'run'), '--json']
  const keys = { ENGRAM_API_KEY: 'sk-answers', ENGRAM_JUDGE_API_KEY: 'sk-judges' }
  const { code, json } = await runCli([...args, ...judge], { env: keys })
  assert.equal(code, 0)
  const keysOf = ({ requests }: ModelServer) => [...new Set(requests.map(({ headers }) => headers.authorization))]
  assert.deepEqual([keysOf(answering), keysOf(judging)], [['Bearer sk-answers'], ['Bearer sk-judges']])
  const manifest = readFileSync(join(json.path, 'manifest.json'), 'utf8')
  assert.deepEqual(JSON.parse(manifest).identity.judging, { model: 'slow', host: judging.host, runs: 1 })
  assert.doesNotMatch(contentOf(json.path).join(''), /sk-/)
})

test('what a run needs and lacks is named', async context => {
  const server = await modelServer(context, { reply })
  const out = join(temporaryFolder(context), 'run')
  const args = ['bench', 'run', 'locomo', '--data', data, '--systems', 'default', '--base-url', server.baseUrl, '--out', out, '--json']
  const noJudge = await runCli([...args, '--model', 'obey'])
  assert.equal(noJudge.json.error.field, 'judge')
  const noModel = await runCli([...args, '--judges', 'f1'])
  assert.equal(noModel.json.error.field, 'model')
  const noPrices = await runCli([...args, '--model', 'obey', '--judge', 'obey', '--max-cost', '1'])
  assert.equal(noPrices.json.error.field, 'prices')
  const unrecorded = await runCli([...args, '--model', 'obey', '--judge', 'obey', '--replay-only'])
  assert.equal(unrecorded.json.error.code, 'not_recorded')
  const ruled = args.map(arg => (arg === out ? `${out}-ruled` : arg))
  const rulesOnly = await runCli([...ruled, '--model', 'obey', '--judges', 'f1,abstention'])
  assert.deepEqual([rulesOnly.code, rulesOnly.json.report.complete], [0, true])
})
