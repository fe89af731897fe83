import assert from 'node:assert/strict'
import test from 'node:test'
import { runCli } from './support/run-cli.ts'

const samples = 'tests/support/bench-samples'

test('bench tokens counts each system, says what the file is and what is odd in it', async () => {
  const args = ['bench', 'tokens', 'locomo', '--data', `${samples}/locomo.json`, '--systems', 'full-context,paper,default']
  const { code, json } = await runCli([...args, '--json'])
  assert.equal(code, 0)
  assert.deepEqual(Object.keys(json.systems), ['full-context', 'paper', 'default'])
  assert.equal(json.systems['full-context'].inputTokens, 1076)
  assert.deepEqual([json.questions, json.dataset.file, json.dataset.known, json.paper], [6, 'locomo.json', null, null])
  assert.ok(json.dataset.irregularities['no evidence'].includes('conv-90#3'))
  const plain = await runCli(args)
  assert.match(plain.stdout, /per question/)
  assert.match(plain.stdout, /not a file whose hash is known/)
  assert.match(plain.stdout, /1 x an evidence id in an odd spelling/)
})

test('bench retrieval names its data set, by what it finds in it', async () => {
  const { code, json } = await runCli(['bench', 'retrieval', 'longmemeval', '--data', `${samples}/longmemeval-folder`, '--json'])
  assert.equal(code, 0)
  // Without the item that has no answer.
  assert.equal(json.questions, 5)
  assert.equal(json.dataset.split, 'oracle, not named as cleaned')
  assert.ok(json.recall.at5 > 50)
})

test('bench says what it does not know', async () => {
  const unknown = await runCli(['bench', 'tokens', 'squad', '--data', 'x', '--json'])
  assert.deepEqual([unknown.code, unknown.json.error.field], [2, 'dataset'])
  const system = await runCli(['bench', 'tokens', 'locomo', '--data', `${samples}/locomo.json`, '--systems', 'magic', '--json'])
  assert.deepEqual([system.code, system.json.error.field], [2, 'systems'])
  const missing = await runCli(['bench', 'tokens', 'locomo', '--data', 'nowhere.json', '--json'])
  assert.deepEqual([missing.code, missing.json.error.code], [1, 'bad_file'])
})
