import assert from 'node:assert/strict'
import test from 'node:test'
import { makeProbes, type ProbedQuestion } from './probes.ts'

const question = (id: string, gold: string | null, more: Partial<ProbedQuestion> = {}): ProbedQuestion => ({
  ...{ id, question: `Where did Ana go in ${id}?`, category: 'single-hop', gold, abstains: false, trap: null },
  ...more,
})
const questions = [
  question('Aix', 'Oslo'),
  question('June', 'to Oslo in June'),
  question('July', 'Lima'),
  question('August', 'Cork', { category: 'temporal' }),
  question('Never', 'Nothing was said of it', { abstains: true }),
  question('Trap', null, { abstains: true, trap: 'third place' }),
]

test('gold is the key, wrong is the key of another question of its category that can not be right too, vague answers nothing', () => {
  const probes = makeProbes(questions)
  assert.deepEqual(probes.get('Aix'), {
    'probe-gold': 'Oslo',
    'probe-wrong': 'Lima',
    'probe-vague': 'It came up in what they said about Ana, Aix, in one way or another.',
  })
  // No other of its category; a trap is the wrongest; saying so is right where nothing was said.
  assert.equal(probes.get('August')?.['probe-wrong'], 'Something else altogether.')
  assert.equal(probes.get('Trap')?.['probe-wrong'], 'third place')
  assert.equal(probes.get('Never')?.['probe-gold'], 'That was not mentioned.')
})

test('the same questions give the same probes, another seed may give others', () => {
  const many = Array.from({ length: 30 }, (_, index) => question(`q${index}`, `answer number ${index} of ${index * 7}`))
  assert.deepEqual(makeProbes(many), makeProbes(many))
  assert.notDeepEqual(makeProbes(many), makeProbes(many, 2))
})
