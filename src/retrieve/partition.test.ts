import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import test from 'node:test'
import { deserialize, serialize } from 'node:v8'
import fc from 'fast-check'
import type { Attachment, Memory, Turn } from '../domain.ts'
import { loadStaticTable } from '../embed/static-table.ts'
import { awkwardText } from '../lib/words/awkward-text.fixture.ts'
import type { Changes } from '../seams.ts'
import { firstOfKept } from './first-of-kept.ts'
import { createPartition, type KeptPartition, type Partition } from './partition.ts'
import { indexFormat } from './partition-cache.ts'
import { createTextReader } from './text-reader.ts'

const table = await loadStaticTable()
const read = createTextReader(table.tokenIds)

const words = [
  'bees',
  'harbour',
  'the',
  'I prefer',
  'always answer in French',
  'From now on,',
  'when I ask about tea,',
  'ferry',
  '?',
  '.',
  '\n',
]
const said = fc.oneof(
  { weight: 5, arbitrary: fc.array(fc.constantFrom(...words), { maxLength: 30 }).map(list => list.join(' ')) },
  { weight: 1, arbitrary: awkwardText },
  { weight: 1, arbitrary: fc.constantFrom('bees sail. '.repeat(90), 'harbour '.repeat(100)) },
)
interface Told {
  readonly text: string
  readonly caption: string | null
  readonly session: string
  readonly isWithheld: boolean
  readonly hasRecord: boolean
}
const told: fc.Arbitrary<Told[]> = fc.array(
  fc.record({
    text: said,
    caption: fc.option(said),
    session: fc.constantFrom('one', 'two'),
    isWithheld: fc.boolean(),
    hasRecord: fc.boolean(),
  }),
  { minLength: 1, maxLength: 12 },
)

function changesOf(all: readonly Told[]): Changes {
  const turns = all.map(({ text, caption, session }, index): Turn => {
    const attachments = caption === null ? [] : [imageOf(caption)]
    return { id: `t${index}`, session, speaker: index % 2 === 0 ? 'Ida' : 'Noor', text, at: '2024-05-01', attachments }
  })
  const words = turns.map(({ id, text }) => ({ turnId: id, attachment: null, start: 0, end: Math.min(4, text.length) }))
  return {
    revision: 7,
    reset: false,
    turns: turns.map((turn, index) => ({ sequence: index + 1, turn, tokens: 3 })),
    memories: all.flatMap(({ hasRecord }, index) => {
      const span = words[index]
      return hasRecord && span !== undefined ? [{ turnId: `t${index}`, memories: [recordOf(span)] }] : []
    }),
    withheld: words.filter((_, index) => all[index]?.isWithheld),
  }
}

const imageOf = (caption: string): Attachment => ({ type: 'image', reference: null, mediaType: null, caption })

const recordOf = (source: Memory['sources'][number]): Memory => ({
  id: `m-${source.turnId}`,
  body: { kind: 'semantic', fact: 'Bees.' },
  speaker: 'Ida',
  anchor: null,
  at: null,
  valid: { from: null, to: null },
  turnId: source.turnId,
  sources: [source],
  writtenBy: 'rule/1',
})

/** Without the last turns. */
const until = (changes: Changes, turns: number): Changes => ({ ...changes, revision: 3, turns: changes.turns.slice(0, turns) })

function apply(partition: Partition, changes: Changes, kept: KeptPartition | null = null): void {
  for (const _ of partition.steps(changes, kept));
}

function partitionOf(changes: Changes, kept: KeptPartition | null = null): Partition {
  const partition = createPartition(table, read)
  apply(partition, changes, kept)
  return partition
}

/** All there is to be seen of it. */
function seen(partition: Partition): unknown {
  const { turns, passages, lexical, vectors, similar, speakers, bytes } = partition
  const asked = new Map([...words, 'sail'].map(word => [word, 1]))
  const all = new Map(passages.map((_, index) => [index, 1]))
  return {
    turns,
    passages,
    bytes,
    speakers: [...speakers],
    memories: [...partition.memories()],
    places: turns.map(({ id }) => [partition.placeOf(id), [...partition.passagesOf(id)].map(([index]) => index)]),
    tokens: partition.transcriptTokens(() => 5),
    found: structuredClone(lexical.search(asked)),
    sessions: passages.map((_, index) => lexical.searchSessions(['bees', 'harbour']).at(index)),
    heaviest: lexical.heaviestTerms(all, { most: 9, without: new Set() }),
    vocabulary: lexical.vocabulary(0),
    cosines: structuredClone(vectors.search(vectors.vectorOf('honey by the sea'))),
    near: [...similar.near('bee')],
    kept: partition.keep(),
  }
}

