import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { readGoldQuestions } from './gold-questions.ts'

test('a folder that holds no questions, and a file that is no JSON, are named in the error', t => {
  const folder = mkdtempSync(join(tmpdir(), 'gold-'))
  t.after(() => rmSync(folder, { recursive: true }))
  mkdirSync(join(folder, '100K'))
  assert.throws(() => readGoldQuestions('beam', folder), { code: 'bad_file', message: /100K.*can't be read: there is no such file/ })
  const file = join(folder, 'locomo.json')
  writeFileSync(file, '[{')
  assert.throws(() => readGoldQuestions('locomo', file), { code: 'bad_file', file, message: /not valid JSON.*data set that was named/ })
})
