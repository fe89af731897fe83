import assert from 'node:assert/strict'
import test from 'node:test'
import fc from 'fast-check'
import { createTurnIds } from './turn-id.ts'

const content = { session: null, speaker: 'Oriel', text: 'ok', at: '2024-05-04T18:31', attachments: [] }

test('an id is t and 20 hex digits', () => {
  assert.match(createTurnIds()(content), /^t[0-9a-f]{20}$/)
})

test('equal content twice in one batch is two ids, and the same two when the batch is sent again', () => {
  const [first, second] = [createTurnIds(), createTurnIds()].map(nextId => [nextId(content), nextId(content)])
  assert.deepEqual(first, second)
  assert.notEqual(first?.[0], first?.[1])
})

test('the order of keys of an attachment does not matter, their values do', () => {
  const attachment = { type: 'image' as const, reference: 'a.png', mediaType: null, caption: 'a kiln' }
  const { caption, mediaType, reference, type } = attachment
  const idOf = (attachments: (typeof attachment)[]) => createTurnIds()({ ...content, attachments })
  assert.equal(idOf([attachment]), idOf([{ caption, mediaType, reference, type }]))
  assert.notEqual(idOf([attachment]), idOf([{ ...attachment, caption: 'a stove' }]))
})

test('a change in any field changes the id, wherever words move', () => {
  const words = fc.string({ minLength: 1 })
  fc.assert(
    fc.property(words, words, (speaker, text) => {
      const whole = createTurnIds()({ ...content, speaker, text })
      assert.notEqual(whole, createTurnIds()({ ...content, speaker: `${speaker}${text}`, text: '' }))
      assert.notEqual(whole, createTurnIds()({ ...content, speaker, text, session: 'null' }))
    }),
  )
})
