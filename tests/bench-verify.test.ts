import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import test from 'node:test'
import { readRun } from '../src/bench/run/read-run.ts'
import { summarizeRun } from '../src/bench/run/summarize-run.ts'
import { type Verification, verifyRun } from '../src/bench/run/verify-run.ts'
import { startModelServer } from './support/model-server.fixture.ts'
import { type CliResult, runCli, temporaryFolder } from './support/run-cli.ts'

const data = 'tests/support/bench-samples/locomo.json'

// biome-ignore lint/suspicious/noExplicitAny: tests look into it freely
type Row = any
type Change = (rows: Row[]) => void

/** Changes lines and, with all the care of one who wants to deceive, works every hash of the file out again. */
function change(run: string, file: string, edit: Change, { rechain }: { readonly rechain: boolean }): void {
  const path = join(run, file)
  const rows: Row[] = readFileSync(path, 'utf8')
    .trimEnd()
    .split('\n')
    .map(line => JSON.parse(line))
  edit(rows)
  const { identity } = JSON.parse(readFileSync(join(run, 'manifest.json'), 'utf8'))
  let chain = hash('sha256', JSON.stringify(identity))
  const lines = rows.map(({ chain: old, ...row }) => {
    chain = hash('sha256', `${chain}\n${JSON.stringify(row)}`)
    return JSON.stringify({ ...row, chain: rechain ? chain : old })
  })
  writeFileSync(path, `${lines.join('\n')}\n`)
}

/** A report that fits what was changed. */
function report(run: string): void {
  writeFileSync(join(run, 'report.json'), JSON.stringify(summarizeRun(readRun(run))))
}

test('verify finds each kind of change, and nothing in a run that is as it was written', async context => {
  const server = await startModelServer({ reply: messages => (/yes or no/.test(messages[0]?.content ?? '') ? 'Yes.' : 'On Lake Ammel') })
  context.after(server.close)
  const folder = temporaryFolder(context)
  const run = join(folder, 'run')
  const models = ['--model', 'obey', '--judge', 'obey', '--base-url', server.baseUrl]
  await runCli(['bench', 'run', 'locomo', '--data', data, '--systems', 'no-memory,default', '--apart', ...models, '--out', run, '--json'])

  let copies = 0
  const spoiltCopy = (spoil: (copy: string) => void): string => {
    const copy = join(folder, `copy-${copies++}`)
    cpSync(run, copy, { recursive: true })
    spoil(copy)
    return copy
  }
  const faultsOf = async (spoil: (copy: string) => void): Promise<string> => whatIn(await verifyRun(readRun(spoiltCopy(spoil)), null))
  const whatIn = ({ faults }: Pick<Verification, 'faults'>): string => faults.map(({ file, what }) => `${file}: ${what}`).join('\n')
  const verified = (spoil: (copy: string) => void, more: readonly string[] = []): Promise<CliResult> =>
    runCli(['bench', 'verify', spoiltCopy(spoil), '--json', ...more])

  const whole = await verified(() => {}, ['--data', data])
  assert.deepEqual([whole.code, whole.json.ok, whole.json.faults, whole.json.checked.dataset], [0, true, [], true])
  assert.equal(whole.json.checked.rescored, whole.json.checked.verdicts)

  const verdict: Change = rows => {
    rows[0].score = 1 - rows[0].score
  }
  const answer: Change = rows => {
    rows[0].answer = 'On Lake Garda'
  }
  for (const [file, edit] of [
    ['verdicts.jsonl', verdict],
    ['answers.jsonl', answer],
  ] as const) {
    const careless = await verified(copy => change(copy, file, edit, { rechain: false }))
    assert.equal(careless.code, 1)
    assert.match(whatIn(careless.json), new RegExp(`${file}: changed since it was written`))
    assert.deepEqual([careless.json.faults[0].file, careless.json.faults[0].line], [file, 1])
    const careful = await faultsOf(copy => {
      change(copy, file, edit, { rechain: true })
      report(copy)
    })
    assert.match(careful, /lenient\/1: score 0, and 1 by what it replied|a verdict on other words/)
  }
  const cases: readonly (readonly [string, Change, RegExp])[] = [
    ['verdicts.jsonl', rows => rows.pop(), /report\.json: .*heads\.verdicts/],
    ['verdicts.jsonl', rows => (rows.find(row => row.judge === 'f1/1').score = 0.5), /f1\/1: score 0\.5, and (?:0|1) by what was answered/],
    ['verdicts.jsonl', rows => rows.push({ ...rows[0], judge: 'kind/1' }), /a verdict on what was not asked/],
    ['answers.jsonl', rows => (rows[0].usage.inputTokens = 5), /its tokens are not those of its calls/],
    ['answers.jsonl', rows => rows.push({ ...rows[0], system: 'magic' }), /an answer to what was not asked/],
    ['questions.jsonl', rows => (rows[0].gold = 'On Lake Garda'), /f1\/1: score 1, and 0\.\d+ by what was answered/],
    ['questions.jsonl', rows => rows.pop(), /not the 8 questions of the manifest/],
    ['timings.jsonl', rows => rows.splice(0, 1), /a dialogue that took no time/],
    ['timings.jsonl', rows => rows.splice(1, 1), /an answer that took no time/],
    ['ingest.jsonl', rows => (rows[0].system = 'magic'), /a dialogue that no system of the run took in/],
  ]
  for (const [file, edit, expected] of cases) {
    assert.match(await faultsOf(copy => change(copy, file, edit, { rechain: true })), expected)
  }
  const manifest = await faultsOf(copy => {
    const path = join(copy, 'manifest.json')
    writeFileSync(path, readFileSync(path, 'utf8').replace('"temperature": 0', '"temperature": 1'))
  })
  assert.match(manifest, /answers\.jsonl: changed since.*report\.json: run does not follow/s)
  const total = await faultsOf(copy => {
    const path = join(copy, 'report.json')
    writeFileSync(path, readFileSync(path, 'utf8').replace(/"mean": [\d.]+/, '"mean": 99'))
  })
  assert.match(total, /^report\.json: systems\.no-memory\.scores\.lenient\/1\.all\.mean does not follow from the rows$/)

  const other = join(folder, 'other.json')
  writeFileSync(other, readFileSync(data, 'utf8').replace('four hives', 'five hives'))
  const bytes = await verified(() => {}, ['--data', other])
  assert.deepEqual([bytes.code, whatIn(bytes.json)], [1, 'locomo.json: not the bytes that the run was made with'])
  writeFileSync(other, readFileSync(data, 'utf8').replace('"Likely yes; she likes boats"', '"No"'))
  const gold = await verified(() => {}, ['--data', other])
  assert.match(whatIn(gold.json), /questions\.jsonl: gold is not that of the data set/)
  const none = await runCli(['bench', 'verify', folder, '--json'])
  assert.deepEqual([none.code, none.json.error.code], [1, 'bad_file'])
})

