import assert from 'node:assert/strict'
import test from 'node:test'
import { comparable, tellLanguage } from './tell-language.ts'

test('English is told by its small words, other languages by theirs or by their letters', () => {
  const cases: Readonly<Record<string, boolean | null>> = {
    'I painted a sunset over the lake yesterday.': true,
    'What books has Tim read?': true,
    'Me mudé a Oporto este mes y estoy muy contenta con la casa nueva.': false,
    'Ich bin diesen Monat nach Porto umgezogen und der Garten ist schön.': false,
    'Mój pies Reksio jest bardzo wesoły i lubi biegać po parku.': false,
    'Я наконец переехала в Москву.': false,
    先月からポルトに住んでいます: false,
    'Ana, Porto.': null,
    '2023': null,
    '': null,
  }
  for (const [text, english] of Object.entries(cases)) assert.equal(tellLanguage(text).english, english, text)
})

test('words of one language or script are not looked for in another; names alone may stand in any', () => {
  const [english, german, russian, names] = [
    'It was the lake.',
    'Ich bin in der Stadt und das ist gut.',
    'Я живу в Москве.',
    'Ana, Porto.',
  ].map(tellLanguage)
  assert.ok(english && german && russian && names)
  assert.equal(comparable(english, german), false)
  assert.equal(comparable(german, russian), false)
  assert.equal(comparable(german, german), true)
  assert.equal(comparable(names, german), true)
  assert.equal(comparable(names, russian), false)
})
