import assert from 'node:assert/strict'
import test from 'node:test'
import type { JudgeReport } from '../../run/summarize-judge.ts'
import type { ReportSeries } from '../report-series.ts'
import { logScale, ticksOf } from './axis.ts'
import { categoryChart } from './category-chart.ts'
import { latencyChart } from './latency-chart.ts'
import { paretoChart } from './pareto-chart.ts'
import { reasoningChart } from './reasoning-chart.ts'
import { sweepChart } from './sweep-chart.ts'

const judged = (mean: number | null): JudgeReport => {
  const all = {
    questions: 10,
    unjudged: 0,
    mean,
    wilson: null,
    bootstrap: mean === null ? null : { low: mean - 5, high: mean + 5 },
    deviation: null,
  }
  return { all, byCategory: { temporal: all }, macro: mean, abstention: null, more: {}, runs: null, audit: null }
}

const series = (
  system: string,
  {
    mean = 50,
    input = 1000,
    reasoning = null,
    shown = null,
    asked = 'a',
  }: Partial<Record<'mean' | 'input' | 'reasoning' | 'shown', number | null>> & { readonly asked?: string } = {},
): ReportSeries => ({
  ...{ run: 'run', system, label: system, asked, questions: 10, answered: 10, failed: 0, reduction: null, guards: null, shown },
  perQuestion: { input, output: 5, reasoning },
  scores: { 'lenient/1': judged(mean) },
  reasoningByCategory: {},
  latency: { answers: 0, search: null, total: null, cold: null, warm: null, cached: null },
})
const about = { judge: 'lenient/1', dataset: 'none' }

/** The rows of a drawing's table. */
const rowsOf = (html: string | undefined): readonly string[] =>
  [...(html ?? '').matchAll(/<tr>(<th scope="row">.*?)<\/tr>/g)].map(([, row = '']) =>
    row
      .replace(/<[^>]+>/g, ' ')
      .replace(/\s+/g, ' ')
      .trim(),
  )

test('accuracy against tokens: systems whose tokens or scores are not known are not drawn, and one alone is no chart', () => {
  const chart = paretoChart(
    [series('a'), series('b', { mean: 70, input: 9000 }), series('c', { input: null }), series('d', { mean: null })],
    about,
  )
  assert.deepEqual(rowsOf(chart?.html), ['a 1,000 50.0 45.0 to 55.0', 'b 9,000 70.0 65.0 to 75.0'])
  assert.equal(paretoChart([series('a'), series('c', { input: null })], about), null)
})

test("the paper's own points stand in the chart of its data set, each setting once", () => {
  const chart = paretoChart([series('a'), series('b', { mean: 70, input: 9000 })], { ...about, dataset: 'locomo' })
  assert.deepEqual(
    rowsOf(chart?.html)
      .slice(2)
      .map(row => row.split(' paper')[0]?.replace(',', '')),
    ['Full-Context', 'ENGRAM Base', 'ENGRAM-R'],
  )
})

test('the line joins the systems that no other beats in both', () => {
  const chart = paretoChart(
    [series('a', { mean: 60, input: 100 }), series('worse', { mean: 55, input: 500 }), series('b', { mean: 80, input: 900 })],
    about,
  )
  const [, line = ''] = /class="frontier" d="([^"]+)"/.exec(chart?.html ?? '') ?? []
  assert.equal(line.match(/[ML]/g)?.join(''), 'ML')
})

test('a sweep joins forms of one system with several K, on the same questions only', () => {
  const forms = [
    series('paper:k=10', { shown: 10 }),
    series('paper:k=5', { shown: 5, mean: 40 }),
    series('paper', { shown: 25, asked: 'b' }),
    series('default', { shown: 20 }),
  ]
  assert.deepEqual(rowsOf(sweepChart(forms, about)?.html), ['paper:k=5 5 40.0 35.0 to 45.0', 'paper:k=10 10 50.0 45.0 to 55.0'])
  assert.equal(sweepChart([series('http://127.0.0.1:1', { shown: 1 }), series('http://127.0.0.1:2', { shown: 2 })], about), null)
})

test('what nobody knows is not drawn as 0', () => {
  assert.equal(reasoningChart([series('a'), series('b')]), null)
  assert.deepEqual(rowsOf(reasoningChart([series('a'), series('b', { reasoning: 300 })])?.html), ['a n/a', 'b 300'])
  assert.equal(latencyChart([series('a')]), null)
  assert.equal(categoryChart([series('a')], { judge: 'strict/1' }), null)
  assert.match(categoryChart([series('a', { mean: null })], about)?.html ?? '', /n\/a<\/text>/)
})

test('ticks of a logarithmic scale lie in it, a few of them', () => {
  for (const values of [
    [50, 18_000],
    [0.02, 0.5],
    [900, 1100],
    [0.0001, 90],
  ]) {
    const scale = logScale(values, [0, 400])
    const [low = 0, high = 0] = scale.domain()
    const ticks = ticksOf(scale)
    assert.ok(ticks.length >= 1 && ticks.length <= 8 && ticks.every(tick => tick >= low && tick <= high), `${values}: ${ticks}`)
  }
})
