import assert from 'node:assert/strict'
import { test } from 'node:test'
import { english } from '../english/english.ts'
import { languagesOf } from './languages-of.ts'

const isEnglish = (text: string): boolean => languagesOf(text).includes(english)

test('a language is told in plain letters as with accents, in capitals too', () => {
  const [spanish] = languagesOf('Fui a la playa el sábado pasado con mi hermana')
  assert.ok(spanish !== undefined && spanish !== english)
  for (const text of ['Fui a la playa la semana pasada', 'FUI A LA PLAYA LA SEMANA PASADA', '“Fui a la playa la semana pasada”']) {
    assert.deepEqual(languagesOf(text), [spanish], text)
  }
})

test('a word of another language within an English text, or as part of a word, leaves it English', () => {
  for (const text of ['I go to the Viernes bar every Monday', "We met l'hiers on Monday", 'The hoyden left yesterday']) {
    assert.equal(isEnglish(text), true, text)
  }
  assert.deepEqual(languagesOf('Who likes tea?'), [])
})