test('verify works out again what judges say in several replies: the score, and every other number', async context => {
  const reply = (rules = ''): string => (/one number/.test(rules) ? '0.5' : /yes or no/.test(rules) ? 'Yes' : 'Eight.')
  const server = await startModelServer({ reply: messages => reply(messages[0]?.content) })
  context.after(server.close)
  const folder = temporaryFolder(context)
  const run = join(folder, 'run')
  const models = ['--model', 'obey', '--judge', 'obey', '--base-url', server.baseUrl, '--judges', 'nuggets']
  await runCli([
    'bench',
    'run',
    'beam',
    '--data',
    'tests/support/bench-samples/beam',
    '--systems',
    'no-memory',
    ...models,
    '--out',
    run,
    '--json',
  ])
  const faultsOf = async (edit: Change): Promise<string> => {
    const copy = join(folder, `copy-${Math.random()}`)
    cpSync(run, copy, { recursive: true })
    change(copy, 'verdicts.jsonl', edit, { rechain: true })
    report(copy)
    return (await verifyRun(readRun(copy), null)).faults.map(({ what }) => what).join('\n')
  }
  const several: Change = rows => {
    const row = rows.find(({ replies }) => replies.length > 1)
    row.replies[0] = '1'
  }
  assert.equal(await faultsOf(() => {}), '')
  assert.match(await faultsOf(several), /nuggets\/1: score 0\.5, and 0\.75 by what it replied/)
  assert.match(
    await faultsOf(rows => (rows[0].more['halves cut off'] = 0.25)),
    /nuggets\/1: halves cut off is otherwise by what it replied/,
  )
  assert.match(await faultsOf(rows => (rows[0].run = 2)), /a verdict of run 2 by the published key, which was not asked for/)
})
