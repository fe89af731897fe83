import assert from 'node:assert/strict'
import test from 'node:test'
import fc from 'fast-check'
import { createChatReply } from './chat-reply.ts'
import { createMessagesReply } from './messages-reply.ts'
import { readDialogue } from './read-dialogue.ts'
import { createResponsesReply } from './responses-reply.ts'
import { createTap } from './tap-body.ts'

const readers = { createChatReply, createResponsesReply, createMessagesReply }
/** Any JSON under the keys that are looked at. */
const odd = (...keys: readonly string[]): fc.Arbitrary<unknown> =>
  fc.letrec<{ value: unknown }>(tie => ({
    value: fc.oneof(
      { maxDepth: 5 },
      fc.jsonValue({ maxDepth: 1 }),
      fc.constantFrom('user', 'assistant', 'text', 'message', 'stop', 'completed', 'message_stop', 0),
      fc.array(tie('value'), { maxLength: 3 }),
      fc.dictionary(fc.constantFrom(...keys), tie('value'), { maxKeys: 5 }),
    ),
  })).value

test('a reply in no known shape never fails its reader', () => {
  const reply = odd(
    'choices',
    'index',
    'delta',
    'message',
    'content',
    'finish_reason',
    'type',
    'text',
    'response',
    'output',
    'status',
    'error',
    'stop_reason',
  )
  for (const [name, create] of Object.entries(readers)) {
    const check = fc.property(
      fc.array(
        fc.oneof(
          reply.map(value => JSON.stringify(value)),
          fc.string(),
        ),
        { maxLength: 4 },
      ),
      events => {
        for (const read of ['event', 'whole'] as const) {
          const reader = create()
          for (const event of events) reader[read](event)
          assert.equal(typeof reader.done().complete, 'boolean', name)
        }
      },
    )
    fc.assert(check, { numRuns: 300 })
  }
})

test('a request in no known shape is read as far as it goes, or not at all', () => {
  const body = odd('messages', 'input', 'role', 'content', 'type', 'text', 'name', 'user', 'metadata', 'user_id', 'tool_calls')
  const check = fc.property(body, fc.constantFrom('messages' as const, 'input' as const), (value, list) => {
    const dialogue = readDialogue(value, list)
    assert.ok(dialogue === null || dialogue.last === null || dialogue.last.text !== '')
  })
  fc.assert(check, { numRuns: 500 })
})

test('an answer that is longer than what is kept goes by, and is no answer to record', () => {
  const said = `data: ${JSON.stringify({ choices: [{ delta: { content: 'x'.repeat(100_000) } }] })}\n\n`
  const end = `data: ${JSON.stringify({ choices: [{ delta: {}, finish_reason: 'stop' }] })}\n\n`
  const kept = (times: number): number | null => {
    const tap = createTap({ contentType: 'text/event-stream', reader: createChatReply() })
    for (let time = 0; time < times; time++) tap.read(new TextEncoder().encode(said))
    tap.read(new TextEncoder().encode(end))
    const { complete, content } = tap.done()
    assert.equal(complete, true)
    return content?.length ?? null
  }
  assert.deepEqual([kept(4), kept(5)], [400_000, null])
})

test('an event without an end is dropped before it fills the memory', () => {
  const tap = createTap({ contentType: 'text/event-stream', reader: createChatReply() })
  const chunk = new TextEncoder().encode('x'.repeat(1_000_000))
  tap.read(new TextEncoder().encode('data: '))
  for (let time = 0; time < 20; time++) tap.read(chunk)
  assert.deepEqual(tap.done(), { complete: false, content: null })
})
