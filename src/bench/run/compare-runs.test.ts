import assert from 'node:assert/strict'
import test from 'node:test'
import { compareRuns } from './compare-runs.ts'
import { answerHash } from './latest-rows.ts'
import type { ReadRun } from './read-run.ts'
import type { AnswerRow, QuestionRow, VerdictRow } from './run-rows.ts'

const question = (id: string, history: string, category = 'single-hop'): QuestionRow => {
  const nothing = { at: null, abstains: false, trap: null, criteria: [], weights: [], tags: [], before: [], evidence: [], audit: null }
  return { id, history, category, question: `${id}?`, gold: id, ...nothing }
}
const own = { systems: null, judges: null }
const questions = [
  ...Array.from({ length: 6 }, (_, index) => question(`a${index}`, 'a')),
  ...Array.from({ length: 4 }, (_, index) => question(`b${index}`, 'b')),
  question('x', 'b', 'adversarial'),
]

/** `right`: ids that the judge found right; the others wrong. */
function runOf(right: readonly string[], { asked = questions, system = 'default' } = {}): ReadRun {
  const answers = asked.map(({ id }): AnswerRow => {
    const nothing = { abstained: null, shown: null, cited: null, repair: null, prompt: null, usage: null, calls: [], error: null }
    return { id, system, answer: 'said', ...nothing }
  })
  const verdicts = asked.map(({ id }): VerdictRow => {
    const nothing = { more: {}, reply: null, replies: [], askedAgain: 0, served: null, usage: null, error: null }
    const first = { run: 1, key: 'published' } as const
    return { id, system, judge: 'strict/1', ...first, answer: answerHash('said'), score: Number(right.includes(id)), ...nothing }
  })
  const prompt = { id: 'p', hash: 'h' }
  const reading = <Row>(rows: readonly Row[]) => ({ rows, head: '', faults: [] })
  return {
    path: '',
    manifest: {
      machine: { node: '24', platform: 'linux' },
      identity: {
        format: 1,
        version: '0',
        dataset: {
          ...{ name: 'locomo', file: '', bytes: 0, sha256: '', known: null, split: '', histories: 2, turns: 0 },
          ...{ filters: [], categories: [], irregularities: {} },
        },
        apart: ['adversarial'],
        questions: { count: asked.length, sha256: '' },
        systems: [{ name: system, about: '', prompt }],
        judges: [{ id: 'strict/1', scale: 'binary', hash: '' }],
        answering: {
          ...{ model: 'm', host: 'h', effort: null, temperature: 0, maxOutputTokens: null, contextTokens: null },
          verification: 'repair',
        },
        extractModel: null,
        judging: { model: 'j', host: 'h', runs: 1 },
        audit: null,
      },
    },
    questions: reading(asked),
    ingest: reading([]),
    answers: reading(answers),
    verdicts: reading(verdicts),
    timings: reading([]),
    faults: [],
    report: null,
  }
}

test('two runs on the same questions: difference, exact test and flips by hand; what totals leave out is left out', () => {
  const first = runOf(['a0', 'a1', 'b0', 'x'])
  const second = runOf(['a0', 'a1', 'a2', 'a3', 'a4', 'a5', 'b1'])
  const [comparison] = compareRuns(first, second, own).comparisons
  assert.deepEqual([comparison?.questions, comparison?.firstMean, comparison?.secondMean, comparison?.difference.mean], [10, 30, 70, 40])
  // Five against one: p = 2 * (C(6,0) + C(6,1)) / 2^6 = 0.21875.
  assert.deepEqual([comparison?.mcNemar?.onlyFirst, comparison?.mcNemar?.onlySecond], [1, 5])
  assert.ok(Math.abs((comparison?.mcNemar?.p ?? 0) - 0.21875) < 1e-12)
  assert.deepEqual(
    comparison?.flips.map(({ id, first: one, second: other }) => [id, one, other]),
    [
      ['a2', 0, 1],
      ['a3', 0, 1],
      ['a4', 0, 1],
      ['a5', 0, 1],
      ['b0', 1, 0],
      ['b1', 0, 1],
    ],
  )
  const { low = 0, high = 0 } = comparison?.difference ?? {}
  assert.ok(low < 40 && high > 40 && low < high)
})

test('on answers that are the same word for word, two judges are held against each other', () => {
  const { comparisons } = compareRuns(runOf(['a0', 'a1', 'a2']), runOf(['a0', 'a1', 'b0']), { ...own, judges: ['strict', 'strict'] })
  // Of ten 8 agree by 0.3 * 0.3 + 0.7 * 0.7 = 0.58 expected: (0.8 - 0.58) / 0.42.
  assert.equal(comparisons[0]?.agreement?.answers, 10)
  assert.equal(comparisons[0]?.agreement?.kappa?.toFixed(4), '0.5238')
  assert.ok((comparisons[0]?.agreement?.alpha ?? 0) > 0.5)
  assert.throws(() => compareRuns(runOf([]), runOf([]), { ...own, judges: ['strict', 'lenient'] }), /no such judges/)
})

test('the same run twice differs in nothing', () => {
  const run = runOf(['a0', 'b3'])
  const [comparison] = compareRuns(run, run, own).comparisons
  assert.deepEqual([comparison?.difference, comparison?.mcNemar?.p, comparison?.flips], [{ mean: 0, low: 0, high: 0 }, 1, []])
})

test('only what both have is compared, and it says so; other questions under the same ids are refused', () => {
  const part = runOf(['a0'], { asked: questions.slice(0, 3) })
  const { comparisons, remarks } = compareRuns(runOf(['a0']), part, own)
  assert.equal(comparisons[0]?.questions, 3)
  assert.match(remarks.join(' '), /Only the 3 questions that both have; 8 and 0 are left out/)
  const changed = runOf([], { asked: [{ ...question('a0', 'a'), gold: 'other' }] })
  assert.throws(() => compareRuns(part, changed, own), /1 questions, as a0, have the same id and are not the same/)
  assert.throws(() => compareRuns(part, runOf([], { asked: [question('z', 'a')] }), own), /no question in common/)
  assert.throws(() => compareRuns(part, runOf([], { system: 'paper' }), own), /no such systems/)
  const across = compareRuns(runOf(['a0']), runOf(['a1'], { system: 'paper' }), { ...own, systems: ['default', 'paper'] }).comparisons
  assert.deepEqual([across[0]?.first, across[0]?.second, across[0]?.flips.length], ['default', 'paper', 2])
})
