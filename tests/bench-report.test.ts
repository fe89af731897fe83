import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import test, { type TestContext } from 'node:test'
import { pathToFileURL } from 'node:url'
import { AxeBuilder } from '@axe-core/playwright'
import { noChromium, openChromium } from './support/chromium.ts'
import { modelServer, type SentMessage } from './support/model-server.fixture.ts'
import { runCli, temporaryFolder } from './support/run-cli.ts'

// What is made of a run for people: the page, blind grading, the logs for Inspect.

const data = 'tests/support/bench-samples/locomo.json'
const systems = 'full-context,no-memory,plain-rag,default'
const hostile = '</script><img src=x onerror="window.hit=1">'

// biome-ignore lint/suspicious/noExplicitAny: tests look into it freely
type Row = any

/** Every system answers in words of its own, cites in a form of its own, and puts markup into it; the judge finds some right. */
function reply(messages: readonly SentMessage[]): string {
  const last = messages.at(-1)?.content ?? ''
  if (/yes or no/.test(messages[0]?.content ?? '')) return last.length % 3 === 0 ? `No. ${hostile}` : 'Yes'
  const form = ['[E1]', '【E2】', '(E1)', '[E1†L2]'][last.length % 4] ?? ''
  return `On Lake Ammel, number ${last.length} ${hostile} ${form}.`
}

interface MadeRun {
  readonly folder: string
  readonly run: string
}

async function makeRun(
  context: TestContext,
  { model = 'obey', more = [] }: { readonly model?: string; readonly more?: readonly string[] } = {},
): Promise<MadeRun> {
  const server = await modelServer(context, { reply })
  const folder = temporaryFolder(context)
  const run = join(folder, 'run')
  const models = ['--model', model, '--judge', 'obey', '--base-url', server.baseUrl]
  const { code } = await runCli([
    'bench',
    'run',
    'locomo',
    '--data',
    data,
    '--systems',
    systems,
    '--apart',
    ...models,
    '--out',
    run,
    '--json',
    ...more,
  ])
  assert.equal(code, 0)
  return { folder, run }
}

