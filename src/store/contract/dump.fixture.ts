import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { DumpEntry, Store } from '../../seams.ts'
import {
  dumpOf,
  memoryIds,
  memoryOf,
  type OpenStore,
  read,
  scope,
  spanOf,
  turnIds,
  turnOf,
  turnsOf,
  withStore,
} from './dialogue.fixture.ts'

const copy = { tenant: 'harbour', space: 'copy' }

/** Something of everything: two writers, withheld words, vectors of two embedders, dead letters, a gap in the log. */
async function fill(store: Store): Promise<void> {
  await store.append(scope, turnsOf(14))
  await read(store, {
    draw: ({ id }) => [memoryOf(`s-${id}`, id), memoryOf(`e-${id}`, id, { kind: 'episodic', sources: [spanOf(id, 20, 25)] })],
  })
  await store.forget(scope, { type: 'memories', ids: ['s-a9'] }, { dryRun: false })
  await store.forget(scope, { type: 'turns', ids: ['a1'] }, { dryRun: false })
  await read(store, { draw: ({ id }) => [memoryOf(`s-${id}`, id, { kind: 'procedural' })] })
  await store.append(scope, turnsOf(2, 'b'))
  await read(store, { writer: 'model/1', dead: ['a5', 'b2'], draw: ({ id }) => [memoryOf(`model-${id}`, id, { writtenBy: 'model/1' })] })
  for (const embedder of ['two', 'one'])
    await store.putVectors(
      scope,
      embedder,
      new Map([
        ['model-b1', Float32Array.of(1, 2)],
        ['s-a3', Float32Array.of(3, 4)],
      ]),
    )
}

