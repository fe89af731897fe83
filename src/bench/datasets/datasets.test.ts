import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test from 'node:test'
import type { BenchmarkQuestion, Dataset, History } from './dataset.ts'
import { locomoCounts } from './locomo.ts'
import { checkCounts, createManifestWriter, type Manifest } from './manifest.ts'
import { openDataset } from './open-dataset.ts'
import { splitOf } from './split-of.ts'

const samples = 'tests/support/bench-samples'

interface Read {
  readonly histories: readonly History[]
  readonly questions: ReadonlyMap<string, BenchmarkQuestion>
  readonly manifest: Manifest
}

async function read(dataset: Dataset): Promise<Read> {
  const histories: History[] = []
  const writer = createManifestWriter(dataset)
  for await (const history of dataset.histories()) {
    histories.push(history)
    writer.add(history)
  }
  const questions = new Map(histories.flatMap(history => history.questions.map(question => [question.id, question])))
  return { histories, questions, manifest: await writer.finish() }
}

test('LoCoMo: categories go by their number, and who numbers them is told by count and first question (BEN-02)', async () => {
  const { manifest } = await read(openDataset('locomo', `${samples}/locomo.json`))
  assert.deepEqual(manifest.categories, [
    { id: '4', name: 'single-hop', questions: 3, first: 'conv-90#0' },
    { id: '1', name: 'multi-hop', questions: 1, first: 'conv-90#1' },
    { id: '2', name: 'temporal', questions: 1, first: 'conv-90#2' },
    { id: '3', name: 'open-domain', questions: 1, first: 'conv-90#3' },
    { id: '5', name: 'adversarial', questions: 2, first: 'conv-90#4' },
  ])
  assert.equal(manifest.known, null)
  assert.equal(manifest.split, '2 of 10 conversations')
  assert.deepEqual([manifest.histories, manifest.turns, manifest.questionIds.length], [2, 8, 8])
})

test('LoCoMo: the counts of the whole set are asserted, and another naming of the numbers fails them (BEN-02)', () => {
  const published = Object.entries(locomoCounts).map(([name, questions]) => ({ name, questions }))
  assert.equal(
    published.reduce((sum, { questions }) => sum + questions, 0),
    1986,
  )
  assert.doesNotThrow(() => checkCounts(published, 'locomo10.json'))
  const shifted = published.map(({ name, questions }) => ({ name: name === 'single-hop' ? 'multi-hop' : name, questions }))
  assert.throws(() => checkCounts(shifted, 'locomo10.json'), { code: 'bad_file', message: /expected 841 single-hop questions.*read 0/ })
})

test('LoCoMo: evidence ids are split, put right and said to be odd', async () => {
  const { questions, manifest } = await read(openDataset('locomo', `${samples}/locomo.json`))
  assert.deepEqual(questions.get('conv-90#1')?.gold.evidence, ['D2:1', 'D2:3'])
  assert.deepEqual(questions.get('conv-90#2')?.gold.evidence, ['D1:3'])
  assert.deepEqual(questions.get('conv-90#6')?.gold.evidence, ['D1:1', 'D7:9'])
  assert.deepEqual(manifest.irregularities, {
    'a date of a session that does not exist, passed over': ['conv-90 session_3'],
    'the same question again': ['conv-90#0, conv-90#6'],
    'a question with blanks at its ends, cut off': ['conv-90#1'],
    'several evidence ids in one string, split': ['conv-90#1'],
    'an evidence id that names nothing, left out': ['conv-90#1'],
    'an answer that is a number, read as text': ['conv-90#2'],
    'an evidence id in an odd spelling, put right': ['conv-90#2'],
    'no evidence': ['conv-90#3'],
    'an adversarial question that has a true answer, graded by it': ['conv-90#5'],
    'an evidence id twice': ['conv-90#6'],
    'an evidence id of a turn that does not exist': ['conv-90#6'],
    'an answer with blanks at its ends, cut off': ['conv-91#0'],
  })
})