test('a report is one file that asks for nothing else, holds what bench tables says, and in which nothing that was said is markup', async context => {
  const { folder, run } = await makeRun(context)
  const out = join(folder, 'report.html')
  const { code, json } = await runCli(['bench', 'report', run, '--data', data, '--out', out, '--json'])
  assert.equal(code, 0)
  const page = readFileSync(out, 'utf8')
  assert.equal(json.bytes, Buffer.byteLength(page))
  assert.doesNotMatch(page, /<link|<img|<iframe|@import|url\(|(?:src|href)="(?!#)/)
  assert.match(page, /default-src 'none'/)
  // Of the scripts in it the first is data: it ends where it should.
  assert.equal(page.split('</script>').length, 3)
  const { tables, latencies, ingests } = (await runCli(['bench', 'tables', run, '--json'])).json
  assert.deepEqual(json.runs[0].tables, tables)
  assert.deepEqual([json.runs[0].latency], latencies)
  assert.deepEqual([json.runs[0].ingest], ingests)
  const carried = JSON.parse(/<script type="application\/json" id="runs">(.*?)<\/script>/s.exec(page)?.[1] ?? '')
  assert.equal(carried.runs[0].questions.length, 8)
  assert.match(carried.runs[0].questions[0].answers[0].text, /<\/script>/)
  assert.ok(JSON.stringify(carried.runs[0].turns).includes('I row on Lake Ammel.'))
  // Six questions count; full context shows everything, so that it misses no evidence.
  for (const { system, judged, wrong, byEvidence } of json.runs[0].wrong) {
    assert.equal(judged, 6, system)
    const { all, part, none, unnamed } = byEvidence
    assert.equal(all + part + none + unnamed, wrong, system)
    if (system === 'full-context') assert.deepEqual([part, none], [0, 0])
  }
  const { perQuestion, reduction } = json.runs[0].series.find((row: Row) => row.system === 'default')
  assert.ok(perQuestion.input > 0 && reduction.questions === 6 && reduction.percent < 100)
})

test('what a server does not tell is n/a in a report and in the tables, never 0', async context => {
  const { folder, run } = await makeRun(context, { model: 'no-usage' })
  const { json } = await runCli(['bench', 'report', run, '--out', join(folder, 'report.html'), '--json'])
  for (const { perQuestion, latency } of json.runs[0].series) {
    assert.equal(perQuestion.reasoning, null)
    assert.deepEqual([latency.cold, latency.warm], [null, null])
  }
  const page = readFileSync(join(folder, 'report.html'), 'utf8')
  assert.doesNotMatch(page, /id="reasoning"/)
  assert.match(page, /<td>n\/a<\/td>/)
})

test('runs of two data sets are not one report', async context => {
  const { folder, run } = await makeRun(context)
  const manifest = join(run, 'manifest.json')
  const other = join(folder, 'other')
  spawnSync('cp', ['-r', run, other])
  writeFileSync(join(other, 'manifest.json'), readFileSync(manifest, 'utf8').replace('"name": "locomo"', '"name": "beam"'))
  const { code, json } = await runCli(['bench', 'report', run, other, '--out', join(folder, 'report.html'), '--json'])
  assert.deepEqual([code, json.error.field], [2, 'run'])
})

test('in a browser a report filters answers, opens words of turns, passes axe in both schemes and fits 400 px', {
  skip: noChromium,
}, async context => {
  const { folder, run } = await makeRun(context)
  const out = join(folder, 'report.html')
  await runCli(['bench', 'report', run, '--data', data, '--out', out])
  const browser = await openChromium(context)
  for (const [colorScheme, width] of [
    ['light', 1280],
    ['dark', 1280],
    ['light', 400],
  ] as const) {
    const page = await (await browser.newContext({ colorScheme, viewport: { width, height: 900 } })).newPage()
    const asked: string[] = []
    const errors: string[] = []
    page.on('request', request => asked.push(request.url()))
    page.on('pageerror', error => errors.push(error.message))
    await page.goto(pathToFileURL(out).href)
    await page.locator('select[name=verdict]').selectOption('')
    assert.match((await page.locator('#count').textContent()) ?? '', /^32 answers to 8 questions$/)
    await page.locator('select[name=system]').selectOption('no-memory')
    await page.locator('select[name=category]').selectOption('adversarial')
    assert.match((await page.locator('#count').textContent()) ?? '', /^2 answers to 2 questions$/)
    await page.locator('select[name=category]').selectOption('')
    await page.locator('select[name=system]').selectOption('plain-rag')
    await page
      .getByText(/^was shown/)
      .first()
      .click()
    assert.match((await page.locator('.turns').first().textContent()) ?? '', /D1:1.*I row on Lake Ammel/s)
    const { violations } = await new AxeBuilder({ page }).analyze()
    assert.deepEqual(
      violations.map(({ id, nodes }) => [id, nodes[0]?.html]),
      [],
    )
    assert.ok(((await page.evaluate('document.documentElement.scrollWidth')) as number) <= width)
    assert.equal(await page.evaluate('window.hit'), undefined)
    assert.deepEqual([asked.length, errors], [1, []])
  }
})

interface Sample {
  readonly items: readonly Row[]
}
async function draw(run: string, out: string, more: readonly string[] = []): Promise<Sample> {
  const { code } = await runCli(['bench', 'grade', run, '--out', out, ...more, '--json'])
  assert.equal(code, 0)
  return JSON.parse(readFileSync(out, 'utf8'))
}

test('who grades is told nothing of whose an answer is: no names, no citations, no verdicts, no order', async context => {
  const { folder, run } = await makeRun(context)
  const { items } = await draw(run, join(folder, 'sample.json'))
  const text = JSON.stringify(items)
  for (const word of [...systems.split(','), 'lenient', 'strict', 'obey', 'E1', 'E2', 'D1:', 'bench-', 'cited/'])
    assert.ok(!text.includes(word), word)
  // Everything but the words is the same for all who answered a question.
  const answers: Row[] = readFileSync(join(run, 'answers.jsonl'), 'utf8')
    .trimEnd()
    .split('\n')
    .map(line => JSON.parse(line))
  for (const [, of] of Map.groupBy(items, ({ question }) => question)) {
    assert.equal(new Set(of.map(({ id, answer, ...rest }) => JSON.stringify(rest))).size, 1)
  }
  // Whoever knows the names of systems and the ids of questions can't work out which id is whose without the run: with another run's secret ids are others.
  assert.deepEqual(
    items.map(({ id }) => id),
    items.map(({ id }) => id).toSorted(),
  )
  const placeOf = (system: string) =>
    items.findIndex(({ answer }) => answers.some(row => row.system === system && row.answer?.startsWith(answer.slice(0, 25))))
  assert.ok(new Set(systems.split(',').map(placeOf)).size > 1)
  // The same seed draws the same, another draws others.
  assert.deepEqual((await draw(run, join(folder, 'again.json'))).items, items)
  const [two, others] = [
    await draw(run, join(folder, 'two.json'), ['--questions', '2']),
    await draw(run, join(folder, 'other.json'), ['--questions', '2', '--seed', '7']),
  ]
  assert.equal(new Set(two.items.map(({ question }) => question)).size, 2)
  assert.notDeepEqual(two.items, others.items)
  // The page carries no more than the file.
  await runCli(['bench', 'grade', run, '--out', join(folder, 'sample.html')])
  const page = readFileSync(join(folder, 'sample.html'), 'utf8')
  for (const word of ['full-context', 'no-memory', 'plain-rag', 'lenient', '[E1']) assert.ok(!page.includes(word), word)
  assert.deepEqual(JSON.parse(/id="sample">(.*?)<\/script>/s.exec(page)?.[1] ?? '').items, items)
})

test('labels are held against judges and systems, may be a part, and must be of this run', async context => {
  const { folder, run } = await makeRun(context)
  const file = join(folder, 'sample.json')
  const sample = await draw(run, file)
  const compare = async (...files: readonly string[]) => await runCli(['bench', 'grade', run, '--labels', ...files, '--json'])
  const write = (name: string, label: (item: Row, place: number) => string | null): string => {
    const path = join(folder, name)
    writeFileSync(path, JSON.stringify({ ...sample, items: sample.items.map((item, place) => ({ ...item, label: label(item, place) })) }))
    return path
  }
  const none = (await compare(file)).json.graders[0]
  assert.deepEqual(
    [none.graded, none.of, none.judges, none.systems.default],
    [0, sample.items.length, {}, { questions: 0, mean: null, wilson: null }],
  )

  // One who says what the lenient judge says.
  const verdicts: Row[] = readFileSync(join(run, 'verdicts.jsonl'), 'utf8')
    .trimEnd()
    .split('\n')
    .map(line => JSON.parse(line))
  const answers: Row[] = readFileSync(join(run, 'answers.jsonl'), 'utf8')
    .trimEnd()
    .split('\n')
    .map(line => JSON.parse(line))
  const questions: Row[] = readFileSync(join(run, 'questions.jsonl'), 'utf8')
    .trimEnd()
    .split('\n')
    .map(line => JSON.parse(line))
  const score = (item: Row): number => {
    const own = answers.find(
      row =>
        row.answer.startsWith(item.answer.slice(0, -1).trimEnd()) && questions.find(({ id }) => id === row.id).question === item.question,
    )
    return verdicts.find(row => row.id === own.id && row.system === own.system && row.judge === 'lenient/1').score
  }
  const same = write('same.json', item => (score(item) === 1 ? 'right' : 'wrong'))
  const { graders } = (await compare(same)).json
  assert.deepEqual([graders[0].judges['lenient/1'].kappa, graders[0].judges['lenient/1'].kappaInterval], [1, { low: 1, high: 1 }])
  const { report } = JSON.parse(`{"report":${readFileSync(join(run, 'report.json'), 'utf8')}}`)
  for (const system of systems.split(','))
    assert.equal(graders[0].systems[system].mean, report.systems[system].scores['lenient/1'].all.mean, system)

  // One who says the opposite of some, is unsure of one and leaves the rest. Of both verdicts: the order of a sample is another in each run.
  const opposed = [1, 0].flatMap(wanted => sample.items.filter(item => score(item) === wanted).slice(0, 2))
  const unsure = sample.items.find(item => !opposed.includes(item))
  const part = write('part.json', item => {
    if (item === unsure) return 'unsure'
    if (!opposed.includes(item)) return null
    return score(item) === 1 ? 'wrong' : 'right'
  })
  const two = (await compare(same, part)).json
  assert.equal(two.graders[1].judges['lenient/1'].kappa < 0, true)
  assert.equal(two.graders[1].graded + two.graders[1].unsure < two.graders[1].of, true)
  assert.equal(two.between.answers, two.graders[1].graded)
  assert.ok(two.between.alpha < 0)

  writeFileSync(part, JSON.stringify({ ...sample, items: [{ id: '0123456789abcdef', label: 'right' }] }))
  const foreign = await compare(part)
  assert.deepEqual([foreign.code, foreign.json.error.code], [1, 'bad_file'])
  writeFileSync(part, JSON.stringify({ ...sample, items: [{ id: sample.items[0].id, label: 'good' }] }))
  assert.match((await compare(part)).json.error.message, /label/)
  const neither = await runCli(['bench', 'grade', run, '--json'])
  assert.deepEqual([neither.code, neither.json.error.field], [2, 'out'])
})

test('on the page one grades by keyboard, goes on after a reload or with a file, and saves what bench grade reads', {
  skip: noChromium,
}, async context => {
  const { folder, run } = await makeRun(context)
  const out = join(folder, 'sample.html')
  const { json } = await runCli(['bench', 'grade', run, '--out', out, '--json'])
  const browser = await openChromium(context)
  const page = await (await browser.newContext({ viewport: { width: 400, height: 900 } })).newPage()
  await page.goto(pathToFileURL(out).href)
  const { violations } = await new AxeBuilder({ page }).analyze()
  assert.deepEqual(
    violations.map(({ id, nodes }) => [id, nodes[0]?.html]),
    [],
  )
  await page.keyboard.press('1')
  await page.getByLabel('A note').fill('1 is no verdict here')
  await page.getByRole('button', { name: 'Wrong' }).click()
  const progress = `2 of ${json.items} graded`
  assert.equal(await page.locator('#progress').textContent(), progress)
  // The browser stores it a moment later: a page that is loaded at once may be too early.
  const shown = async (): Promise<string | null> => {
    await page.reload()
    return page.locator('#progress').textContent()
  }
  let after = await shown()
  for (let tries = 0; tries < 20 && after !== progress; tries++) after = await shown()
  assert.equal(after, progress)
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Save labels' }).click()
  const labels = join(folder, 'labels.json')
  await (await downloading).saveAs(labels)
  const read = (await runCli(['bench', 'grade', run, '--labels', labels, '--json'])).json.graders[0]
  assert.deepEqual([read.graded, read.of], [2, json.items])
  const elsewhere = await (await browser.newContext()).newPage()
  await elsewhere.goto(pathToFileURL(out).href)
  assert.equal(await elsewhere.locator('#progress').textContent(), `0 of ${json.items} graded`)
  await elsewhere.getByLabel('Go on with a file').setInputFiles(labels)
  await elsewhere.getByText(/labels read from labels.json/).waitFor()
  assert.equal(await elsewhere.locator('#progress').textContent(), progress)
  assert.equal(await page.evaluate('window.hit'), undefined)
})

test("a run becomes Inspect's logs, one a system: scores, roles, tokens, errors; what is not known is absent", async context => {
  const { folder, run } = await makeRun(context, { model: 'reasoning-reported' })
  const { code, json } = await runCli(['bench', 'export', run, '--out', join(folder, 'logs'), '--json'])
  assert.equal(code, 0)
  assert.deepEqual(json.files.length, 4)
  const logs: Row[] = json.files.map((file: string) => JSON.parse(readFileSync(file, 'utf8')))
  const report = JSON.parse(readFileSync(join(run, 'report.json'), 'utf8'))
  for (const { version, status, eval: spec, results, stats, samples } of logs) {
    const { system } = spec.task_args
    assert.deepEqual([version, status, samples.length, results.completed_samples], [2, 'success', 8, 8])
    const { scores, tokens } = report.systems[system]
    const lenient = results.scores.find((score: Row) => score.name === 'lenient/1')
    assert.equal(lenient.metrics.mean.value, Math.round(100 * scores['lenient/1'].all.mean) / 10_000)
    assert.equal(lenient.metrics.wilson_low.value, Math.round(100 * scores['lenient/1'].all.wilson.low) / 10_000)
    const usage = stats.model_usage['reasoning-reported']
    assert.equal(usage.input_tokens + usage.input_tokens_cache_read, tokens.inputTokens)
    assert.equal(usage.reasoning_tokens, tokens.reasoningTokens)
    assert.ok(stats.role_usage.grader.input_tokens > 0)
    for (const sample of samples) {
      assert.equal('error' in sample, false)
      assert.ok(sample.working_time <= sample.total_time || sample.total_time === undefined)
    }
    assert.ok(samples.every((sample: Row) => sample.scores['abstention/1'] === undefined) === false)
  }
  assert.match(readdirSync(join(folder, 'logs'))[0] ?? '', /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\+00-00_locomo-[\w-]+_[0-9a-f]{22}\.json$/)
})

test('in the logs failed answers are errors, later retried ones their retries, and unknown counts are absent', async context => {
  const server = await modelServer(context, { reply })
  const folder = temporaryFolder(context)
  const models = ['--model', 'status-400+no-usage', '--judge', 'obey', '--base-url', server.baseUrl]
  const run = join(folder, 'run')
  const args = ['bench', 'run', 'locomo', '--data', data, '--systems', 'no-memory', ...models, '--out', run, '--json']
  const logOf = async (): Promise<Row> => {
    const { json } = await runCli(['bench', 'export', run, '--out', join(folder, 'logs'), '--json'])
    return JSON.parse(readFileSync(json.files[0], 'utf8'))
  }
  await runCli(args)
  const failed = await logOf()
  const [error] = failed.samples.filter((sample: Row) => sample.error !== undefined)
  assert.match(error.error.message, /^model_rejected: /)
  assert.deepEqual([error.scores, error.output.choices, failed.results.completed_samples], [{}, [], 5])
  await runCli(args)
  const mended = await logOf()
  const again = mended.samples.find((sample: Row) => sample.id === error.id)
  assert.deepEqual([again.error, again.error_retries.length], [undefined, 1])
  // The client counted what it could; what nobody told is not there.
  assert.deepEqual(Object.keys(again.output.usage), ['input_tokens', 'output_tokens', 'total_tokens'])
})

const python = process.env.ENGRAM_INSPECT_PYTHON ?? 'python3'
const noInspect =
  spawnSync(python, ['-c', 'import inspect_ai']).status === 0 ? false : `no inspect_ai for ${python}: name one in ENGRAM_INSPECT_PYTHON`

test('Inspect itself reads the logs', { skip: noInspect }, async context => {
  const { folder, run } = await makeRun(context)
  const logs = join(folder, 'logs')
  await runCli(['bench', 'export', run, '--out', logs])
  const script = [
    'import sys, json',
    'from inspect_ai.log import list_eval_logs, read_eval_log',
    'logs = [read_eval_log(info) for info in list_eval_logs(sys.argv[1])]',
    'print(json.dumps([[log.eval.task, log.status, len(log.samples), len(log.results.scores)] for log in logs]))',
  ].join('\n')
  const { stdout, stderr } = spawnSync(python, ['-c', script, logs], { encoding: 'utf8' })
  const read: Row[] = JSON.parse(stdout.trimEnd().split('\n').at(-1) ?? stderr)
  assert.deepEqual(
    read.toSorted(),
    ['default', 'full-context', 'no-memory', 'plain-rag'].map(name => [`locomo-${name}`, 'success', 8, 4]),
  )
})
