import assert from 'node:assert/strict'
import test from 'node:test'
import { EngramError } from '../../errors.ts'
import { readSystem } from './system-settings.ts'

test('a label names a system and what is changed of it', () => {
  assert.deepEqual(readSystem('paper'), { name: 'paper', settings: {} })
  assert.deepEqual(readSystem('paper:k=10:kinds=semantic+episodic:banks=kinds:per-bank=5:effort=low').settings, {
    k: 10,
    kinds: ['episodic', 'semantic'],
    variant: { speakerBanks: false, perBank: 5 },
    effort: 'low',
  })
  assert.deepEqual(readSystem('default:show=lines:citations=off:without=timeline:search=lexical').settings, {
    variant: { renderer: 'record-lines', prompt: 'uncited', retriever: 'recipe' },
    without: ['timeline', 'meaning', 'similar', 'embedding'],
  })
})

test('what changes nothing or can not be is refused, with what could be', () => {
  const cases: readonly (readonly [string, RegExp])[] = [
    ['default:k=0', /k expects a whole number above 0, got "0"/],
    ['default:K=5', /of default can be changed: k, tokens.*got "K=5"/],
    ['default:banks=kinds', /of default can be changed/],
    ['default:kinds=semantic+moods', /kinds expects some of episodic, semantic, procedural/],
    ['default:k=5:tokens=100', /either k or tokens/],
    ['default:k=5:k=6', /k stands twice/],
    ['default:show=lines', /no labels to cite: add citations=off/],
    ['paper-base:citations=on', /no labels to cite: add show=cards/],
    ['paper:search=lexical:banks=kinds', /search=lexical takes away/],
    ['no-memory:k=5', /of no-memory can be changed: effort/],
    ['probe-gold:k=5', /probe-gold has nothing to change/],
  ]
  for (const [label, why] of cases) {
    assert.throws(
      () => readSystem(label),
      (error: unknown) => error instanceof EngramError && error.code === 'bad_input' && why.test(error.message),
      label,
    )
  }
  assert.deepEqual(readSystem('paper-base:citations=on:show=cards').settings.variant, { prompt: 'cited', renderer: 'paper-cards' })
})