test('LoCoMo: an adversarial question abstains, unless it has a true answer (BEN-01)', async () => {
  const { questions } = await read(openDataset('locomo', `${samples}/locomo.json`))
  const trapped = questions.get('conv-90#4')?.gold
  assert.deepEqual([trapped?.abstains, trapped?.answer, trapped?.trap], [true, null, 'third place'])
  const answered = questions.get('conv-90#5')?.gold
  assert.deepEqual([answered?.abstains, answered?.answer, answered?.trap], [false, 'No', 'Yes'])
  assert.equal(questions.get('conv-90#2')?.gold.answer, '2021')
})

test('LoCoMo: captions are seen only where they are asked for; search words and summaries never are', async () => {
  const plain = await read(openDataset('locomo', `${samples}/locomo.json`))
  const captioned = await read(openDataset('locomo', `${samples}/locomo.json`, { captions: true }))
  assert.doesNotMatch(JSON.stringify(plain.histories.map(({ turns }) => turns)), /oar|secret/)
  assert.match(JSON.stringify(captioned.histories.map(({ turns }) => turns)), /a photo of a broken oar/)
  assert.doesNotMatch(JSON.stringify(captioned.histories.map(({ turns }) => turns)), /secret/)
  assert.deepEqual(plain.manifest.filters, ['without captions of pictures'])
})

test('LongMemEval: a question keeps its date, as written and in no zone of the host (BEN-06)', async () => {
  const dataset = openDataset('longmemeval', `${samples}/longmemeval.json`)
  const { questions, histories } = await read(dataset)
  assert.equal(questions.get('demo1')?.asked.at, '2023-05-30T23:40')
  assert.deepEqual(
    histories[0]?.turns.map(({ at }) => at),
    ['2023-05-19T10:00', '2023-05-19T10:00', '2023-05-20T02:21', '2023-05-20T02:21', '2023-05-21T08:00', '2023-05-21T08:00'],
  )
  assert.equal(dataset.writeTime('2023-05-20T02:21'), '2023/05/20 (Sat) 02:21')
})

test('LongMemEval: nothing that a system sees tells which sessions hold the answer or which questions have none', async () => {
  const { histories, questions } = await read(openDataset('longmemeval', `${samples}/longmemeval.json`))
  const seen = JSON.stringify([histories.map(({ space, turns }) => ({ space, turns })), [...questions.values()].map(({ asked }) => asked)])
  assert.doesNotMatch(seen, /answer|_abs|talk_/)
  const evidence = questions.get('demo1')?.gold.evidence ?? []
  assert.deepEqual(
    histories[0]?.turns.filter(({ id }) => evidence.includes(id)).map(({ text }) => text),
    ['I picked up a rice cooker today.'],
  )
  assert.equal(questions.get('demo1_abs')?.gold.abstains, true)
})

test('LongMemEval: numbers, alternatives and lists of questions load, one question each (BEN-09)', async () => {
  const { questions, manifest } = await read(openDataset('longmemeval', `${samples}/longmemeval.json`))
  assert.deepEqual(
    [...questions].map(([id, { gold }]) => [id, gold.answer]),
    [
      ['demo1', 'A rice cooker'],
      ['demo1_abs', 'Nothing was said about a parrot, only about a rabbit, Pip.'],
      ['demo2', '15'],
      ['demo3#0', 'The user would prefer dishes without meat.'],
      ['demo3#1', '29 days. 30 days (including the last day) is also acceptable.'],
    ],
  )
  assert.equal(questions.get('demo3#1')?.gold.evidence.length, 2)
  assert.equal(questions.get('demo3#1')?.gold.evidenceBy, 'session')
  assert.deepEqual(manifest.irregularities, {
    'sessions not in order of time, put in order': ['demo1'],
    'a session id twice, told apart by number': ['demo1'],
    ...{ 'an answer that is a number, read as text': ['demo2'], 'several questions in one item, one question each': ['demo3'] },
    'no question date: relative words in the question have nothing to resolve against': ['demo3'],
  })
})

