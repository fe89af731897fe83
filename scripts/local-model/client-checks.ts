import assert from 'node:assert/strict'
import { z } from 'zod'
import type { Message } from '../../src/domain.ts'
import { EngramError } from '../../src/index.ts'
import { createEndpointModel } from '../../src/models.ts'
import type { Check } from './wire-checks.ts'

const question: readonly Message[] = [
  { role: 'system', content: 'You answer in one short sentence.' },
  { role: 'user', content: 'What is the capital of France?' },
]
const cityReply = z.object({ city: z.string() })

/** The same server through the client that the walk uses. */
export const clientChecks: readonly Check[] = [
  {
    name: 'createEndpointModel gives the reply, and token counts that the server reported',
    async run(baseUrl, signal) {
      const model = createEndpointModel({ baseUrl, model: 'local' })
      const { text, finish, usage } = await model.complete({ messages: question, maxOutputTokens: 40, temperature: 0, signal })
      assert.match(text, /\w/)
      assert.equal(finish, 'stop')
      const { inputTokens, cachedInputTokens, outputTokens } = usage.sources
      assert.deepEqual([inputTokens, cachedInputTokens, outputTokens], ['reported', 'reported', 'reported'])
    },
  },
  {
    name: 'createEndpointModel streams the same reply, with the same counts',
    async run(baseUrl, signal) {
      const model = createEndpointModel({ baseUrl, model: 'local' })
      const request = { messages: question, maxOutputTokens: 40, temperature: 0, signal }
      const whole = await model.complete(request)
      const parts: string[] = []
      const streamed = await model.complete({ ...request, onText: text => parts.push(text) })
      assert.equal(parts.join(''), whole.text)
      assert.ok(parts.length > 1, 'it came in one part')
      assert.equal(streamed.usage.inputTokens, whole.usage.inputTokens)
      assert.equal(streamed.usage.outputTokens, whole.usage.outputTokens)
    },
  },
  {
    name: 'createEndpointModel gets JSON of a schema',
    async run(baseUrl, signal) {
      const model = createEndpointModel({ baseUrl, model: 'local' })
      const schema = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'], additionalProperties: false }
      const format = { type: 'schema', name: 'city', schema } as const
      const { text } = await model.complete({ messages: question, format, maxOutputTokens: 60, temperature: 0, signal })
      cityReply.parse(JSON.parse(text))
    },
  },
  {
    name: 'createEndpointModel reports a prompt that is too long as refused',
    async run(baseUrl, signal) {
      const model = createEndpointModel({ baseUrl, model: 'local' })
      const messages: readonly Message[] = [{ role: 'user', content: 'again and '.repeat(40_000) }]
      await assert.rejects(model.complete({ messages, signal }), error => error instanceof EngramError && error.code === 'model_rejected')
    },
  },
]