export function dumpContract(open: OpenStore): void {
  test(
    'a dump restored elsewhere is the same dump, and its writers go on where they were',
    withStore(open, async store => {
      await fill(store)
      const dump = await dumpOf(store)
      assert.deepEqual([...new Set(dump.map(({ type }) => type))], ['turn', 'memory', 'withheld', 'vector', 'dead', 'mark'])
      assert.deepEqual(await store.restore(copy, dump), { added: 15, duplicates: 0, conflicts: [] })
      assert.deepEqual(await dumpOf(store, copy), dump)
      assert.deepEqual(await read(store, { where: copy, writer: 'rule/1' }), ['b1', 'b2'])
      assert.deepEqual(await read(store, { where: copy, writer: 'model/1' }), [])
    }),
  )

  test(
    'a dump may come in pieces, and come twice',
    withStore(open, async store => {
      await fill(store)
      const dump = await dumpOf(store)
      for (let start = 0; start < dump.length; start += 4) await store.restore(copy, dump.slice(start, start + 4))
      assert.deepEqual(await dumpOf(store, copy), dump)
      assert.deepEqual(await store.restore(copy, dump), { added: 0, duplicates: 15, conflicts: [] })
      assert.deepEqual(await dumpOf(store, copy), dump)
    }),
  )

  test(
    'order and content of a dump do not depend on how it came about',
    withStore(open, async store => {
      await fill(store)
      const dump = await dumpOf(store)
      await store.append(
        copy,
        dump.flatMap(entry => (entry.type === 'turn' ? [entry.turn] : [])),
      )
      const rest = dump.filter(({ type }) => type !== 'turn').reverse()
      await store.restore(copy, rest)
      await store.restore(
        copy,
        dump.filter(({ type }) => type === 'turn' || type === 'mark'),
      )
      assert.deepEqual(await dumpOf(store, copy), dump)
    }),
  )

  test(
    'a mark is not taken where other turns come first: they would never be read',
    withStore(open, async store => {
      await fill(store)
      await store.append(copy, [turnOf('earlier')])
      await store.restore(copy, await dumpOf(store))
      assert.equal((await read(store, { where: copy })).length, 16)
    }),
  )

  test(
    'a mark never covers what a second dump has brought',
    withStore(open, async store => {
      const other = { tenant: 'harbour', space: 'other' }
      await store.append(other, turnsOf(4, 'x'))
      await read(store, { where: other, writer: 'guess/1', draw: () => [] })
      await fill(store)
      await store.restore(copy, await dumpOf(store, other))
      for (const entry of await dumpOf(store)) await store.restore(copy, [entry])
      assert.deepEqual((await read(store, { where: copy })).slice(0, 5), ['x1', 'x2', 'x3', 'x4', 'a2'])
    }),
  )

  test(
    'a mark does not hide the turns that a forget wants read again',
    withStore(open, async store => {
      await store.append(scope, turnsOf(20))
      await read(store)
      await store.forget(scope, { type: 'turns', ids: ['a5'] }, { dryRun: false })
      await store.restore(copy, await dumpOf(store))
      assert.equal((await read(store, { where: copy }))[0], 'a6')
    }),
  )

  test(
    'what is there stays: a turn with other content is reported, and records about it are passed over',
    withStore(open, async store => {
      await fill(store)
      await store.append(copy, [turnOf('a3', { text: 'Never a heron.' })])
      const dump = await dumpOf(store)
      const { conflicts } = await store.restore(copy, dump.slice(0, 15))
      assert.deepEqual(conflicts, [{ index: 1, turnId: 'a3' }])
      await store.restore(copy, dump.slice(15))
      assert.ok(!(await memoryIds(store, copy)).some(id => id.endsWith('-a3')))
      assert.ok((await memoryIds(store, copy)).includes('model-b1'))
      assert.equal((await store.changes(copy, 0)).turns[0]?.turn.text, 'Never a heron.')
    }),
  )

  test(
    'withheld words that a dump brings are withheld from records that were there',
    withStore(open, async store => {
      await store.append(scope, turnsOf(2))
      await read(store)
      await store.restore(scope, [
        { type: 'withheld', span: spanOf('a1', 8, 12) },
        { type: 'memory', memory: memoryOf('late', 'a1') },
      ])
      assert.deepEqual(await memoryIds(store), ['m-a2'])
    }),
  )

  test(
    'what a writer drew from a turn and that it gave the turn up are never both restored: the record is the better',
    withStore(open, async store => {
      const record: DumpEntry = { type: 'memory', memory: memoryOf('late', 'a1', { writtenBy: 'model/1' }) }
      const letter: DumpEntry = { type: 'dead', family: 'model', turnId: 'a1', reason: 'No answer.' }
      for (const entries of [
        [record, letter],
        [letter, record],
      ]) {
        await store.append(scope, turnsOf(2))
        for (const entry of entries) await store.restore(scope, [entry])
        assert.deepEqual((await dumpOf(store)).slice(2), [record])
        await store.forget(scope, { type: 'all' }, { dryRun: false })
      }
    }),
  )

  test(
    'a bad vector in a dump is refused, and nothing of its call is stored',
    withStore(open, async store => {
      const entries: readonly DumpEntry[] = [
        { type: 'turn', turn: turnOf('a1') },
        { type: 'memory', memory: memoryOf('m', 'a1') },
        { type: 'vector', embedder: 'one', memoryId: 'm', vector: Float32Array.of(Number.NaN) },
      ]
      await assert.rejects(store.restore(scope, entries), { code: 'bad_vector' })
      assert.deepEqual(await store.spaces(), [])
    }),
  )

  test(
    'any dialogue survives dump and restore',
    withStore(open, async store => {
      const words = fc.string({ unit: 'binary', maxLength: 12 })
      const attachment = fc.record({
        type: fc.constantFrom('image', 'table', 'audio', 'file'),
        reference: fc.option(words),
        mediaType: fc.option(words),
        caption: fc.option(words),
      })
      const dialogue = fc.uniqueArray(
        fc.record({
          id: words,
          session: fc.option(words),
          speaker: words,
          text: words,
          at: fc.option(words),
          attachments: fc.array(attachment, { maxLength: 2 }),
        }),
        { selector: ({ id }) => id, minLength: 1, maxLength: 8 },
      )
      let run = 0
      await fc.assert(
        fc.asyncProperty(dialogue, words, fc.integer({ min: 1, max: 8 }), async (turns, said, chunk) => {
          const [from, to] = [
            { tenant: 'from', space: String(++run) },
            { tenant: 'to', space: String(run) },
          ]
          await store.append(from, turns)
          await read(store, { where: from, draw: ({ id }) => [memoryOf(`m${id}`, id, { words: said })] })
          const dump = await dumpOf(store, from)
          for (let start = 0; start < dump.length; start += chunk) await store.restore(to, dump.slice(start, start + chunk))
          assert.deepEqual(await dumpOf(store, to), dump)
          assert.deepEqual(
            await turnIds(store, to),
            turns.map(({ id }) => id),
          )
          assert.deepEqual(await read(store, { where: to }), [])
        }),
        { numRuns: 40 },
      )
    }),
  )
}
