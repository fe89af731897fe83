import assert from 'node:assert/strict'
import test from 'node:test'
import type { Usage } from '../../domain.ts'
import type { ReadRun } from '../run/read-run.ts'
import type { AnswerRow, IngestRow, QuestionRow, TimingRow } from '../run/run-rows.ts'
import { ingestMarkdown, ingestTable } from './ingest-table.ts'
import { latencyMarkdown, latencyTable } from './latency-table.ts'
import { measureRun } from './measure-run.ts'

const ids = ['q1', 'q2', 'q3', 'q4']

const usageOf = (inputTokens: number | null, cachedInputTokens: number | null = null): Usage => ({
  ...{ inputTokens, cachedInputTokens, outputTokens: 10, reasoningTokens: null },
  sources: { inputTokens: 'reported', cachedInputTokens: 'reported', outputTokens: 'reported', reasoningTokens: null },
})
const answer = (id: string, system: string, usage: Usage | null): AnswerRow => {
  const nothing = { abstained: null, shown: null, cited: null, repair: null, prompt: null, calls: [], error: null }
  return { id, system, answer: usage === null ? null : 'said', usage, ...nothing }
}
const timing = (
  phase: TimingRow['phase'],
  id: string,
  { system, total, replayed = false }: { readonly system: string; readonly total: number; readonly replayed?: boolean },
): TimingRow => ({
  ...{ phase, id, system, judge: null, ms: { search: 1, model: total - 1, total } },
  calls: [{ ms: total, replayed, cost: null, failed: null, inputTokens: null, outputTokens: null }],
})

function runOf({
  answers,
  timings = [],
  ingest = [],
}: {
  readonly answers: readonly AnswerRow[]
  readonly timings?: readonly TimingRow[]
  readonly ingest?: readonly IngestRow[]
}): ReadRun {
  const reading = <Row>(rows: readonly Row[]) => ({ rows, head: '', faults: [] })
  const prompt = { id: 'p', hash: 'h' }
  const questions = ids.map((id): QuestionRow => {
    const nothing = { at: null, abstains: false, trap: null, criteria: [], weights: [], tags: [], before: [], evidence: [], audit: null }
    return { id, history: 'h', category: 'temporal', question: `${id}?`, gold: id, ...nothing }
  })
  return {
    path: '',
    manifest: {
      machine: { node: '', platform: '' },
      identity: {
        format: 1,
        version: '0',
        dataset: {
          ...{ name: 'locomo', file: 'f', bytes: 1, sha256: '', known: null, split: '', histories: 1, turns: 1 },
          ...{ filters: [], categories: [], irregularities: {} },
        },
        apart: [],
        questions: { count: ids.length, sha256: '' },
        systems: ['full-context', 'paper'].map(name => ({ name, about: '', prompt })),
        judges: [],
        answering: {
          ...{ model: 'm', host: 'h', effort: null, temperature: 0, maxOutputTokens: null, contextTokens: null },
          verification: 'repair',
        },
        judging: null,
        audit: null,
        extractModel: null,
      },
    },
    questions: reading(questions),
    ingest: reading(ingest),
    answers: reading(answers),
    verdicts: reading([]),
    timings: reading(timings),
    faults: [],
    report: null,
  }
}

test('savings are of the questions that both answered, whatever else one of them did', () => {
  const full = [
    answer('q1', 'full-context', usageOf(1000)),
    answer('q2', 'full-context', usageOf(3000)),
    answer('q3', 'full-context', null),
  ]
  const paper = [
    answer('q1', 'paper', usageOf(100)),
    answer('q2', 'paper', usageOf(300)),
    answer('q3', 'paper', usageOf(9000)),
    answer('q4', 'paper', usageOf(9000)),
  ]
  assert.deepEqual(measureRun(runOf({ answers: [...full, ...paper] })).reductions, { paper: { questions: 2, percent: 90 } })
  assert.deepEqual(measureRun(runOf({ answers: [...full, answer('q1', 'paper', usageOf(null))] })).reductions, {})
})

