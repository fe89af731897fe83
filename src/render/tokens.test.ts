import assert from 'node:assert/strict'
import test from 'node:test'
import fc from 'fast-check'
import type { Hit } from '../domain.ts'
import { loadTokenCounter } from '../lib/tokens.ts'
import type { CardRenderer } from '../seams.ts'
import { createDatedCards } from './dated-cards.ts'
import { createPaperCards, createRecordLines } from './paper-cards.ts'
import { createTranscriptRenderer } from './transcript-renderer.ts'

const claim = fc.oneof(
  fc.string({ unit: 'grapheme', minLength: 1 }),
  fc.constantFrom(
    '"Hello," she said.',
    '(asked: "When?") Now',
    '...and then/or',
    '- a list\n- of two',
    '/path',
    "'s",
    '家族に',
    '100,000',
    '[= 2024-03-02]',
    ' ',
  ),
)
const hits = fc.array(
  fc.record({
    speaker: fc.constantFrom('Ida', 'user', '李雷', 'Mr. O.'),
    text: claim,
    at: fc.constantFrom('2024-03-02T10:00', '2023-12-31', null),
  }),
  { maxLength: 12 },
)

const renderers: readonly CardRenderer[] = [createDatedCards(), createPaperCards(), createRecordLines(), createTranscriptRenderer()]
for (const renderer of renderers) {
  test(`the tokens of ${renderer.id} are the sum of what its hits cost`, async () => {
    const countTokens = await loadTokenCounter()
    fc.assert(
      fc.property(hits, inputs => {
        const all = inputs.map(
          ({ speaker, text, at }, index): Hit => ({
            subject: { type: 'passage', speaker, at, text, source: { turnId: `t${index}`, attachment: null, start: 0, end: text.length } },
            quotes: [],
            // A line of a transcript begins with who spoke.
            claim: renderer.id.startsWith('transcript') ? `${speaker}: ${text}`.trimEnd() : text,
            short: text,
            deviation: null,
            score: 1,
            signals: [],
          }),
        )
        const { text, tokens } = renderer.render(all, countTokens)
        const sum = all.reduce((tokens, hit, index) => tokens + renderer.cost(hit, all.slice(0, index), countTokens), 0)
        assert.equal(sum, all.length === 0 ? 0 : countTokens(`${text}\n`))
        assert.equal(tokens, sum)
      }),
    )
  })
}
