import assert from 'node:assert/strict'
import test from 'node:test'
import type { Dataset } from './datasets/dataset.ts'
import { hashPath } from './datasets/hash-path.ts'
import { openDataset } from './datasets/open-dataset.ts'
import { createSystemOpener, systemNames } from './systems/open-system.ts'
import { paperTranscript } from './systems/paper-transcript.ts'
import { createPromptTap } from './systems/prompt-tap.ts'
import { tablesOf } from './tables/paper-numbers.ts'
import { paperTokens } from './tables/paper-tokens.ts'
import { runTokens, type TokenRun } from './token-run.ts'

const samples = 'tests/support/bench-samples'
const locomoSample = (): Dataset => openDataset('locomo', `${samples}/locomo.json`)
const inputTokens = ({ systems }: TokenRun) => Object.fromEntries(Object.entries(systems).map(([name, of]) => [name, of.inputTokens]))

test('the transcript of the paper: a date line and an opening line a session, a line a turn, no captions', async () => {
  const dataset = locomoSample()
  for await (const { name, turns } of dataset.histories()) {
    if (name !== 'conv-90') continue
    assert.equal(
      paperTranscript(turns, dataset.writeTime),
      [
        'DATE: 1:56 pm on 8 May, 2023',
        'CONVERSATION:',
        'Ilse:  I row on Lake Ammel. ',
        'Bram: Look at this',
        'Ilse: I started to row two years ago and bought my boat, Heron, in March.',
        '',
        'DATE: 12:09 am on 13 September, 2023',
        'CONVERSATION:',
        'Bram: The race is over. We came in third yesterday.',
        'Ilse: Third of how many boats?',
        'Bram: Twelve. The club bought a new boat from the prize money.',
      ].join('\n'),
    )
  }
})

test('with captions a picture has a line of its own', async () => {
  const dataset = openDataset('locomo', `${samples}/locomo.json`, { captions: true, ids: ['conv-90'] })
  for await (const { turns } of dataset.histories()) {
    assert.match(paperTranscript(turns, dataset.writeTime), /Bram: Look at this\n and shared a photo of a broken oar\.\nIlse:/)
  }
})

test('the sample of LoCoMo, to the token, without its adversarial questions', async () => {
  const run = await runTokens(locomoSample(), { systems: systemNames })
  assert.equal(run.questions, 6)
  const { 'full-context': full, 'no-memory': none, 'plain-rag': rag, ...presets } = inputTokens(run)
  assert.deepEqual([full, none, rag], [1076, 285, 1165])
  for (const [name, tokens] of Object.entries(presets)) assert.ok(tokens > 285, name)
  assert.deepEqual(Object.keys(run.systems['full-context']?.byCategory ?? {}), ['single-hop', 'multi-hop', 'temporal', 'open-domain'])
  assert.equal(paperTokens(run), null)
})

test('every prompt asks its question, and what has a date says it (BEN-06)', async () => {
  const dataset = openDataset('longmemeval', `${samples}/longmemeval.json`, { ids: ['demo1'] })
  const tap = createPromptTap()
  const open = createSystemOpener({ task: dataset.task, writeTime: dataset.writeTime, asking: tap })
  for await (const { space, turns, questions } of dataset.histories()) {
    for (const name of systemNames) {
      const told = await (await open(name)).tell({ space, turns })
      for (const { asked } of questions) {
        const messages = await tap.firstPrompt(() => told.answer(asked))
        assert.ok(messages.at(-1)?.content.includes(asked.text), name)
        assert.match(messages.at(-1)?.content ?? '', /asked on 2023-05-30 23:40/, name)
        if (name !== 'no-memory') assert.match(JSON.stringify(messages), /rice cooker/, name)
      }
    }
  }
})

test('nothing of the gold side reaches a system: its marks are in no prompt, and without it the counts are the same (BEN-11)', async () => {
  const dataset = locomoSample()
  const mark = 'xyzzy gold'
  const marked: Dataset = {
    ...dataset,
    async *histories() {
      for await (const history of dataset.histories()) {
        const questions = history.questions.map(question => ({
          ...question,
          gold: {
            ...question.gold,
            answer: mark,
            trap: mark,
            evidence: [mark],
            category: question.gold.category === 'adversarial' ? 'adversarial' : mark,
          },
        }))
        yield { ...history, questions }
      }
    },
  }
  const tap = createPromptTap()
  const open = createSystemOpener({ task: marked.task, writeTime: marked.writeTime, asking: tap })
  for await (const { space, turns, questions } of marked.histories()) {
    for (const name of systemNames) {
      const told = await (await open(name)).tell({ space, turns })
      for (const { asked } of questions) {
        assert.deepEqual(Object.keys(asked), ['space', 'text', 'at'])
        assert.doesNotMatch(JSON.stringify(await tap.firstPrompt(() => told.answer(asked))), /xyzzy/, name)
      }
    }
  }
  const systems = ['full-context', 'default'] as const
  assert.deepEqual(inputTokens(await runTokens(marked, { systems })), inputTokens(await runTokens(dataset, { systems })))
})

test('HealthBench and BEAM can be counted too', async () => {
  const health = await runTokens(openDataset('healthbench', `${samples}/healthbench.jsonl`), { systems: ['full-context', 'default'] })
  assert.equal(health.questions, 2)
  const beam = await runTokens(openDataset('beam', `${samples}/beam`), { systems: ['plain-rag', 'paper'] })
  assert.equal(beam.questions, 4)
})

const file = process.env.ENGRAM_BENCH_LOCOMO
const subset = 'be63ebc41010b5c70656f89f8d3dd3033aec0b3f697bbb4f5c6602505cff8038'
const whole = '79fa87e90f04081343b8c8debecb80a9a6842b76a7aa537dc9fdf651ea698ff4'

test("LoCoMo's full context: within 1% of the paper's total on the whole file, to the token on six of its conversations", {
  skip: file === undefined ? 'ENGRAM_BENCH_LOCOMO names no LoCoMo file' : false,
}, async t => {
  const { sha256 } = await hashPath(file ?? '')
  if (sha256 !== subset && sha256 !== whole) return t.skip(`${file} is neither the whole file nor the six conversations that were counted`)
  const { systems } = await runTokens(openDataset('locomo', file ?? ''), { systems: ['full-context'] })
  const total = systems['full-context']?.inputTokens ?? 0
  if (sha256 === subset) return assert.equal(total, 16_148_821)
  const printed = tablesOf('locomo')[0]?.settings[0]?.overall.inputTokens ?? 0
  assert.ok(Math.abs(total / printed - 1) < 0.01, `${total} is not within 1% of ${printed}`)
})
