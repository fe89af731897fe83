import assert from 'node:assert/strict'
import test from 'node:test'
import { compareTable } from './compare-table.ts'
import type { Measured, MeasuredRow } from './measured.ts'
import { recomputed, tablesOf } from './paper-numbers.ts'
import { tableMarkdown } from './table-markdown.ts'

const [table1, table4, table5] = tablesOf('locomo')
const [table2] = tablesOf('longmemeval')
const [table6] = tablesOf('healthbench')
if (!table1 || !table2 || !table4 || !table5 || !table6) throw new Error('The paper has these tables.')

test("the paper's last lines against its own rows: tokens agree, some judged results and sums of reasoning do not", () => {
  const again = [table1, table2, table4, table5, table6].map(table =>
    table.settings.map(setting => {
      const { inputTokens, reasoningTokens, judge } = recomputed(setting, table)
      assert.equal(inputTokens, setting.overall.inputTokens)
      return [reasoningTokens, Number(judge.toFixed(1)), setting.overall.judge]
    }),
  )
  assert.deepEqual(again, [
    [
      [1_335_988, 77.5, 77.5],
      [378_424, 74.8, 75.6],
    ],
    [
      [249_095, 38, 38],
      [54_751, 59.8, 59.8],
    ],
    [[723_977, 72.2, 73.5]],
    [[378_424, 74.6, 74.6]],
    [
      [1_052_365, 35.8, 35.8],
      [799_915, 35.8, 35.7],
    ],
  ])
})

const row = (questions: number, inputTokens: number | null, more: Partial<MeasuredRow> = {}): MeasuredRow => ({
  ...{ questions, inputTokens, reasoningTokens: null, judge: null, strict: null },
  ...more,
})

const whole: Measured = {
  dataset: 'locomo',
  split: 'all conversations',
  latency: null,
  ingest: null,
  reductions: null,
  remarks: [],
  systems: {
    'full-context': {
      'single-hop': row(841, 15_600_000),
      'multi-hop': row(282, 5_200_000),
      temporal: row(321, 5_800_000),
      'open-domain': row(96, 1_800_000),
    },
    paper: {
      'single-hop': row(841, 1_000_000, { judge: { percent: 80, questions: 841 }, reasoningTokens: 100 }),
      'multi-hop': row(282, 300_000, { judge: { percent: 70, questions: 282 } }),
      temporal: row(321, 400_000, { judge: { percent: 60, questions: 321 } }),
      'open-domain': row(96, 100_000, { judge: { percent: 50, questions: 96 } }),
    },
  },
}

test('ours stand beside the printed and the recomputed; what was not measured is null', () => {
  const { rows, reductions, sameQuestions, remarks } = compareTable(table1, whole)
  assert.equal(rows.length, 15)
  assert.deepEqual([sameQuestions, remarks], [true, []])
  const overall = rows.find(({ category, setting }) => category === null && setting === 'ENGRAM-R')
  assert.deepEqual([overall?.ours?.questions, overall?.ours?.inputTokens, overall?.paper?.inputTokens], [1540, 1_800_000, 3_293_478])
  // Unknown where one part is: three of four categories have no reasoning tokens.
  assert.equal(overall?.ours?.reasoningTokens, null)
  assert.equal(overall?.ours?.judge?.percent.toFixed(2), '72.13')
  assert.equal(overall?.ours?.judgeInterval?.low.toFixed(1), '69.8')
  assert.equal(rows.find(({ category, setting }) => category === null && setting === 'default')?.ours, null)
  assert.deepEqual(
    reductions.map(({ setting, ours, paper }) => [setting, ours.toFixed(1), paper?.toFixed(1)]),
    [['ENGRAM-R', '93.7', '88.4']],
  )
})

test('a subset says that it is one, and so does another part of LongMemEval', () => {
  const part: Measured = { ...whole, systems: { 'full-context': { 'single-hop': row(480, 8_000_000) } } }
  assert.deepEqual(compareTable(table1, part).remarks, ["Not the paper's questions: 480 of its 1540. Compare per question."])
  const oracle: Measured = {
    ...whole,
    dataset: 'longmemeval',
    split: 'oracle, cleaned',
    systems: { paper: { 'multi-session': row(133, 200_000) } },
  }
  assert.equal(compareTable(table2, oracle).sameQuestions, false)
  assert.match(compareTable(table2, oracle).remarks.join(' '), /LongMemEval_S, this is oracle/)
})

test('as Markdown: a row a category and setting, n/a for what is unknown, both values where the paper prints another than its rows give', () => {
  const text = tableMarkdown(compareTable(table1, whole))
  assert.match(text, /^### Table 1: LoCoMo\n\n\| Category \| Setting \| n \|/)
  assert.match(
    text,
    /\| single-hop \| Full-Context \| 841 \| 15,600,000 \| 15,614,211 \| 18,549 \| 18,566 \| n\/a \| 698,845 \| n\/a \| 84\.7 \|/,
  )
  assert.match(text, /\| overall \| ENGRAM-R \| 1,540 \| .* \| 75\.6 \(rows: 74\.8\) \|/)
  assert.match(text, /\| overall \| default \| n\/a \| n\/a \| - \| n\/a \| - \| n\/a \| - \| n\/a \| - \|/)
  assert.match(text, /ENGRAM-R -93\.7% \(paper -88\.4%\)\.$/)
})
