import assert from 'node:assert/strict'
import test from 'node:test'
import fc from 'fast-check'
import { shownSoFar, splitReasoning } from './split-reasoning.ts'

const answer = 'Ana has a cat [E1].'
const replies: readonly (readonly [string, string, string])[] = [
  [answer, answer, ''],
  ['', '', ''],
  [`<think>\nA cat?\n</think>\n\n${answer}`, answer, 'A cat?'],
  [`<THINK>A cat?</THINK>${answer}`, answer, 'A cat?'],
  [`<think>One.</think>\n<think>Two.</think>${answer}`, answer, 'One.\nTwo.'],
  ['Ana has <think>hm, a cat?</think> a cat.', 'Ana has  a cat.', 'hm, a cat?'],
  ['Ana has a cat.\n<think>or has she', 'Ana has a cat.', 'or has she'],
  [`<analysis>A cat?</analysis>${answer}`, answer, 'A cat?'],
  [`A cat?\n</think>\n${answer}`, answer, 'A cat?'],
  ['<think>A cat? I wonder', '', 'A cat? I wonder'],
  [`<|channel|>analysis<|message|>A cat?<|end|><|start|>assistant<|channel|>final<|message|>${answer}<|return|>`, answer, 'A cat?'],
  ['<|channel|>analysis<|message|>A cat? I wonder', '', 'A cat? I wonder'],
  ['<|channel|>final <|constrain|>json<|message|>{"a":1}<|return|>', '{"a":1}', ''],
  [`analysisA cat?assistantfinal${answer}`, answer, 'A cat?'],
  ['analysis of cats is hard', 'analysis of cats is hard', ''],
  [`${answer}<|endoftext|>`, answer, ''],
  [`${answer}<|im_end|>\n<|endoftext|>`, answer, ''],
  ['What <|endoftext|> means: the end.', 'What <|endoftext|> means: the end.', ''],
  ['She wrote <think> in her notes.', 'She wrote <think> in her notes.', ''],
  ['a < b and b > c', 'a < b and b > c', ''],
]

for (const [content, text, reasoning] of replies) {
  test(`${JSON.stringify(content)} is parted into what is said and what is thought (LLM-01)`, () => {
    assert.deepEqual(splitReasoning(content), { text, reasoning })
  })

  test(`${JSON.stringify(content)} is shown as it comes, and nothing is taken back`, () => {
    if (content.includes('</think>\nAna') && !content.includes('<think>')) return
    let shown = ''
    for (let end = 0; end <= content.length; end++) {
      const next = shownSoFar(content.slice(0, end), { opened: false })
      assert.ok(next.startsWith(shown) || shown.startsWith(next), `${shown} -> ${next}`)
      if (next.length > shown.length) shown = next
      assert.ok(text.startsWith(shown), shown)
    }
  })
}

test('no text makes it fail, and a text without marks stays as it is', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), text => {
      splitReasoning(text)
      if (!/[<|]|analysis/i.test(text)) assert.equal(splitReasoning(text).text, text.trim())
    }),
  )
})