test('LongMemEval: a folder is one set, further questions beside their histories', async () => {
  const { questions } = await read(openDataset('longmemeval', `${samples}/longmemeval-folder`))
  const added = questions.get('demo1+0')
  assert.deepEqual([added?.gold.category, added?.gold.evidenceBy, added?.asked.at], ['further', 'session', '2023-05-30T23:40'])
  await assert.rejects(read(openDataset('longmemeval', `${samples}/longmemeval-folder/more.json`)), {
    code: 'bad_file',
    message: /without their histories/,
  })
})

test('BEAM: ids in lists and objects, answers under their several names, a rubric of nuggets', async () => {
  const { questions, manifest, histories } = await read(openDataset('beam', `${samples}/beam`))
  assert.deepEqual(questions.get('1/contradiction_resolution#0')?.gold.evidence, ['2', '4'])
  assert.equal(questions.get('1/contradiction_resolution#0')?.gold.rubric.length, 2)
  assert.equal(questions.get('1/abstention#0')?.gold.abstains, true)
  assert.equal(questions.get('1/abstention#0')?.gold.answer, 'That was not said.')
  assert.deepEqual(manifest.irregularities, { 'a source id of a message that does not exist': ['1/information_extraction#0'] })
  assert.doesNotMatch(JSON.stringify(histories[0]?.turns), /->->/)
  assert.equal(histories[0]?.turns[4]?.at, '2024-04-02')
})

test('HealthBench: the last message is the question, those before it the history; short rows can be left out', async () => {
  const { questions, histories } = await read(openDataset('healthbench', `${samples}/healthbench.jsonl`))
  assert.equal(questions.get('row-1')?.asked.text, 'For two weeks. What can I do?')
  assert.deepEqual(
    histories.map(({ turns }) => turns.length),
    [2, 0],
  )
  assert.deepEqual(
    questions.get('row-1')?.gold.rubric.map(({ points }) => points),
    [5, -4],
  )
  const long = await read(openDataset('healthbench', `${samples}/healthbench.jsonl`, { minMessages: 3 }))
  assert.deepEqual(long.manifest.questionIds, ['row-1'])
  assert.deepEqual(long.manifest.filters, ['rows of at least 3 messages'])
})

test('only the histories that are named', async () => {
  const { manifest } = await read(openDataset('locomo', `${samples}/locomo.json`, { ids: ['conv-91'] }))
  assert.deepEqual(manifest.questionIds, ['conv-91#0'])
  assert.ok(manifest.filters.includes('only conv-91'))
})

test('what a file is not is said, with its place', async t => {
  const folder = mkdtempSync(join(tmpdir(), 'datasets-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'data.json')
  writeFileSync(file, '[{')
  await assert.rejects(read(openDataset('locomo', file)), { code: 'bad_file', file })
  writeFileSync(file, '[{"sample_id":"conv-90","conversation":{},"qa":[{"question":1}]}]')
  await assert.rejects(read(openDataset('locomo', file)), {
    code: 'bad_file',
    message: /item 0\.qa\[0\]\.question.*data set that was named/,
  })
  mkdirSync(join(folder, '100K'))
  await assert.rejects(read(openDataset('beam', join(folder, '100K'))), { code: 'bad_file' })
  await assert.rejects(read(openDataset('longmemeval', join(folder, 'none.json'))), { code: 'bad_file', message: /no such file/ })
})

test('a part is told by what is in it', () => {
  assert.equal(splitOf('locomo', { file: 'x.json', histories: 10, sessions: 272 }), 'all conversations')
  assert.equal(splitOf('longmemeval', { file: 'longmemeval_s_cleaned.json', histories: 500, sessions: 24000 }), 'S, cleaned')
  assert.equal(splitOf('longmemeval', { file: 'longmemeval_m.json', histories: 500, sessions: 250000 }), 'M, not named as cleaned')
  assert.equal(splitOf('longmemeval', { file: 'longmemeval_oracle.json', histories: 500, sessions: 950 }), 'oracle, not named as cleaned')
  assert.equal(splitOf('healthbench', { file: 'x.jsonl', histories: 1000, sessions: 0 }), 'hard')
})
