import assert from 'node:assert/strict'
import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import test, { type TestContext } from 'node:test'
import { type ModelServer, modelServer, type SentMessage } from './support/model-server.fixture.ts'
import { runCli, temporaryFolder } from './support/run-cli.ts'

// Each benchmark's own way of judging, from outside: what is asked of the judge, what becomes of its replies, and that all of it can be worked out again.

const samples = 'tests/support/bench-samples'

// biome-ignore lint/suspicious/noExplicitAny: tests look into it freely
type Row = any

const rowsOf = (run: string, file: string): readonly Row[] =>
  readFileSync(join(run, file), 'utf8')
    .trimEnd()
    .split('\n')
    .map(line => JSON.parse(line))
const modelsOf = ({ baseUrl }: ModelServer, judge = 'obey'): readonly string[] => [
  ...['--model', 'obey', '--judge', judge, '--base-url', baseUrl],
]
const systemOf = (messages: readonly SentMessage[]): string => messages[0]?.content ?? ''
const lastOf = (messages: readonly SentMessage[]): string => messages.at(-1)?.content ?? ''

/** Verified, and replayed to the byte without a request. */
async function assertSound(run: string, args: readonly string[], server: ModelServer): Promise<void> {
  const verified = await runCli(['bench', 'verify', run, '--json'])
  assert.deepEqual([verified.code, verified.json.faults], [0, []])
  const before = server.requests.length
  const again = await runCli([...args.map(arg => (arg === run ? `${run}-again` : arg)), '--replay-only'])
  assert.equal(again.code, 0, again.stderr)
  assert.equal(server.requests.length, before)
  for (const file of ['manifest.json', 'questions.jsonl', 'ingest.jsonl', 'answers.jsonl', 'verdicts.jsonl', 'report.json'])
    assert.equal(readFileSync(join(`${run}-again`, file), 'utf8'), readFileSync(join(run, file), 'utf8'), file)
}

