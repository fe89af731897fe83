import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test, { type TestContext } from 'node:test'
import type { BenchmarkQuestion } from './dataset.ts'
import { errataVersion } from './locomo-errata.ts'
import { createManifestWriter } from './manifest.ts'
import { openDataset } from './open-dataset.ts'

const audit = 'tests/support/bench-samples/locomo-errors.json'

/** The first of the published samples, with our own words. */
function firstSample(t: TestContext, questions: readonly string[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'audit-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const sample = {
    sample_id: 'conv-26',
    conversation: {
      session_1_date_time: '1:56 pm on 8 May, 2023',
      session_1: [
        { speaker: 'Ilse', dia_id: 'D1:1', text: 'I row on Lake Ammel.' },
        { speaker: 'Bram', dia_id: 'D1:2', text: 'We came in third of twelve boats.' },
        { speaker: 'Ilse', dia_id: 'D1:3', text: 'Lovely.' },
      ],
    },
    qa: questions.map(question => ({ question, answer: 'ten', evidence: ['D1:3'], category: 4 })),
  }
  const file = join(folder, 'locomo.json')
  writeFileSync(file, JSON.stringify([sample]))
  return file
}

async function questionsOf(path: string): Promise<readonly BenchmarkQuestion[]> {
  const questions: BenchmarkQuestion[] = []
  for await (const history of openDataset('locomo', path, { audit }).histories()) questions.push(...history.questions)
  return questions
}

test('an audit stands beside the key, and tells wrong answers from wrong citations (BEN-04)', async t => {
  const questions = await questionsOf(firstSample(t, ['Where does Ilse row?', 'How many boats raced?', 'Who came in third?']))
  assert.deepEqual(
    questions.map(({ gold }) => [gold.answer, gold.evidence, gold.audit?.affectsAnswer, gold.audit?.answer, gold.audit?.evidence]),
    [
      ['ten', ['D1:3'], false, 'On Lake Ammel', ['D1:1']],
      ['ten', ['D1:3'], true, '12', ['D1:2']],
      ['ten', ['D1:3'], undefined, undefined, undefined],
    ],
  )
})

test('an audit of another version of the file is refused', async t => {
  await assert.rejects(questionsOf(firstSample(t, ['How many boats raced?'])), {
    code: 'bad_file',
    message: /another question as conv-26#0/,
  })
})

test('questions whose gold the dialogue contradicts are named in every run (BEN-04)', async t => {
  const questions = ['Where does Ilse row?', 'How many boats raced?', '3?', '4?', '5?', '6?']
  const dataset = openDataset('locomo', firstSample(t, questions))
  const manifest = createManifestWriter(dataset)
  for await (const history of dataset.histories()) manifest.add(history)
  const { irregularities } = await manifest.finish()
  assert.match(irregularities[`gold that the dialogue contradicts (${errataVersion})`]?.join() ?? '', /^conv-26#5: "last Saturday"/)
})
