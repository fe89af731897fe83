import assert from 'node:assert/strict'
import test from 'node:test'
import { z } from 'zod'
import { listSchema, portableSchema, sketch } from './portable-schema.ts'

const item = z.object({
  turn: z.number().int().min(1),
  kind: z.enum(['episodic', 'semantic']),
  title: z.string().min(1).max(80).describe('a few words'),
  place: z.string().nullable(),
  note: z.string().optional(),
  steps: z.array(z.string()).max(9),
  type: z.literal('record'),
})

test('only what every server knows is left: flat types, all required, nothing else allowed', () => {
  const schema = listSchema(portableSchema(item), 'records')
  assert.deepEqual(schema, {
    type: 'object',
    properties: {
      records: {
        type: 'array',
        items: {
          type: 'object',
          properties: {
            turn: { type: 'integer' },
            kind: { type: 'string', enum: ['episodic', 'semantic'] },
            title: { type: 'string', description: 'a few words' },
            place: { type: ['string', 'null'] },
            note: { type: ['string', 'null'] },
            steps: { type: 'array', items: { type: 'string' } },
            type: { type: 'string', enum: ['record'] },
          },
          required: ['turn', 'kind', 'title', 'place', 'note', 'steps', 'type'],
          additionalProperties: false,
        },
      },
    },
    required: ['records'],
    additionalProperties: false,
  })
  assert.doesNotMatch(JSON.stringify(schema), /\$schema|\$ref|min|max|default/)
})

test('in words it is short', () => {
  assert.equal(
    sketch(listSchema(portableSchema(item), 'records')),
    '{"records": [{"turn": integer, "kind": "episodic" | "semantic", "title": string, "place": string | null, "note": string | null, "steps": [string, …], "type": "record"}, …]}',
  )
})
