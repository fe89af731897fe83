import assert from 'node:assert/strict'
import { z } from 'zod'
import type { ModelCall } from '../../src/domain.ts'
import { EngramError } from '../../src/errors.ts'
import { completeJson } from '../../src/lib/model-json/complete-json.ts'
import { createEndpointModel, withLedger } from '../../src/models.ts'
import type { JsonSupport } from './chat-request.ts'
import type { Check } from './wire-checks.ts'

/** What became of each request: refused until the server is asked for what it has. */
const steps: Readonly<Record<JsonSupport, readonly (string | null)[]>> = {
  schema: [null],
  object: ['model_rejected', null],
  none: ['model_rejected', 'model_rejected', null],
}

/** A list of facts, as extraction asks for it. A small model may find none, and in words alone write no list: what counts is how it was asked. */
export function ladderCheck(support: JsonSupport): Check {
  return {
    name: `JSON with support "${support}": asked for in ${steps[support].length} ${support === 'schema' ? 'way' : 'ways'}`,
    async run(baseUrl, signal) {
      const calls: ModelCall[] = []
      const model = withLedger(createEndpointModel({ baseUrl, model: 'local' }))
      const request = {
        messages: [
          { role: 'system', content: 'List facts about the speaker as JSON.' },
          { role: 'user', content: 'Ana: I live in Oslo and my cat is called Miso.' },
        ],
        ...{ schema: z.object({ text: z.string() }), listKey: 'facts', name: 'facts' },
        ...{ maxOutputTokens: 160, temperature: 0, signal, onCall: (call: ModelCall) => calls.push(call) },
      } as const
      try {
        await completeJson(model, request)
      } catch (error) {
        if (support !== 'none' || !(error instanceof EngramError) || error.code !== 'model_no_answer') throw error
      }
      // What doesn't fit is asked for once more, in the same way.
      assert.deepEqual(calls.map(({ failed }) => failed).slice(0, steps[support].length), steps[support])
    },
  }
}
