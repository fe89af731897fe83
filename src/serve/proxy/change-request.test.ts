import assert from 'node:assert/strict'
import test from 'node:test'
import fc from 'fast-check'
import { insertBefore, leaveOut } from './change-request.ts'
import { readDialogue } from './read-dialogue.ts'

const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }).filter(value => value.trim() !== '')
const part = fc.oneof(
  text.map(value => ({ type: 'text', text: value })),
  fc.webUrl().map(url => ({ type: 'image_url', image_url: { url } })),
)
const message = fc.record({
  role: fc.constantFrom('system', 'user', 'assistant', 'tool'),
  content: fc.oneof(text, fc.array(part, { maxLength: 3 }), fc.constant(null)),
  extra: fc.jsonValue({ maxDepth: 2 }),
})
const request = fc.record({ model: text, messages: fc.array(message, { maxLength: 8 }), tools: fc.jsonValue(), seed: fc.integer() })
const space = fc.constantFrom(0, 2, '\t')

test('cards change the last words of the user and nothing else, to the byte', () => {
  fc.assert(
    fc.property(request, space, text, (body, indent, words) => {
      const json = JSON.stringify(body, null, indent)
      const last = readDialogue(body, 'messages')?.last
      if (!last) return
      const changed = insertBefore(json, last.place, words)
      const added = last.place.part === null ? JSON.stringify(words).slice(1, -1) : `${JSON.stringify({ type: 'text', text: words })},`
      assert.equal(changed.length, json.length + added.length)
      const at = [...json].length === 0 ? 0 : firstDifference(json, changed, added)
      assert.equal(changed.slice(0, at) + changed.slice(at + added.length), json)
      const before = readDialogue(body, 'messages')
      const after = readDialogue(JSON.parse(changed), 'messages')
      assert.ok(after?.last?.text.includes(words.trim()))
      assert.deepEqual(after?.items.toSpliced(last.index, 1), before?.items.toSpliced(last.index, 1))
    }),
    { numRuns: 300 },
  )
})

/** The last place at which taking `added` out of `changed` gives `json`. */
function firstDifference(json: string, changed: string, added: string): number {
  for (let at = changed.indexOf(added); at >= 0; at = changed.indexOf(added, at + 1)) {
    if (changed.slice(0, at) + changed.slice(at + added.length) === json) return at
  }
  return assert.fail('the words were not put in whole')
}

test('numbers that JavaScript can not hold, keys that are there twice and blanks survive', () => {
  const json = '{ "seed": 12345678901234567890, "x": 1e400, "x": 1.0, "messages":[ {"role":"user","content":"Hi \\u00e9"} ] }'
  const place = readDialogue(JSON.parse(json), 'messages')?.last?.place
  assert.ok(place)
  assert.equal(insertBefore(json, place, 'A "card"\n'), json.replace('Hi', 'A \\"card\\"\\nHi'))
})

test('items that are left out leave a list that holds all others as they were', () => {
  fc.assert(
    fc.property(fc.array(message, { minLength: 1, maxLength: 8 }), space, fc.array(fc.nat(7)), (messages, indent, chosen) => {
      const indices = new Set(chosen.filter(index => index < messages.length - 1))
      const left = JSON.parse(leaveOut(JSON.stringify({ messages }, null, indent), 'messages', indices))
      assert.deepEqual(left, JSON.parse(JSON.stringify({ messages: messages.filter((_, index) => !indices.has(index)) })))
    }),
    { numRuns: 200 },
  )
})
