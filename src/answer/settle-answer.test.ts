import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import type { Evidence, FactCard, VerificationMode } from '../domain.ts'
import type { SpaceWords, Verifier } from '../seams.ts'
import { joinSentences } from './join-sentences.ts'
import { withoutCitations } from './parse-citations.ts'
import { settleAnswer } from './settle-answer.ts'

const card = (label: string, claim: string): FactCard => ({
  label,
  claim,
  anchor: null,
  kind: 'semantic',
  speaker: 'Ana',
  at: null,
  memoryId: `m-${label}`,
  score: 1,
  signals: [],
  sources: [{ turnId: `t-${label}`, attachment: null, start: 0, end: claim.length, text: claim }],
})
const cards = [card('E1', 'Ana lives in Porto'), card('E2', 'Ana owns a boat')]
const evidence: Evidence = {
  question: { text: 'Where does Ana live?', at: null, asOf: null, speakers: null, kinds: null },
  cards,
  text: 'cards',
  tokens: 1,
  fullContextTokens: 1,
  considered: 2,
  leftOut: 0,
  budget: { policy: 'cards', limit: 2, used: 2 },
  conflicts: [],
  ms: { embed: 0, search: 0, total: 0 },
}
const words: SpaceWords = {
  speakers: ['Ana'],
  passages: 2,
  passagesWith: () => 1,
  around: turnIds => ({
    cited: cards
      .filter(({ sources }) => sources.some(({ turnId }) => turnIds.has(turnId)))
      .map(({ claim, label }) => ({ id: `t-${label}`, session: null, speaker: 'Ana', text: claim, at: null, attachments: [] })),
    near: [],
  }),
}
/** A sentence is supported where a cited turn says just that. */
const literal: Verifier = {
  id: 'literal',
  verify: async claims =>
    claims.map(({ sentence, cited }) =>
      cited.some(({ text }) => sentence.startsWith(text))
        ? { verdict: 'supported', faults: [] }
        : { verdict: 'unsupported', faults: ['nobody said so'] },
    ),
}

const repairPrompt = { id: 'repair/1', hash: 'abc' }

async function settle(draft: string, rewrites: readonly string[] = [], mode: VerificationMode = 'repair') {
  const asked: string[][] = []
  const settled = await settleAnswer(draft, {
    verifier: literal,
    rules: literal,
    words,
    evidence,
    mode,
    abstention: 'Not in memory.',
    repairPrompt,
    rewrite: async (_, faulty) => {
      asked.push(faulty.map(({ text, faults }) => `${text} (${faults.join('; ')})`))
      return rewrites[asked.length - 1] ?? assert.fail('asked once more than it may')
    },
  })
  return { ...settled, asked, text: joinSentences(settled.sentences, draft) }
}

