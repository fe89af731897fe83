import assert from 'node:assert/strict'
import test from 'node:test'
import type { Turn } from '../../domain.ts'
import type { CitedClaim, Support } from '../../seams.ts'
import { claimsOf } from './claim-set.ts'
import type { AnsweredQuestion } from './locomo-claims.ts'
import { measureVerifier } from './measure-verifier.ts'

const said = [
  'Ana: I moved to Porto in May 2023, with my two dogs.',
  'Ben: Nice! I got a piano from my friend Laura.',
  'Ana: Do you play in Lisbon too?',
  'Ben: I never play in Lisbon.',
  'Ana: In June 2021 I saw Sintra with Laura.',
]
const turns: readonly Turn[] = said.map((line, index) => {
  const [speaker = '', text = ''] = line.split(': ')
  return { id: `D1:${index + 1}`, session: 's', speaker, text, at: '2023-06-01T10:00', attachments: [] }
})
const questions: readonly AnsweredQuestion[] = [
  { question: 'When did Ana move to Porto?', answer: 'May 2023', category: 'temporal', evidence: ['D1:1'] },
  { question: 'How many dogs does Ana have?', answer: 'two', category: 'single-hop', evidence: ['D1:1'] },
  { question: 'Where does Ben never play?', answer: 'Lisbon', category: 'single-hop', evidence: ['D1:4'] },
  { question: 'When did Ana see Sintra?', answer: 'June 2021', category: 'temporal', evidence: ['D1:5'] },
  { question: 'When did Ben move to Porto?', answer: 'May 2023', category: 'adversarial', evidence: ['D1:1'] },
]

test('each claim cites its evidence, with two turns before and one after; each wrong one differs in one thing', () => {
  const claims = claimsOf(turns, questions)
  assert.deepEqual(
    claims,
    claimsOf(turns, questions).map((other, index) => ({ ...other, claim: { ...other.claim, turnsWith: claims[index]?.claim.turnsWith } })),
  )
  const sentences = (kind: string): readonly string[] => claims.filter(each => each.kind === kind).map(({ claim }) => claim.sentence)
  assert.deepEqual(sentences('true').slice(0, 2), ['Ana moved to Porto May 2023.', 'Ana has two dogs.'])
  assert.deepEqual(sentences('speaker'), ['Ben moved to Porto May 2023.'])
  assert.deepEqual(sentences('name').slice(0, 2), ['Ben moved to Porto May 2023.', 'Ben has two dogs.'])
  assert.match(sentences('number')[0] ?? '', /^Ana has (?:three|four) dogs\.$/)
  assert.ok(sentences('date').every(sentence => !/May 2023|June 2021/.test(sentence)))
  assert.ok(sentences('negation').includes('Ana did not move to Porto May 2023.'))
  assert.ok(sentences('entity').every(sentence => /Porto|Lisbon|Sintra|Laura/.test(sentence)))
  const last = claims.find(({ claim }) => claim.sentence === 'Ana saw Sintra June 2021.')?.claim
  assert.deepEqual([last?.cited.map(({ id }) => id), last?.near.map(({ id }) => id)], [['D1:5'], ['D1:3', 'D1:4']])
  assert.equal(last?.turnsWith('laura'), 2)
})

test('precision is that of a mix: half true, and each family of wrong claims alike', async () => {
  const [claim] = claimsOf(turns, questions).map(each => each.claim)
  assert.ok(claim)
  const verdicts = new Map<CitedClaim, Support['verdict']>()
  const labelled = (['true', 'true', 'speaker', 'card', 'name', 'otherAnswer', 'otherAnswer'] as const).map((kind, index) => {
    const own = { ...claim }
    verdicts.set(own, kind === 'true' || index === 5 ? 'supported' : 'unsupported')
    return { kind, category: 'temporal' as const, claim: own }
  })
  const verifier = {
    id: 'fixed',
    verify: async (claims: readonly CitedClaim[]) => claims.map(each => ({ verdict: verdicts.get(each) ?? 'partly', faults: [] })),
  }
  const figures = await measureVerifier(verifier, labelled, () => 0)
  assert.deepEqual(figures.accept, { supported: 1, supportedOrPartly: 1 })
  assert.equal(figures.reject.otherAnswer, 0.5)
  assert.equal(figures.reject.date, null)
  // Of the four families one accepts half of its wrong claims: 0.5 against 0.5 / 8.
  assert.equal(figures.precisionSupported, 0.5 / (0.5 + 0.5 / 8))
})
