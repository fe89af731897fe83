import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Turn } from '../../domain.ts'
import { type OpenStore, read, scope, turnIds, turnOf, turnsOf, withStore } from './dialogue.fixture.ts'

export function logContract(open: OpenStore): void {
  test(
    'turns come back as they were told, in order, numbered from 1',
    withStore(open, async store => {
      const told: readonly Turn[] = [
        turnOf('one', { text: '', session: null, at: '2024-05-02T18:30:00+02:00[Europe/Rome]' }),
        turnOf('two', { text: 'a NUL \u0000 inside, then more', speaker: 'Żofia 🦢' }),
        turnOf('three', { text: 'tabs\tlines\r\n\u2028 "quotes" \\ \'; DROP TABLE turns; --' }),
        turnOf('four', { text: 'long 🛶 '.repeat(130_000) }),
        turnOf('five', { attachments: [{ type: 'image', reference: null, mediaType: 'image/png', caption: 'the jetty\u0000' }] }),
      ]
      assert.deepEqual(await store.append(scope, told), { added: 5, duplicates: 0, conflicts: [] })
      const { turns } = await store.changes(scope, 0)
      assert.deepEqual(
        turns,
        told.map((turn, index) => ({ sequence: index + 1, turn, tokens: turns[index]?.tokens })),
      )
    }),
  )

  test(
    'the same turn told again, in one batch or in another, is one turn',
    withStore(open, async store => {
      const [first, second] = [turnOf('one'), turnOf('two')]
      assert.deepEqual(await store.append(scope, [first, first, second]), { added: 2, duplicates: 1, conflicts: [] })
      const { revision } = await store.changes(scope, 0)
      assert.deepEqual(await store.append(scope, [second, first]), { added: 0, duplicates: 2, conflicts: [] })
      assert.deepEqual(await turnIds(store), ['one', 'two'])
      assert.equal((await store.changes(scope, 0)).revision, revision)
    }),
  )

  test(
    'a turn with the id of another is reported and not stored, and the rest of the batch is',
    withStore(open, async store => {
      await store.append(scope, [turnOf('one')])
      const batch = [turnOf('two'), turnOf('one', { text: 'Another heron.' }), turnOf('two', { at: '2024-05-02' }), turnOf('three')]
      const conflicts = [
        { index: 1, turnId: 'one' },
        { index: 2, turnId: 'two' },
      ]
      assert.deepEqual(await store.append(scope, batch), { added: 2, duplicates: 0, conflicts })
      const { turns } = await store.changes(scope, 0)
      assert.deepEqual(
        turns.map(({ turn }) => turn),
        [turnOf('one'), turnOf('two'), turnOf('three')],
      )
    }),
  )

  test(
    'the same words under two ids are two turns',
    withStore(open, async store => {
      await store.append(scope, [turnOf('one', { text: 'ok' }), turnOf('two', { text: 'ok' })])
      assert.deepEqual(await turnIds(store), ['one', 'two'])
    }),
  )

  test(
    'twenty calls at once that tell one turn store it once',
    withStore(open, async store => {
      const receipts = await Promise.all(
        Array.from({ length: 20 }, () => store.append(scope, [turnOf('tea', { text: 'I enjoy jasmine tea' })])),
      )
      assert.equal(
        receipts.reduce((sum, { added }) => sum + added, 0),
        1,
      )
      assert.deepEqual(await turnIds(store), ['tea'])
    }),
  )

  test(
    'an empty batch makes no space, and a cancelled one stores nothing',
    withStore(open, async store => {
      await store.append(scope, [])
      await assert.rejects(store.append(scope, [turnOf('one')], AbortSignal.abort()), { code: 'cancelled' })
      assert.deepEqual(await store.spaces(), [])
    }),
  )

  test(
    'a writer reads each turn once, in order, at most 500 at a time, with the turns just before it',
    withStore(open, async store => {
      await store.append(scope, turnsOf(1203))
      const sizes: number[] = []
      for await (const { turns } of store.unread(scope, { id: 'rule/1', context: 2 })) {
        const first = sizes.reduce((sum, size) => sum + size, 0)
        sizes.push(turns.length)
        for (const [index, { turn, before }] of turns.entries()) {
          const place = first + index + 1
          assert.equal(turn.id, `a${place}`)
          assert.deepEqual(
            before.map(({ id }) => id),
            [place - 2, place - 1].filter(number => number > 0).map(number => `a${number}`),
          )
        }
      }
      assert.deepEqual(sizes, [500, 500, 203])
      assert.equal((await read(store)).length, 1203, 'reading without putting moves no mark')
      assert.deepEqual(await read(store), [])
      await store.append(scope, turnsOf(1, 'b'))
      assert.deepEqual(await read(store), ['b1'])
    }),
  )

  test(
    'a writer without context sees no other turns, one with too much is refused',
    withStore(open, async store => {
      await store.append(scope, turnsOf(3))
      for await (const { turns } of store.unread(scope, { id: 'rule/1', context: 0 })) {
        assert.deepEqual(
          turns.map(({ before }) => before),
          [[], [], []],
        )
      }
      assert.throws(() => store.unread(scope, { id: 'rule/1', context: 9 }), { code: 'bad_input' })
    }),
  )

  test(
    'each writer has a mark of its own, and one set back reads from the start',
    withStore(open, async store => {
      await store.append(scope, turnsOf(3))
      await read(store, { writer: 'rule/1' })
      assert.deepEqual(await read(store, { writer: 'rule/2' }), ['a1', 'a2', 'a3'])
      await store.rewind(scope, 'rule/1')
      assert.deepEqual(await read(store, { writer: 'rule/1' }), ['a1', 'a2', 'a3'])
      assert.deepEqual(await read(store, { writer: 'rule/2' }), [])
    }),
  )

  test(
    'the log is read on from any place, whoever has read it, and what is forgotten is no more in it',
    withStore(open, async store => {
      await store.append(scope, turnsOf(5))
      const from = async (after: number, limit: number): Promise<readonly [string, number][]> =>
        (await store.logged(scope, { after, limit })).map(({ turn, sequence }) => [turn.id, sequence])
      const all = await from(0, 10)
      assert.deepEqual(
        all.map(([id]) => id),
        ['a1', 'a2', 'a3', 'a4', 'a5'],
      )
      assert.deepEqual(await from(all[1]?.[1] ?? 0, 2), all.slice(2, 4))
      await store.forget(scope, { type: 'turns', ids: ['a2', 'a3'] }, { dryRun: false })
      assert.deepEqual(await from(all[1]?.[1] ?? 0, 10), all.slice(3))
      assert.deepEqual(await from(all[4]?.[1] ?? 0, 10), [])
      assert.deepEqual(await store.logged({ ...scope, space: 'nowhere' }, { after: 0, limit: 9 }), [])
    }),
  )

  test(
    'of ids the log says which it holds, in this space alone',
    withStore(open, async store => {
      const other = { ...scope, space: 'other' }
      await store.append(scope, turnsOf(3))
      await store.append(other, [turnOf('b1')])
      const asked = ['a3', 'b1', 'A1', "a1' OR 1=1 --", 'a1', 'a1']
      assert.deepEqual(await store.held(scope, asked), new Set(['a3', 'a1']))
      assert.deepEqual(await store.held(other, asked), new Set(['b1']))
      assert.deepEqual(await store.held({ ...scope, space: 'nowhere' }, asked), new Set())
      assert.deepEqual(await store.held(scope, []), new Set())
      await store.forget(scope, { type: 'turns', ids: ['a1'] }, { dryRun: false })
      assert.deepEqual(await store.held(scope, asked), new Set(['a3']))
    }),
  )
}
