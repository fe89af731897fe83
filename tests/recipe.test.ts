import assert from 'node:assert/strict'
import test from 'node:test'
import fc from 'fast-check'
import { type Evidence, openEngram, type Space, type TurnInput } from '../src/index.ts'
import type { Store } from '../src/seams.ts'
import { openMemoryStore } from '../src/testing.ts'

type Line = readonly [speaker: string, text: string, at?: string]

async function spaceOf(lines: readonly Line[]): Promise<Space> {
  const memory = await openEngram({ store: openMemoryStore() })
  const space = memory.space({ tenant: 't', space: 's' })
  await space.remember(lines.map(([speaker, text, at], index) => ({ id: `t${index}`, speaker, text, at, session: at ?? null })))
  return space
}

const ids = ({ cards }: Evidence): readonly (string | undefined)[] => cards.map(({ sources }) => sources[0]?.turnId)
const signal = (evidence: Evidence, turnId: string, name: string): number | undefined =>
  evidence.cards.find(({ sources }) => sources[0]?.turnId === turnId)?.signals.find(other => other.name === name)?.value

const smallTalk: readonly Line[] = [
  ['user', 'I repaired the fence behind the shed this morning.', '2024-01-05'],
  ['assistant', 'A sturdy fence keeps deer away from young trees.', '2024-01-05'],
  ['user', 'My neighbour lent me his ladder for the gutters.', '2024-01-09'],
  ['assistant', 'Clean gutters protect the walls from damp.', '2024-01-09'],
  ['user', 'The mechanic replaced two tyres on my van.', '2024-02-02'],
  ['assistant', 'New tyres shorten the braking distance.', '2024-02-02'],
]

test('meaning finds what shares no word with the question', async () => {
  const space = await spaceOf([
    ['Ida', 'Our physician prescribed antibiotics against the infection.'],
    ['Ida', 'The orchestra rehearsed a symphony in the cathedral.'],
    ['Ida', 'We planted potatoes and carrots behind the barn.'],
  ])
  const evidence = await space.recall('Which doctor gave medicine for the illness?')
  assert.equal(ids(evidence)[0], 't0')
  assert.ok((signal(evidence, 't0', 'meaning') ?? 0) > 0)
})

test('a question for a kind of thing finds one of its kind beside what shares its words, and nothing where nothing has to do with it', async () => {
  const memory = await openEngram({ store: openMemoryStore() })
  const space = memory.space({ tenant: 't', space: 's' })
  const said = [
    'My aunt visited us on Sunday.',
    'Paris was lovely in spring.',
    'My printer is out of ink again.',
    'The gym was packed, I lifted weights for an hour.',
    'The soup needs more salt and pepper.',
    'I fixed the squeaky door with some oil.',
    'Our cat sleeps on the warm radiator.',
    'My clarinet needs a new reed.',
    'I play football on Fridays.',
  ]
  await space.remember(said.map((text, index) => ({ id: `t${index}`, speaker: 'Jon', text, session: `${index}` })))
  const found = ids(await space.recall('Which cities has Jon visited?', { cards: 9 }))
  assert.deepEqual(found.slice(0, 2), ['t0', 't1'])
  assert.ok(!found.includes('t2') && !found.includes('t5'))
  assert.deepEqual(ids(await space.recall('Does anyone own a spaceship?')), [])
})

test("what an embedder alone finds is found, beside what has to do with the question's words", async () => {
  const said = ['My aunt told me of the fair.', 'Brumlik zapped the quorv.', 'The soup needs salt.', 'Our cat sleeps.', 'The door squeaks.']
  const near = (text: string): boolean => /brumlik|aunt.*\?/i.test(text)
  const embedder = {
    id: 'stub',
    dimensions: 16,
    embed: async (texts: readonly string[]) =>
      texts.map((text, index) => Float32Array.from({ length: 16 }, (_, place) => (place === (near(text) ? 0 : 1 + (index % 15)) ? 1 : 0))),
  }
  const found = async (options: Parameters<typeof openEngram>[0]): Promise<readonly unknown[]> => {
    const space = (await openEngram(options)).space({ tenant: 't', space: 's' })
    await space.remember(said.map((text, index) => ({ id: `t${index}`, speaker: 'Jon', text, session: `${index}` })))
    return ids(await space.recall('Whom did my aunt meet?', { cards: 9 }))
  }
  assert.deepEqual(await found({ store: openMemoryStore() }), ['t0'])
  assert.deepEqual(new Set(await found({ store: openMemoryStore(), embedder })), new Set(['t0', 't1']))
})

