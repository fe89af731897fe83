import assert from 'node:assert/strict'
import test from 'node:test'
import { openEngram, type Space } from '../src/index.ts'
import { openMemoryStore } from '../src/testing.ts'
import { movingHouse } from './support/moving-house.ts'

// For programs that put the cards before a model of their own.

async function spaceOfAna(): Promise<Space> {
  const memory = await openEngram({ store: openMemoryStore() })
  const space = memory.space({ tenant: 'test', space: 'ana' })
  await space.remember(movingHouse)
  return space
}

test('a text written elsewhere is checked sentence by sentence, and its labels are opened', async () => {
  const space = await spaceOfAna()
  const evidence = await space.recall('Where did Ana move with her cat?')
  const { sentences, citations } = await space.verify('Ana moved to Seattle [E1]. She sails [E1]. She flies [E77]. Hello!', evidence)
  assert.deepEqual(
    sentences.map(({ verdict }) => verdict),
    ['supported', 'unsupported', 'unsupported', 'uncited'],
  )
  assert.deepEqual(
    sentences.map(({ text }) => text),
    ['Ana moved to Seattle [E1].', 'She sails [E1].', 'She flies.', 'Hello!'],
  )
  assert.deepEqual(
    citations.map(({ label, turnId }) => [label, turnId]),
    [['E1', 't1']],
  )
  assert.deepEqual(await space.verify('', evidence), { sentences: [], citations: [] })
})

test('turns that the reader has before it already take no room from others', async () => {
  const space = await spaceOfAna()
  const question = 'What did Ana and Ben tell of moving to Seattle and of riding a bike to work?'
  const turnsOf = async (except: readonly string[]): Promise<string[]> => {
    const { cards, leftOut } = await space.recall(question, { cards: 1, except })
    assert.ok(leftOut >= 0)
    return cards.flatMap(({ sources }) => sources.map(({ turnId }) => turnId))
  }
  const [first] = await turnsOf([])
  const other = first === 't1' ? 't2' : 't1'
  assert.deepEqual([...new Set(await turnsOf([first ?? '']))], [other])
  assert.deepEqual(await turnsOf(['t1', 't2']), [])
  assert.deepEqual((await space.recall(question, { except: ['t1', 't2'] })).text, '')
})