test('BEAM: each nugget is rated, orders are matched, questions without an answer are right or wrong; both ways of counting stand there', async context => {
  const folder = temporaryFolder(context)
  const data = join(folder, 'beam')
  cpSync(join(samples, 'beam'), data, { recursive: true })
  const file = join(data, '1/probing_questions/probing_questions.json')
  const questions = JSON.parse(readFileSync(file, 'utf8'))
  questions.event_ordering = [
    {
      question: 'In which order did I plan?',
      answer: 'Shed, permit, base',
      source_chat_ids: [0, 2, 4],
      rubric: ['Shed', 'Permit', 'Base'],
    },
  ]
  writeFileSync(file, JSON.stringify(questions))
  const server = await modelServer(context, {
    reply(messages) {
      const [rules, last] = [systemOf(messages), lastOf(messages)]
      if (/match the items/.test(rules)) return '{"items": [{"says": "permit", "is": 2}, {"says": "shed", "is": 1}]}'
      if (/one number/.test(rules)) return /Asks which/.test(last) ? '0.5' : '1'
      if (/yes or no/.test(rules)) return 'No'
      return 'Eight square metres, I think.'
    },
  })
  const run = join(folder, 'run')
  const args = [
    'bench',
    'run',
    'beam',
    '--data',
    data,
    '--systems',
    'no-memory',
    '--judges',
    'nuggets',
    ...modelsOf(server),
    '--out',
    run,
    '--json',
  ]
  const { code, json } = await runCli(args)
  assert.equal(code, 0)
  const dry = await runCli([...args, '--dry-run'])
  assert.deepEqual([dry.json.judges['nuggets/1'].calls, dry.json.total.calls], [6, server.requests.length])
  const { all, byCategory, macro, abstention, more } = json.report.systems['no-memory'].scores['nuggets/1']
  const mean = (category: string): number => byCategory[category].mean
  // Two of three, the other way round, the third missing: one pair against two, none tied: tau -1/3 + 2/3, and F1 2 x 2 / 5.
  assert.deepEqual(
    ['abstention', 'contradiction_resolution', 'knowledge_update', 'information_extraction', 'event_ordering'].map(mean),
    [0, 75, 100, 100, 66.67],
  )
  assert.deepEqual([all.questions, all.wilson, all.mean, macro, abstention.mean], [5, null, 68.33, 68.33, 0])
  assert.deepEqual(more['halves cut off'].byCategory.contradiction_resolution, { questions: 1, mean: 50 })
  assert.equal(more['tau x F1'].byCategory.event_ordering.mean, 53.33)
  assert.deepEqual(Object.keys(more['tau x F1'].byCategory), ['event_ordering'])
  const tables = await runCli(['bench', 'tables', run])
  assert.match(
    tables.stdout,
    /### nuggets\/1\n[^#]*\| contradiction_resolution \| 1 \| 75\.0 \|[^#]*\| mean of categories \| 5 \| 68\.3 \|/,
  )
  assert.match(tables.stdout, /### nuggets\/1: halves cut off\n[^#]*\| contradiction_resolution \| 1 \| 50\.0 \|/)
  await assertSound(run, args, server)
})

test('HealthBench: the conversation is the prompt, each criterion a request, and the score is of points', async context => {
  const folder = temporaryFolder(context)
  const server = await modelServer(context, {
    reply(messages) {
      if (!/one criterion/.test(systemOf(messages))) return 'Rest it. Is it swollen?'
      const met = /Asks about swelling|as certain/.test(lastOf(messages))
      return JSON.stringify({ explanation: 'It does.', criteria_met: met })
    },
  })
  const run = join(folder, 'run')
  const data = ['--data', `${samples}/healthbench.jsonl`]
  const args = [
    'bench',
    'run',
    'healthbench',
    ...data,
    '--systems',
    'full-context,paper,no-memory',
    ...modelsOf(server),
    '--out',
    run,
    '--json',
  ]
  const { code, json } = await runCli(args)
  assert.deepEqual([code, json.report.complete], [0, true])
  const scores = json.report.systems['full-context'].scores['rubric/1']
  // (5 - 4) / 5 and 0 / 3.
  assert.deepEqual([scores.all.mean, scores.byCategory.context_seeking.mean, scores.byCategory.hedging.mean], [10, 20, 0])
  assert.ok(scores.all.deviation > 0 && scores.all.deviation < 10)
  assert.deepEqual([scores.more['axis:accuracy'].questions, scores.more['axis:context_awareness'].mean], [1, 100])
  const asked = server.requests.map(({ body }) => body.messages).filter(messages => !/one criterion/.test(systemOf(messages)))
  assert.deepEqual(asked[0], [
    { role: 'user', content: 'My knee hurts after running.' },
    { role: 'assistant', content: 'Since when?' },
    { role: 'user', content: 'For two weeks. What can I do?' },
  ])
  assert.ok(asked.some(messages => /<notes>\n[^<]*E1[^<]*knee/.test(systemOf(messages))))
  assert.ok(
    server.requests.some(({ body }) =>
      /assistant: Since when\?\n\nuser: For two weeks.*\n\nassistant: Rest it/.test(lastOf(body.messages)),
    ),
  )
  await assertSound(run, args, server)
  const tables = await runCli(['bench', 'tables', run])
  assert.match(
    tables.stdout,
    /### Table 6: HealthBench\n[^#]*\| context_seeking \| Full-Context \| 1 \|[^#]*\| 20\.0 \| 37\.4 \|[^#]*not medical advice/,
  )
  const multi = await runCli([...args.map(arg => (arg === run ? `${run}-multi` : arg)), '--min-messages', '3'])
  assert.equal(multi.json.report.questions, 1)
  const theme = await runCli([...args.map(arg => (arg === run ? `${run}-theme` : arg)), '--categories', 'hedging'])
  assert.deepEqual(
    [theme.json.report.questions, Object.keys(theme.json.report.systems.paper.scores['rubric/1'].byCategory)],
    [1, ['hedging']],
  )
})

test('several verdicts on each answer: each run, their mean and deviation, the majority and how often they differ', async context => {
  const folder = temporaryFolder(context)
  let verdicts = 0
  const server = await modelServer(context, {
    // Every question is judged right, wrong and right, but for what is asked first.
    reply: messages => (/yes or no/.test(systemOf(messages)) ? (verdicts++ % 3 === 1 && verdicts > 3 ? 'No' : 'Yes') : 'On Lake Ammel'),
  })
  const config = join(folder, 'engram.json')
  writeFileSync(config, JSON.stringify({ concurrency: 1 }))
  const run = join(folder, 'run')
  const models = [...modelsOf(server), '--judges', 'strict,f1', '--judge-runs', '3', '--limit', '4', '--config', config]
  const args = ['bench', 'run', 'locomo', '--data', `${samples}/locomo.json`, '--systems', 'no-memory', ...models, '--out', run, '--json']
  const dry = await runCli([...args, '--dry-run'])
  assert.equal(dry.json.judges['strict/1'].calls, 12)
  const { code, json } = await runCli(args)
  assert.equal(code, 0)
  const { all, runs } = json.report.systems['no-memory'].scores['strict/1']
  assert.deepEqual([all.questions, all.mean], [4, 100])
  assert.deepEqual(runs, {
    questions: 4,
    means: [100, 25, 100],
    mean: 75,
    populationDeviation: 35.36,
    majority: 100,
    flipRate: 75,
  })
  assert.equal(json.report.systems['no-memory'].scores['f1/1'].runs, null)
  assert.equal(rowsOf(run, 'verdicts.jsonl').length, 4 * 3 + 4)
  const tables = await runCli(['bench', 'tables', run])
  assert.match(tables.stdout, /strict\/1 of no-memory, 3 runs: 100\.0, 25\.0, 100\.0; mean 75\.0, deviation 35\.4/)
  const shown = await runCli(args.filter(arg => arg !== '--json'))
  assert.match(
    shown.stdout,
    /strict\/1 of no-memory, 3 runs: 100\.0, 25\.0, 100\.0; mean 75\.0, deviation 35\.4.*majority 100\.0; 75\.0% differ/,
  )
  await assertSound(run, args, server)
})

test('what a judge fails to say is asked again, then a failed verdict with a rate, never a wrong answer (BEN-12)', async context => {
  const folder = temporaryFolder(context)
  const said = [
    '',
    'The answer is correct',
    'The answer is correct',
    'Well',
    'Yes.',
    'No, yes would be wrong',
    '<think>yes or no?</think>No',
    'YES',
  ]
  let at = 0
  const server = await modelServer(context, {
    reply: messages => (/yes or no/.test(systemOf(messages)) ? (said[at++] ?? 'Yes') : 'On Lake Ammel'),
  })
  const config = join(folder, 'engram.json')
  writeFileSync(config, JSON.stringify({ concurrency: 1 }))
  const run = join(folder, 'run')
  const models = [...modelsOf(server), '--judges', 'lenient', '--config', config]
  const args = ['bench', 'run', 'locomo', '--data', `${samples}/locomo.json`, '--systems', 'no-memory', ...models, '--out', run, '--json']
  const { code, json } = await runCli(args)
  assert.equal(code, 3)
  // An empty reply is asked for with more room, and the second answer is no verdict either: both tries are used up.
  const rows = rowsOf(run, 'verdicts.jsonl')
  assert.deepEqual(
    rows.map(({ score, askedAgain, error }) => [score, askedAgain, error?.code ?? null]),
    [
      [null, 0, 'model_no_answer'],
      [1, 1, null],
      [0, 0, null],
      [0, 0, null],
      // The question that is asked twice, and answered and judged in the same words.
      [null, 0, 'model_no_answer'],
      [1, 0, null],
    ],
  )
  const { questions, unjudged, mean } = json.report.systems['no-memory'].scores['lenient/1'].all
  assert.deepEqual([questions, unjudged, mean], [4, 2, 50])
  assert.deepEqual(json.report.judges['lenient/1'], { verdicts: 6, failed: 2, errorRate: 33.33, askedAgain: 1 })
  // What was recorded is no verdict: it is asked for anew.
  const again = await runCli(args)
  assert.deepEqual([again.code, again.json.report.judges['lenient/1'].errorRate], [0, 0])
})

test('a verdict that was cut off is an error (BEN-12)', async context => {
  const server = await modelServer(context, { reply: () => 'Yes, because it says so' })
  const out = join(temporaryFolder(context), 'run')
  const args = [
    'bench',
    'run',
    'locomo',
    '--data',
    `${samples}/locomo.json`,
    '--systems',
    'no-memory',
    '--judges',
    'lenient',
    '--limit',
    '1',
  ]
  const { json } = await runCli([...args, ...modelsOf(server, 'cut-length'), '--out', out, '--json'])
  assert.deepEqual([json.report.failed.verdicts, json.report.systems['no-memory'].scores['lenient/1'].all.mean], [1, null])
})

test('a question keeps its date from the file into the prompt and to the judge, also after a stop (BEN-06)', async context => {
  const folder = temporaryFolder(context)
  const server = await modelServer(context, {
    reply: messages => (/yes or no/.test(systemOf(messages)) ? 'Yes' : 'The rice cooker [E1].'),
  })
  const run = join(folder, 'run')
  const data = ['--data', `${samples}/longmemeval.json`, '--limit', '2']
  const args = ['bench', 'run', 'longmemeval', ...data, '--systems', 'full-context,default', ...modelsOf(server), '--out', run, '--json']
  const zone = { TZ: 'America/Los_Angeles' }
  const stopped = await runCli([...args, '--max-tokens', '1'], { env: zone })
  assert.deepEqual([stopped.code, stopped.json.stopped], [3, 'tokens'])
  const { code } = await runCli(args, { env: { TZ: 'Asia/Tokyo' } })
  assert.equal(code, 0)
  const [first] = rowsOf(run, 'questions.jsonl')
  assert.equal(first.at, '2023-05-30T23:40')
  for (const { body } of server.requests) assert.match(JSON.stringify(body.messages), /\(asked on 2023-05-30 23:40\)/)
  assert.match(JSON.stringify(server.requests.map(({ body }) => body.messages)), /2023\/05\/20 \(Sat\) 02:21/)
})

test('LongMemEval: abstention has rules of its own and is told apart; numbers, alternatives and lists are graded, one question each (BEN-07, BEN-09)', async context => {
  const folder = temporaryFolder(context)
  const server = await modelServer(context, {
    reply: messages =>
      /yes or no/.test(systemOf(messages)) ? (/recognises/.test(systemOf(messages)) ? 'No' : 'Yes') : 'Your parrot is called Pip',
  })
  const run = join(folder, 'run')
  const data = ['--data', `${samples}/longmemeval.json`]
  const args = ['bench', 'run', 'longmemeval', ...data, '--systems', 'no-memory', ...modelsOf(server), '--out', run, '--json']
  const { code, json } = await runCli(args)
  assert.equal(code, 0)
  const { longmemeval, byRules } = {
    longmemeval: json.report.systems['no-memory'].scores['longmemeval/1'],
    byRules: json.report.systems['no-memory'].scores['abstention/1'],
  }
  assert.deepEqual([longmemeval.all.questions, longmemeval.all.mean, longmemeval.abstention.mean, byRules.all.mean], [5, 80, 0, 0])
  // By type: user 0, the others 100.
  assert.equal(longmemeval.macro, 75)
  const judged = server.requests.map(({ body }) => body.messages).filter(messages => /yes or no/.test(systemOf(messages)))
  const rulesFor = (key: string): string => systemOf(judged.find(messages => lastOf(messages).includes(`Key: ${key}`)) ?? [])
  assert.match(rulesFor('The user would prefer'), /what that user would want/)
  assert.match(rulesFor('A rice cooker'), /off by one/)
  assert.notEqual(rulesFor('15'), '')
  assert.match(lastOf(judged.find(messages => /29 days/.test(lastOf(messages))) ?? []), /Key: 29 days\. 30 days \(including the last day\)/)
})

/** The first of the published samples, with our own words. */
function audited(folder: string): string {
  const questions = ['Where does Ilse row?', 'How many boats raced?', 'Who came in third?']
  const sample = {
    sample_id: 'conv-26',
    conversation: {
      session_1_date_time: '1:56 pm on 8 May, 2023',
      session_1: [
        { speaker: 'Ilse', dia_id: 'D1:1', text: 'I row on Lake Ammel.' },
        { speaker: 'Bram', dia_id: 'D1:2', text: 'We came in third of twelve boats.' },
      ],
    },
    qa: questions.map(question => ({ question, answer: 'ten', evidence: ['D1:2'], category: 4 })),
  }
  const file = join(folder, 'locomo.json')
  writeFileSync(file, JSON.stringify([sample]))
  return file
}

test('an audit gives the score without the questions it finds wrong, and by its answers, beside the official one (BEN-04)', async context => {
  const folder = temporaryFolder(context)
  const server = await modelServer(context, {
    reply: messages => (/yes or no/.test(systemOf(messages)) ? (/Key: 12\n/.test(lastOf(messages)) ? 'Yes' : 'No') : 'Twelve'),
  })
  const run = join(folder, 'run')
  const audit = ['--audit', `${samples}/locomo-errors.json`]
  const data = ['--data', audited(folder)]
  const args = ['bench', 'run', 'locomo', ...data, ...audit, '--systems', 'no-memory', ...modelsOf(server), '--out', run, '--json']
  const { code, json } = await runCli(args)
  assert.equal(code, 0)
  const { all, audit: found } = json.report.systems['no-memory'].scores['strict/1']
  assert.deepEqual([all.mean, found.changed, found.without.questions, found.without.mean], [0, 1, 2, 0])
  assert.deepEqual([found.corrected.questions, found.corrected.mean], [3, 33.33])
  const manifest = JSON.parse(readFileSync(join(run, 'manifest.json'), 'utf8'))
  assert.equal(manifest.identity.audit.file, 'locomo-errors.json')
  const tables = await runCli(['bench', 'tables', run])
  assert.match(
    tables.stdout,
    /strict\/1 of no-memory by the audit: 0\.0 without the 1 questions whose answer it finds wrong, 33\.3 with its answers/,
  )
  const verified = await runCli(['bench', 'verify', run, ...data, ...audit, '--json'])
  assert.deepEqual(verified.json.faults, [])
  await assertSound(run, args, server)
})

interface Rival {
  readonly address: string
  readonly requests: readonly { readonly path: string; readonly body: Row }[]
}

/** A memory system of someone else's that speaks the two requests. */
async function rival(context: TestContext, ask: (question: string) => unknown): Promise<Rival> {
  const requests: { path: string; body: Row }[] = []
  const server = createServer(async (message, response) => {
    let sent = ''
    for await (const chunk of message) sent += chunk
    const body = JSON.parse(sent)
    const path = message.url ?? ''
    requests.push({ path, body })
    const usage = { inputTokens: 40, outputTokens: 4 }
    const reply = path.startsWith('/memory/tell') ? { system: 'rival 1.2', usage } : ask(body.question)
    if (reply === null) response.writeHead(400, { 'content-type': 'application/json' }).end('{"error":{"message":"No."}}')
    else response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(reply))
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  context.after(() => server.close())
  const { port } = server.address() as AddressInfo
  return { address: `http://127.0.0.1:${port}/memory?v=1`, requests }
}

test('any system at an address is told turns and asked questions, and nothing of the key reaches it (BEN-11)', async context => {
  const folder = temporaryFolder(context)
  const judge = await modelServer(context, { reply: () => 'Yes' })
  const usage = { inputTokens: 100, outputTokens: 7 }
  const { address, requests } = await rival(context, () => ({ answer: 'On Lake Ammel', model: 'small', cited: ['D1:1'], usage }))
  const marked = JSON.parse(readFileSync(`${samples}/locomo.json`, 'utf8'))
  for (const { qa } of marked) {
    for (const item of qa) {
      if (item.answer !== undefined) item.answer = 'xyzzy'
      if (item.adversarial_answer !== undefined) item.adversarial_answer = 'xyzzy'
    }
  }
  const data = join(folder, 'marked.json')
  writeFileSync(data, JSON.stringify(marked))
  const run = join(folder, 'run')
  const judging = ['--judge', 'obey', '--base-url', judge.baseUrl, '--judges', 'lenient']
  const args = [
    'bench',
    'run',
    'locomo',
    '--data',
    data,
    '--systems',
    `${address},no-memory`,
    '--model',
    'obey',
    ...judging,
    '--out',
    run,
    '--json',
  ]
  const { code, json } = await runCli(args)
  assert.equal(code, 0, JSON.stringify(json))
  const report = json.report.systems[address]
  assert.deepEqual([report.answered, report.failed, report.scores['lenient/1'].all.mean], [6, 0, 100])
  assert.equal(report.tokens.inputTokens, 600)
  assert.deepEqual([report.ingest.calls, report.ingest.inputTokens, report.ingest.perQuestion.inputTokens], [2, 80, 13.33])
  assert.equal(json.report.systems['no-memory'].ingest.calls, 0)
  assert.ok(json.report.served.answers.some(({ requested, model }: Row) => requested === address && model === 'small'))
  assert.deepEqual(Object.keys(requests.find(({ path }) => path === '/memory/ask?v=1')?.body ?? {}), ['space', 'question', 'at'])
  assert.deepEqual(Object.keys(requests[0]?.body.turns[0]), ['id', 'session', 'speaker', 'text', 'at', 'attachments'])
  assert.doesNotMatch(JSON.stringify(requests), /xyzzy|evidence|category/)
  const before = requests.length
  await assertSound(run, args, judge)
  assert.equal(requests.length, before)
})

test('a system at an address that fails, or replies otherwise, is a failed answer', async context => {
  const { address } = await rival(context, question => (/row/.test(question) ? null : { reply: 'On Lake Ammel' }))
  const run = join(temporaryFolder(context), 'run')
  const args = [
    'bench',
    'run',
    'locomo',
    '--data',
    `${samples}/locomo.json`,
    '--systems',
    address,
    '--judges',
    'f1',
    '--limit',
    '2',
    '--out',
    run,
  ]
  const { code } = await runCli([...args, '--json'])
  assert.equal(code, 3)
  const errors = rowsOf(run, 'answers.jsonl').map(({ error }) => error.code)
  assert.ok(
    errors.every(error => error === 'model_rejected' || error === 'model_no_answer'),
    String(errors),
  )
})

test('ablations are systems with settings: named in the manifest, counted without a model, and another run where they differ', async context => {
  const folder = temporaryFolder(context)
  const server = await modelServer(context, { reply: () => 'On Lake Ammel' })
  const labels = ['paper', 'paper:k=1', 'paper:kinds=procedural', 'paper:show=lines:citations=off', 'default:search=dense', 'plain-rag:k=1']
  const data = ['--data', `${samples}/locomo.json`]
  const counted = await runCli(['bench', 'tokens', 'locomo', ...data, '--systems', labels.join(','), '--json'])
  assert.equal(counted.code, 0)
  const tokens = (label: string): number => counted.json.systems[label].inputTokens
  assert.ok(tokens('paper:k=1') < tokens('paper') && tokens('paper:kinds=procedural') < tokens('paper'))
  const run = join(folder, 'run')
  const models = ['--model', 'obey', '--base-url', server.baseUrl, '--judges', 'f1', '--limit', '2']
  const args = ['bench', 'run', 'locomo', ...data, '--systems', `${labels.join(',')},paper:effort=low`, ...models, '--out', run, '--json']
  const { code, json } = await runCli(args)
  assert.deepEqual([code, Object.keys(json.report.systems)], [0, [...labels, 'paper:effort=low']])
  const { systems } = JSON.parse(readFileSync(join(run, 'manifest.json'), 'utf8')).identity
  assert.match(systems[1].about, /changed by \{"k":1\}/)
  assert.notEqual(systems[0].prompt.hash, systems[3].prompt.hash)
  const shown = (label: string): number => rowsOf(run, 'answers.jsonl').find(({ system }) => system === label).shown.length
  assert.ok(shown('paper:k=1') === 1 && shown('paper') > 1)
  assert.ok(server.requests.some(({ body }) => body.reasoning_effort === 'low'))
  const wrong = await runCli(['bench', 'tokens', 'locomo', ...data, '--systems', 'paper:k=none', '--json'])
  assert.deepEqual([wrong.code, wrong.json.error.field], [2, 'systems'])
})

test('a run counts replies that were cut, answers without words and prompts that were cut, and says who really answered', async context => {
  const server = await modelServer(context, { reply: () => 'On Lake Ammel, as she said.' })
  const folder = temporaryFolder(context)
  const data = ['--data', `${samples}/locomo.json`, '--judges', 'f1', '--systems', 'no-memory', '--limit', '3']
  const config = join(folder, 'engram.json')
  writeFileSync(config, JSON.stringify({ concurrency: 1 }))
  const args = ['bench', 'run', 'locomo', ...data, '--base-url', server.baseUrl, '--config', config, '--out', join(folder, 'run'), '--json']
  const { json } = await runCli([...args, '--model', 'cut-length+empty-choices+empty-choices+obey'])
  assert.deepEqual(json.report.systems['no-memory'].guards, { cutReplies: 1, empty: 1, cutPrompts: 0 })
  const few = args.map(arg => (arg === 'no-memory' ? 'full-context' : arg === join(folder, 'run') ? join(folder, 'cut') : arg))
  const cut = await runCli([...few, '--model', 'truncated-prompt'])
  assert.deepEqual(cut.json.report.systems['full-context'].guards, { cutReplies: 0, empty: 0, cutPrompts: 3 })
  const [served] = json.report.served.answers
  assert.deepEqual(
    [served.requested, served.model],
    ['cut-length+empty-choices+empty-choices+obey', 'cut-length+empty-choices+empty-choices+obey'],
  )
})

test('a model may write the records: what that takes stands apart from what answers take, and is shared among the questions', async context => {
  const record = { turn: 1, kind: 'episodic', title: 'Rowing', text: 'Ilse rows on Lake Ammel.', steps: [] }
  const server = await modelServer(context, {
    reply: messages => (/JSON/i.test(JSON.stringify(messages)) ? JSON.stringify({ records: [record] }) : 'On Lake Ammel'),
  })
  const folder = temporaryFolder(context)
  const config = join(folder, 'engram.json')
  writeFileSync(config, JSON.stringify({ extractModel: 'obey' }))
  const run = join(folder, 'run')
  const data = ['--data', `${samples}/locomo.json`, '--judges', 'f1', '--systems', 'paper-base,paper-base:extract=batch', '--limit', '3']
  const args = ['bench', 'run', 'locomo', ...data, '--model', 'obey', '--base-url', server.baseUrl, '--out', run, '--json']
  const lacking = await runCli(args)
  assert.equal(lacking.json.error.field, 'extractModel')
  const { code, json } = await runCli([...args, '--config', config])
  assert.equal(code, 0, JSON.stringify(json))
  const [rules, model] = ['paper-base', 'paper-base:extract=batch'].map(name => json.report.systems[name].ingest)
  assert.deepEqual([rules.calls, rules.inputTokens], [0, 0])
  assert.ok(model.calls > 0 && model.inputTokens > 0)
  assert.equal(model.perQuestion.inputTokens, Math.round((100 * model.inputTokens) / 3) / 100)
  assert.equal(json.spent.calls, server.requests.length)
  assert.ok(rowsOf(run, 'timings.jsonl').some(({ phase, calls }) => phase === 'ingest' && calls.length === model.calls))
  await assertSound(run, [...args, '--config', config], server)
})
