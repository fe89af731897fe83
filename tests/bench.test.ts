import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import test from 'node:test'
import { runCli, temporaryFolder } from './support/run-cli.ts'

const samples = 'tests/support/bench-samples'

test('bench tokens counts each system, says what the file is and what is odd in it, and bench tables reads that', async t => {
  const args = ['bench', 'tokens', 'locomo', '--data', `${samples}/locomo.json`, '--systems', 'full-context,paper,default']
  const { code, json, stdout } = await runCli([...args, '--json'])
  assert.equal(code, 0)
  assert.deepEqual(Object.keys(json.systems), ['full-context', 'paper', 'default'])
  assert.equal(json.systems['full-context'].inputTokens, 1076)
  assert.deepEqual([json.questions, json.dataset.file, json.dataset.known, json.paper], [6, 'locomo.json', null, null])
  assert.ok(json.dataset.irregularities['no evidence'].includes('conv-90#3'))
  const plain = await runCli(args)
  assert.match(plain.stdout, /per question/)
  assert.match(plain.stdout, /not a file whose hash is known/)
  assert.match(plain.stdout, /1 x an evidence id in an odd spelling/)

  const file = join(temporaryFolder(t), 'tokens.json')
  writeFileSync(file, stdout)
  const tables = await runCli(['bench', 'tables', file])
  assert.equal(tables.code, 0)
  assert.deepEqual(tables.stdout.match(/^### .*$/gm), [
    '### Table 1: LoCoMo',
    '### Table 4: LoCoMo, ENGRAM Base',
    '### Table 5: LoCoMo, ENGRAM-R',
  ])
  assert.match(tables.stdout, /\| overall \| Full-Context \| 6 \| 1,076 \| 28,371,703 \| 179 \| 18,423 \|/)
  assert.match(tables.stdout, /Not the paper's questions: 6 of its 1540/)
  const asJson = await runCli(['bench', 'tables', file, '--json'])
  assert.equal(asJson.json.tables[0].sameQuestions, false)
})

test('bench retrieval names its data set, by what it finds in it', async () => {
  const { code, json } = await runCli(['bench', 'retrieval', 'longmemeval', '--data', `${samples}/longmemeval-folder`, '--json'])
  assert.equal(code, 0)
  // Without the item that has no answer.
  assert.equal(json.questions, 5)
  assert.equal(json.dataset.split, 'oracle, not named as cleaned')
  assert.ok(json.recall.at5 > 50)
})

test('bench retrieval measures a preset with something changed, and refuses what changes no retrieval', async () => {
  const args = ['bench', 'retrieval', 'locomo', '--data', `${samples}/locomo.json`, '--preset', 'paper', '--json']
  const [whole, few, other] = await Promise.all([
    runCli(args),
    runCli([...args, '--vary', 'kinds=procedural:per-bank=1']),
    runCli([...args, '--vary', 'citations=off']),
  ])
  assert.ok(few.json.recall.at50 < whole.json.recall.at50)
  assert.equal(few.json.vary, 'kinds=procedural:per-bank=1')
  assert.deepEqual([other.code, other.json.error.field], [2, 'vary'])
})

test('bench says what it does not know', async t => {
  const unknown = await runCli(['bench', 'tokens', 'squad', '--data', 'x', '--json'])
  assert.deepEqual([unknown.code, unknown.json.error.field], [2, 'dataset'])
  const system = await runCli(['bench', 'tokens', 'locomo', '--data', `${samples}/locomo.json`, '--systems', 'magic', '--json'])
  assert.deepEqual([system.code, system.json.error.field], [2, 'systems'])
  const missing = await runCli(['bench', 'tokens', 'locomo', '--data', 'nowhere.json', '--json'])
  assert.deepEqual([missing.code, missing.json.error.code], [1, 'bad_file'])
  const file = join(temporaryFolder(t), 'tokens.json')
  writeFileSync(file, '{}')
  const bad = await runCli(['bench', 'tables', file, '--json'])
  assert.equal(bad.json.error.code, 'bad_file')
})
