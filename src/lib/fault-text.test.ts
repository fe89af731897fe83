import assert from 'node:assert/strict'
import test from 'node:test'
import { z } from 'zod'
import { faultText } from './fault-text.ts'

const firstFault = (schema: z.ZodType, input: unknown): string => {
  const { error } = schema.safeParse(input)
  const [issue] = error?.issues ?? []
  assert.ok(issue)
  return faultText(issue, input)
}

test('a fault says what was expected and what came, in words of no library', () => {
  const union = z.discriminatedUnion('type', [z.object({ type: z.literal('all') }), z.object({ type: z.literal('before') })])
  const faults: readonly (readonly [z.ZodType, unknown, string])[] = [
    [z.object({ question: z.string() }), {}, 'expected a string, got nothing'],
    [z.object({ cards: z.number() }), { cards: '5' }, 'expected a number, got "5"'],
    [z.object({ limit: z.coerce.number() }), { limit: 'many' }, 'expected a number, got "many"'],
    [z.int(), 1.5, 'expected a whole number, got 1.5'],
    [z.array(z.string()).min(1), [], 'expected at least 1 item, got []'],
    [z.array(z.string()).max(2), ['a', 'b', 'c'], 'expected at most 2 items, got 3'],
    [z.string().min(1), '', 'expected at least 1 character, got ""'],
    [z.number().positive(), 0, 'expected more than 0, got 0'],
    [z.number().max(200), 900, 'expected at most 200, got 900'],
    [z.enum(['read', 'write', 'admin']), 'owner', 'expected read, write or admin, got "owner"'],
    [union, { type: 'everything' }, 'expected all or before, got "everything"'],
    [union, {}, 'expected all or before, got nothing'],
    [z.url({ error: 'expected a URL' }), 'localhost', 'expected a URL, got "localhost"'],
    [z.string().refine(() => false, 'expected some words, got blank text'), ' ', 'expected some words, got blank text'],
    [z.string().refine(() => false, 'say cards or tokens'), ' ', 'say cards or tokens'],
    [
      z.object({ a: z.array(z.object({ b: z.boolean() })) }),
      { a: [{ b: 'x'.repeat(90) }] },
      `expected true or false, got "${'x'.repeat(79)}…`,
    ],
  ]
  for (const [schema, input, text] of faults) assert.equal(firstFault(schema, input), text)
})