test('an instruction that stands is offered where its condition fits, in many wordings, though it shares no word with the question', async () => {
  const wordings = [
    'Always show amounts in kronor when I ask about spending.',
    'From now on, whenever I ask about spending, give the amounts in kronor.',
    'Going forward, use kronor for every amount.',
    "I'd like you to always give amounts in kronor.",
    'Please always convert amounts to kronor.',
    'Never quote dollars when I ask about spending.',
  ]
  for (const wording of wordings) {
    const space = await spaceOf([
      ...smallTalk.slice(0, 2),
      ['user', wording, '2024-01-06'],
      ['assistant', 'Understood.', '2024-01-06'],
      ...smallTalk.slice(2),
    ])
    const evidence = await space.recall('How much did the tyres cost?', { cards: 3 })
    assert.ok(ids(evidence).includes('t2'), wording)
    assert.equal(signal(evidence, 't2', 'instruction'), 1, wording)
    assert.equal(evidence.cards.find(({ sources }) => sources[0]?.turnId === 't2')?.kind, 'procedural', wording)
  }
})

test('an instruction that is offered stands out by an embedder to which it is far, and meaning counts half beside it', async () => {
  const lines: readonly Line[] = [...smallTalk, ['user', 'Always show amounts in kronor when I ask about spending.', '2024-01-06']]
  const embedder = {
    id: 'stub',
    dimensions: 16,
    embed: async (texts: readonly string[]) =>
      texts.map(text => Float32Array.from({ length: 16 }, (_, place) => (place === (/kronor/.test(text) ? 1 : 0) ? 1 : 0))),
  }
  const recalled = async (options: Partial<Parameters<typeof openEngram>[0]>): Promise<Evidence> => {
    const space = (await openEngram({ store: openMemoryStore(), ...options })).space({ tenant: 't', space: 's' })
    await space.remember(lines.map(([speaker, text, at], index) => ({ id: `t${index}`, speaker, text, at, session: at ?? null })))
    return space.recall('How much did the tyres cost?', { cards: 9 })
  }
  const [alone, both, without] = [await recalled({}), await recalled({ embedder }), await recalled({ embedder, without: ['embedding'] })]
  assert.ok((signal(both, 't6', 'embedding') ?? 0) > 0)
  assert.equal(signal(both, 't4', 'meaning'), (signal(alone, 't4', 'meaning') ?? Number.NaN) / 2)
  assert.deepEqual(without.cards, alone.cards)
})

test('a passage without a record is near by the embedder where those beside it in its session are', async () => {
  const said: readonly Line[] = [
    ['Jon', 'Brumlik zapped the quorv.', '2024-01-01'],
    ['Ida', 'Wow!', '2024-01-01'],
    ['Jon', 'The soup needs salt.', '2024-01-02'],
    ['Ida', 'Wow!', '2024-01-03'],
  ]
  const embedder = {
    id: 'stub',
    dimensions: 2,
    embed: async (texts: readonly string[]) => texts.map(text => Float32Array.of(...(/brumlik|soup.*\?/i.test(text) ? [1, 0] : [0, 1]))),
  }
  const space = (await openEngram({ store: openMemoryStore(), embedder })).space({ tenant: 't', space: 's' })
  await space.remember(said.map(([speaker, text, at], index) => ({ id: `t${index}`, speaker, text, at, session: at ?? null })))
  const nearness = async (turn: string): Promise<number> => {
    const [found] = await space.explain('What of the soup?', turn)
    return found?.signals.find(({ name }) => name === 'embedding')?.value ?? 0
  }
  const beside = await nearness('t1')
  assert.ok(beside > 0)
  assert.ok(beside > (await nearness('t3')))
})

test('an instruction of the assistant, a question about always, or an order for once, is none', async () => {
  const space = await spaceOf([
    ...smallTalk,
    ['assistant', 'Always wear gloves when you ask about chemicals.', '2024-02-03'],
    ['user', 'Do you always answer when I ask about tyres?', '2024-02-03'],
    ['user', 'Please use a table for the tyres and make sure to add the prices.', '2024-02-03'],
  ])
  const evidence = await space.recall('How much did the tyres cost?')
  assert.ok(evidence.cards.every(({ signals }) => signals.every(({ name }) => name !== 'instruction')))
})

test('a preference is lifted over an equal statement', async () => {
  const space = await spaceOf([
    ['user', 'I sold wooden chairs for the porch.', '2024-01-01'],
    ['assistant', 'Good.', '2024-01-01'],
    ['user', 'I prefer wooden chairs for the porch.', '2024-01-02'],
    ['assistant', 'Good.', '2024-01-02'],
  ])
  const evidence = await space.recall('Which chairs for the porch?')
  assert.equal(ids(evidence)[0], 't2')
  assert.equal(signal(evidence, 't2', 'preference'), 1)
})