describe('settling a draft', () => {
  test('what holds stays as it was written', async () => {
    const { text, asked, repair } = await settle('Ana lives in Porto [E1].\nAna owns a boat [E2].')
    assert.equal(text, 'Ana lives in Porto [E1].\nAna owns a boat [E2].')
    assert.deepEqual([asked, repair.draft, repair.dropped], [[], ['supported', 'supported'], []])
  })

  test('a citation that was forgotten or wrong is found among the cards, without asking the model', async () => {
    const { text, asked, repair } = await settle('Ana lives in Porto. Ana owns a boat [E1].')
    assert.equal(text, 'Ana lives in Porto [E1]. Ana owns a boat [E2].')
    assert.deepEqual([asked, repair.draft, repair.cited], [[], ['uncited', 'unsupported'], 2])
  })

  test('a date note that no card bears out goes, and what it stood in stays', async () => {
    const { text, asked } = await settle('Ana (= 2-9 May 2023) lives in Porto. Ana [= 2020] owns a boat [E1].')
    assert.deepEqual([text, asked], ['Ana lives in Porto [E1]. Ana owns a boat [E2].', []])
  })

  test('the model is asked once, with the faults, and what fails again is left out', async () => {
    const { text, asked, repair } = await settle('Ana lives in Porto [E1]. Ana owns a car [E2].', [
      'Ana lives in Porto [E1]. Ana owns two boats [E2].',
    ])
    assert.deepEqual(asked, [['Ana owns a car [E2]. (nobody said so)']])
    assert.equal(text, 'Ana lives in Porto [E1].')
    assert.deepEqual(
      repair.dropped.map(({ text: words, verdict }) => [words, verdict]),
      [['Ana owns two boats [E2].', 'unsupported']],
    )
  })

  test('strict abstains where anything fails again, report changes nothing', async () => {
    const strict = await settle('Ana lives in Porto [E1]. Ana flies [E2].', ['Ana lives in Porto [E1]. Ana flies [E2].'], 'strict')
    assert.deepEqual([strict.abstained, strict.sentences, strict.repair.dropped.length], [true, [], 2])
    const report = await settle('Ana lives in Porto [E1]. Ana flies.', [], 'report')
    assert.deepEqual(
      report.sentences.map(({ verdict }) => verdict),
      ['supported', 'uncited'],
    )
  })

  test('a label that is no card is found out, and never returned', async () => {
    const { text, sentences } = await settle('Ana lives in Porto [E1][E99].', [], 'report')
    assert.equal(text, 'Ana lives in Porto [E1].')
    assert.deepEqual(sentences[0]?.faults, ['E99 is no card'])
    assert.equal((await settle('Ana sings [E7].', [], 'report')).sentences[0]?.verdict, 'unsupported')
  })

  test('where the repair fails, what holds of the draft stays', async () => {
    const parts = {
      verifier: literal,
      rules: literal,
      words,
      evidence,
      abstention: 'Not in memory.',
      repairPrompt,
      rewrite: async () => null,
    }
    const { sentences, repair } = await settleAnswer('Ana lives in Porto. Ana flies [E1].', { ...parts, mode: 'repair' })
    assert.deepEqual(
      sentences.map(({ text }) => text),
      ['Ana lives in Porto [E1].'],
    )
    assert.deepEqual([repair.asked, repair.cited, repair.dropped.length], [repairPrompt, 1, 1])
    assert.equal((await settleAnswer('Ana lives in Porto. Ana flies [E1].', { ...parts, mode: 'strict' })).abstained, true)
  })

  test('"not in memory" is an abstention, also as the reply to the repair', async () => {
    for (const draft of ['Not in memory.', 'not in memory', '**Not in memory.** [E1]'])
      assert.equal((await settle(draft)).abstained, true, draft)
    assert.equal((await settle('Ana flies [E1].', ['Not in memory.'])).abstained, true)
    assert.equal((await settle('', ['Not in memory.'])).abstained, true)
  })

  test('whatever a model writes, no citation points outside the cards, and taking them out leaves no residue', async () => {
    const piece = fc.oneof(
      fc.constantFrom(
        'Ana lives in Porto',
        ' [E1]',
        '[E2, E9]',
        ' 【E1】',
        '(E3)',
        '. ',
        '\n',
        '[E1–E3]',
        'E2',
        '[',
        ']',
        '[E0]',
        '[e1]',
        '- ',
      ),
      fc.string({ unit: 'grapheme', maxLength: 5 }),
    )
    const text = fc.array(piece, { maxLength: 12 }).map(pieces => pieces.join(''))
    await fc.assert(
      fc.asyncProperty(text, text, fc.constantFrom('report', 'repair', 'strict'), async (draft, rewrite, mode) => {
        const settled = await settle(draft, [rewrite], mode)
        for (const { text: words, citations } of settled.sentences) {
          for (const label of citations) assert.ok(label === 'E1' || label === 'E2', label)
          for (const [, label] of words.matchAll(/\[(E\d+)\]/g)) assert.ok(label === 'E1' || label === 'E2', words)
          assert.doesNotMatch(withoutCitations(words), /\[E\d+\]/)
        }
        if (mode === 'strict') for (const { verdict } of settled.sentences) assert.equal(verdict, 'supported')
      }),
    )
  })
})