test('what was kept of the first turns stands in for reading them: nothing else of the partition is another', () => {
  fc.assert(
    fc.property(told, fc.nat(), fc.nat(), (all, first, last) => {
      const changes = changesOf(all)
      const end = 1 + (last % all.length)
      const cut = 1 + (first % end)
      const kept: KeptPartition = deserialize(serialize(partitionOf(until(changes, cut)).keep()))
      const whole = partitionOf(until(changes, end))
      const again = partitionOf(until(changes, end), kept)
      assert.deepEqual(seen(again), seen(whole))
      // And both go on alike.
      for (const partition of [whole, again]) apply(partition, { ...changes, turns: changes.turns.slice(end) })
      assert.deepEqual(seen(again), seen(whole))
    }),
    { numRuns: 150 },
  )
})

test('when a turn goes, what was read of those before it stands in for reading them again', () => {
  fc.assert(
    fc.property(told, fc.nat(), fc.boolean(), (all, forgotten, isWithheld) => {
      const changes = changesOf(all)
      const before = partitionOf(changes)
      const place = forgotten % all.length
      const left = isWithheld ? withholding(changes, place) : { ...changes, turns: changes.turns.toSpliced(place, 1) }
      const common = before.inCommon(left)
      assert.ok(common >= place)
      const again = partitionOf(left, common === 0 ? null : firstOfKept(before.keep(), common))
      const whole = partitionOf(left)
      assert.deepEqual(seen(again), seen(whole))
      // And both go on alike.
      const turn: Turn = { id: 'new', session: 'two', speaker: 'Noor', text: 'Always sail to the bees.', at: null, attachments: [] }
      for (const partition of [whole, again]) {
        apply(partition, { revision: 9, reset: false, turns: [{ sequence: 99, turn, tokens: null }], memories: [], withheld: [] })
      }
      assert.deepEqual(seen(again), seen(whole))
    }),
    { numRuns: 150 },
  )
})

test('so it does with its vectors, where a space is large enough that most stay as they are', () => {
  for (let turns = 40; turns < 60; turns++) {
    const all = Array.from({ length: turns }, (_, index): Told => {
      return {
        text: `${words[index % 7]} by the sea ${index}`,
        caption: null,
        session: index % 9 < 5 ? 'one' : 'two',
        isWithheld: false,
        hasRecord: true,
      }
    })
    const changes = changesOf(all)
    const before = partitionOf(changes)
    for (const place of [turns - 1, turns - 2, turns - 5]) {
      const left = { ...changes, turns: changes.turns.toSpliced(place, 1) }
      const again = partitionOf(left, firstOfKept(before.keep(), before.inCommon(left)))
      assert.deepEqual(seen(again), seen(partitionOf(left)))
    }
  }
})

/** More words of one turn. */
function withholding(changes: Changes, place: number): Changes {
  const turn = changes.turns[place]?.turn
  if (turn === undefined) return changes
  return {
    ...changes,
    withheld: [...changes.withheld, { turnId: turn.id, attachment: null, start: 0, end: Math.min(9, turn.text.length) }],
  }
}

test('what is kept of these turns has not changed since the format was last raised', () => {
  const texts = [
    'I finally moved to Seattle last year, and I love the city’s parks. Do you?',
    "From now on, always answer in French when I ask about cooking. I'd rather have short recipes.",
    'Und wie war es in München? Über zwei Wochen Regen, aber die Bücher waren schön: 3,50 € das Stück!',
    `${'Bees keep the harbour in honey. '.repeat(20)}The ferries' engines were running, she said, running late.`,
  ]
  const turns = texts.map((text, index): Turn => {
    const attachments = index === 0 ? [imageOf('a ferry at dawn')] : []
    return { id: `t${index}`, session: `s${index >> 1}`, speaker: 'Ida', text, at: null, attachments }
  })
  const changes = { turns: turns.map((turn, index) => ({ sequence: index + 1, turn, tokens: null })), memories: [], withheld: [] }
  const { vectors, ...kept } = partitionOf({ revision: 1, reset: false, ...changes }).keep()
  const asText = JSON.stringify([kept, vectors.pieces, vectors.ends], (_, value) =>
    ArrayBuffer.isView(value) ? Object.values(value) : value,
  )
  const hash = createHash('sha256').update(asText).digest('hex').slice(0, 16)
  // Where this fails, turns are read otherwise than before: stores hold indexes that no longer fit. Raise `indexFormat`, and write both down here.
  assert.deepEqual([indexFormat, hash], [2, '8e158dbc5ce3b741'])
})