test('the one who is named, the role that is meant and the time that is named each lift their own', async () => {
  const friends = await spaceOf([
    ['Ida', 'I baked rye bread at the weekend.', '2024-05-04'],
    ['Noor', 'I baked rye bread at the weekend too.', '2024-05-05'],
  ])
  assert.equal(ids(await friends.recall('What did Noor bake?'))[0], 't1')
  const chat = await spaceOf([
    ['user', 'I want to visit lighthouses on the coast.', '2024-05-04'],
    ['assistant', 'You could visit the lighthouses on the northern coast.', '2024-05-04'],
  ])
  assert.equal(ids(await chat.recall('Which lighthouses did you recommend?'))[0], 't1')
  assert.equal(ids(await chat.recall('Can you recall which lighthouses interest me?'))[0], 't0')
  const dated = await spaceOf([
    ['Ida', 'We went sailing with the whole family.', '2023-07-10'],
    ['Ida', 'We went sailing with the whole crew.', '2024-03-10'],
  ])
  assert.equal(ids(await dated.recall('Who sailed with Ida in March 2024?'))[0], 't1')
})

test('a question for an order or a summary gets short cards spread over the whole history', async () => {
  const topics = [
    'database schema',
    'login form',
    'expense chart',
    'export button',
    'dark theme',
    'unit tests',
    'release notes',
    'error page',
    'search box',
    'user guide',
  ]
  const lines = topics.flatMap((topic, index): readonly Line[] => [
    [
      'user',
      `For my budget app I now want to work on the ${topic}, which has been on my mind for quite a while, so let us plan it in small steps and write them down.`,
      `2024-${String(index + 1).padStart(2, '0')}-01`,
    ],
    ['assistant', `Start with a sketch of the ${topic} for the app.`, `2024-${String(index + 1).padStart(2, '0')}-01`],
  ])
  const space = await spaceOf(lines)
  const ordered = await space.recall('In which order did I bring up the parts of my budget app?', { cards: 10 })
  assert.equal(new Set(ids(ordered)).size, 10)
  assert.ok(ordered.cards.every(({ speaker, claim }) => speaker === 'user' && claim.length <= 125))
  assert.ok(ordered.cards.every(({ signals }) => signals[0]?.name === 'timeline'))
  const summary = await space.recall('Give me a summary of how my budget app developed over time.', { cards: 20 })
  assert.ok(summary.cards.some(({ speaker }) => speaker === 'assistant'))
  // In the prompt they stand in order of time.
  assert.ok(ordered.text.indexOf('database schema') < ordered.text.indexOf('user guide'))
})

test('both sides of a change stay among the cards', async () => {
  const space = await spaceOf([
    ['Mira', 'I work at the harbour office.', '2024-01-10'],
    ['Mira', 'Today is my last day at the harbour office.', '2024-05-10'],
    ['Mira', 'The first week of work at the library is over.', '2024-06-10'],
    ['Mira', 'Lovely weather for a walk today, is it not?', '2024-07-10'],
  ])
  const found = ids(await space.recall('Where does Mira work?'))
  for (const id of ['t0', 't1', 't2']) assert.ok(found.includes(id), id)
})

test('text that the table has no pieces for is found by its words, unharmed', async () => {
  const space = await spaceOf([
    ['Олег', 'Вчера я купил новый велосипед.', '2024-05-01'],
    ['Олег', 'Мы ездили на море всей семьёй.', '2024-05-02'],
  ])
  assert.equal(ids(await space.recall('велосипед'))[0], 't0')
})

test('what can be left out is left out by name', async () => {
  const store = openMemoryStore()
  const memory = await openEngram({ store, without: ['meaning', 'expansion', 'similar'] })
  const space = memory.space({ tenant: 't', space: 's' })
  await space.remember({ speaker: 'Ida', text: 'I keep bees on the roof of the old mill.' })
  const names = (await space.recall('bees')).cards.flatMap(({ signals }) => signals.map(({ name }) => name))
  assert.ok(names.includes('words') && !names.includes('meaning'))
})