test('answers are cold or warm by what the server says it had kept of their prompt; where it does not say, neither', () => {
  const answers = [
    answer('q1', 'full-context', usageOf(1000, 0)),
    answer('q2', 'full-context', usageOf(1000, 990)),
    answer('q3', 'full-context', usageOf(1000, 500)),
    answer('q4', 'full-context', usageOf(1000)),
    ...ids.map(id => answer(id, 'paper', usageOf(100))),
  ]
  const timings = [
    ...ids.map((id, place) => timing('answer', id, { system: 'full-context', total: [9000, 200, 400, 700][place] ?? 0 })),
    ...ids.map(id => timing('answer', id, { system: 'paper', total: 100, replayed: true })),
  ]
  const measured = measureRun(runOf({ answers, timings }))
  const { cold, warm, answers: timed } = measured.latency?.['full-context'] ?? {}
  assert.deepEqual([cold, warm, timed], [{ answers: 1, total: { p50: 9, p95: 9 } }, { answers: 2, total: { p50: 0.2, p95: 0.4 } }, 4])
  const table = latencyTable(measured)
  assert.ok(table !== null)
  assert.match(latencyMarkdown(table), /\| 9\.00 \| 9\.00 \| 1 \| 0\.20 \| 0\.40 \| 2 \|/)
  assert.match(latencyMarkdown(table), /\| paper \| 0 \|.* n\/a \| n\/a \| n\/a \|/)
})

test('an answer that was mended is cold if its first request was, whatever the second found', () => {
  const calls = [usageOf(1000, 0), usageOf(1200, 1100)].map(usage => ({
    ...{ stage: 'answer', model: 'm', served: { model: null, fingerprint: null } },
    ...{ finish: 'stop' as const, usage },
  }))
  const answers = [{ ...answer('q1', 'paper', usageOf(2200, 1100)), calls }]
  const { latency } = measureRun(runOf({ answers, timings: [timing('answer', 'q1', { system: 'paper', total: 3000 })] }))
  assert.deepEqual([latency?.paper?.cold?.answers, latency?.paper?.warm], [1, null])
})

test('what taking dialogues in took stands apart, shared among the answered questions; unknown is n/a', () => {
  const call = (usage: Usage) => ({
    stage: 'extract',
    model: 'm',
    served: { model: null, fingerprint: null },
    finish: 'stop' as const,
    usage,
  })
  const ingest = (system: string, usages: readonly Usage[]): IngestRow => ({
    system,
    space: 's',
    turns: 40,
    calls: usages.map(call),
    error: null,
  })
  const answers = ids.flatMap(id => [answer(id, 'full-context', usageOf(1000)), answer(id, 'paper', usageOf(100))])
  const run = runOf({
    answers,
    ingest: [ingest('full-context', []), ingest('paper', [usageOf(600), usageOf(200)])],
    timings: [
      timing('ingest', 's', { system: 'paper', total: 2000 }),
      timing('ingest', 's', { system: 'full-context', total: 4, replayed: true }),
    ],
  })
  const table = ingestTable(measureRun(run))
  assert.ok(table !== null)
  const [full, paper] = table.rows
  assert.deepEqual(paper?.ours, { dialogues: 1, turns: 40, calls: 2, inputTokens: 800, outputTokens: 20, seconds: 2, questions: 4 })
  assert.deepEqual(paper?.perQuestion, { inputTokens: 200, outputTokens: 5, seconds: 0.5 })
  assert.deepEqual([full?.ours.inputTokens, full?.ours.seconds], [0, null])
  assert.match(ingestMarkdown(table), /\| paper \| 1 \| 40 \| 2 \| 800 \| 20 \| 2\.0 \| 200 \| 5 \| 0\.50 \|/)
  assert.match(ingestMarkdown(table), /\| full-context \| 1 \| 40 \| 0 \| 0 \| 0 \| n\/a \| 0 \| 0 \| n\/a \|/)
  assert.equal(measureRun(runOf({ answers })).ingest, null)
})