test('an index that can not be read is none: the turns are read, and it is put anew', async () => {
  const opened = openMemoryStore()
  const put: number[] = []
  const store: Store = {
    ...opened,
    async index(where, format) {
      const index = await opened.index(where, format)
      return index === null ? null : { ...index, bytes: index.bytes.slice(0, 100) }
    },
    putIndex(where, index) {
      put.push(index.turns)
      return opened.putIndex(where, index)
    },
  }
  const scope = { tenant: 't', space: 's' }
  const turns = Array.from({ length: 120 }, (_, number) => ({ speaker: 'Ida', text: `I keep ${number} bees.` }))
  for (let opening = 0; opening < 2; opening++) {
    const memory = await openEngram({ store })
    await memory.space(scope).remember(turns)
    const { cards } = await memory.space(scope).recall('Who keeps 77 bees?', { cards: 1 })
    assert.match(cards[0]?.claim ?? '', /77 bees/)
    await memory.close()
  }
  assert.deepEqual(put, [120, 120])
})

const words = [
  'bees',
  'harbour',
  'violin',
  'ferry',
  'yesterday',
  'I',
  'bought',
  'two',
  'Lisbon',
  'prefer',
  'always',
  'when I ask about',
  '?',
  'last week',
  'the',
]
const steps = fc.array(
  fc.oneof(
    {
      weight: 5,
      arbitrary: fc.record({
        type: fc.constant('add' as const),
        texts: fc.array(
          fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 9 }).map(list => list.join(' ')),
          { minLength: 1, maxLength: 4 },
        ),
      }),
    },
    { weight: 2, arbitrary: fc.record({ type: fc.constant('forget' as const), nth: fc.nat() }) },
    { weight: 1, arbitrary: fc.record({ type: fc.constant('withhold' as const), nth: fc.nat() }) },
    { weight: 2, arbitrary: fc.record({ type: fc.constant('ask' as const) }) },
    { weight: 2, arbitrary: fc.record({ type: fc.constant('restart' as const) }) },
  ),
  { minLength: 1, maxLength: 12 },
)
const questions = ['Who bought bees in Lisbon?', 'When was the ferry?', 'What do I prefer?', 'Summarise what was said over time.']

test('an answer depends on what is stored alone: not on batches, questions asked in between, forgotten turns or a restart', async () => {
  await fc.assert(
    fc.asyncProperty(steps, fc.boolean(), async (actions, isLarge) => {
      const store = openMemoryStore()
      let memory = await openEngram({ store })
      let grown = memory.space({ tenant: 't', space: 's' })
      // So many that an index of them is kept in the store.
      let kept: TurnInput[] = Array.from({ length: isLarge ? 120 : 0 }, (_, number) => {
        return {
          id: `b${number}`,
          speaker: 'Ida',
          text: words.map((word, place) => (((number + 1) >> place) & 1 ? word : '')).join(' '),
          session: 's',
        }
      })
      if (isLarge) await grown.remember(kept)
      let count = 0
      for (const action of actions) {
        if (action.type === 'restart') {
          await memory.close()
          memory = await openEngram({ store })
          grown = memory.space({ tenant: 't', space: 's' })
        } else if (action.type === 'ask') for (const question of questions) await grown.recall(question)
        else if (action.type === 'add') {
          const turns = action.texts.map(text => {
            const number = count++
            return {
              id: `t${number}`,
              speaker: number % 2 === 0 ? 'Ida' : 'Noor',
              text,
              at: `2024-0${1 + (number % 9)}-11`,
              session: `s${number >> 2}`,
            }
          })
          await grown.remember(turns)
          kept.push(...turns)
        } else if (action.type === 'forget') {
          const gone = kept[action.nth % Math.max(1, kept.length)]
          if (gone?.id === undefined || gone.id === null) continue
          await grown.forget({ type: 'turns', ids: [gone.id] })
          kept = kept.filter(({ id }) => id !== gone.id)
        } else {
          const memories = await grown.memories()
          const gone = memories[action.nth % Math.max(1, memories.length)]
          if (gone !== undefined) await grown.forget({ type: 'memories', ids: [gone.id] })
        }
      }
      // The same store through a fresh instance, and, where no words were withheld, the same turns told once to an empty store.
      const reopened = (await openEngram({ store })).space({ tenant: 't', space: 's' })
      const spaces = [reopened]
      if (!actions.some(({ type }) => type === 'withhold')) {
        const anew = (await openEngram({ store: openMemoryStore() })).space({ tenant: 't', space: 's' })
        await anew.remember(kept)
        spaces.push(anew)
      }
      for (const question of questions) {
        const { ms: _, ...expected } = await grown.recall(question)
        for (const space of spaces) {
          const { ms: __, ...found } = await space.recall(question)
          assert.deepEqual(found, expected)
        }
      }
    }),
    { numRuns: 60 },
  )
})
