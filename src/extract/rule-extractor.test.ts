import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { type Memory, type MemoryBody, type MemoryKind, memoryKinds, type Turn } from '../domain.ts'
import { memoryText } from '../lib/memory-text.ts'
import { awkwardText } from '../lib/words/awkward-text.fixture.ts'
import { plainWords } from '../lib/words/plain-words.ts'
import { createRuleExtractor } from './rule-extractor.ts'

const extractor = createRuleExtractor()
const everyKind: ReadonlySet<MemoryKind> = new Set(memoryKinds)

function dialogue(at: string | null, ...lines: readonly (readonly [string, string])[]): readonly Turn[] {
  return lines.map(([speaker, text], index) => ({ id: `t${index + 1}`, session: null, speaker, text, at, attachments: [] }))
}

async function extract(turns: readonly Turn[], ...kinds: readonly MemoryKind[]): Promise<readonly Memory[]> {
  const memories: Memory[] = []
  for (const [index, turn] of turns.entries()) {
    memories.push(...(await extractor.extract(turn, new Set(kinds), turns.slice(Math.max(0, index - 1), index))))
  }
  return memories
}

const summaries = async (at: string | null, ...lines: readonly (readonly [string, string])[]): Promise<readonly string[]> =>
  (await extract(dialogue(at, ...lines), 'episodic')).map(({ body }) => memoryText(body))

function bodyOf<Kind extends MemoryKind>(memory: Memory | undefined, kind: Kind): Extract<MemoryBody, { kind: Kind }> {
  assert.ok(memory !== undefined && memory.body.kind === kind)
  return memory.body as Extract<MemoryBody, { kind: Kind }>
}

test("the paper's walkthrough gives its three records (Appendix D)", async () => {
  const [first, second, third] = dialogue(
    '2024-03-01',
    [
      'A',
      'After months of searching for a new role and packing up my old apartment, I finally moved to Seattle last year. It took a while to adjust, but I’m starting to feel at home in the city.',
    ],
    [
      'B',
      'That’s exciting. Just don’t forget to file your tax return before April 15—the deadline is strict and missing it could cause penalties.',
    ],
    [
      'A',
      'Appreciate the reminder. I’ve been decorating my new place, and I realized my favorite color is green; it shows up in most of the furniture and curtains.',
    ],
  )
  assert.ok(first !== undefined && second !== undefined && third !== undefined)
  const [move] = await extract([first], 'episodic')
  const { title, summary } = bodyOf(move, 'episodic')
  assert.equal(title, 'A moved to Seattle')
  assert.match(summary, /I finally moved to Seattle last year \[= 2023\]\. It took a while/)
  assert.deepEqual([move?.anchor?.start, move?.anchor?.precision, move?.valid.from], ['2023-01-01', 'year', '2023-01-01'])

  const [tax] = await extract([second], 'procedural')
  assert.equal(bodyOf(tax, 'procedural').title, 'don’t forget to file your tax return before April 15')
  assert.deepEqual([tax?.speaker, tax?.anchor?.start, tax?.anchor?.relation, tax?.valid.from], ['B', '2024-04-15', 'until', '2024-03-01'])

  const [colour] = await extract([third], 'semantic')
  assert.match(bodyOf(colour, 'semantic').fact, /my favorite color is green/)
  assert.equal(colour?.anchor, null)
})

test('small talk and questions give no record', async () => {
  const lines = [
    ['Ana', 'hi'],
    ['Bot', 'Hello! How can I help?'],
    ['Ana', 'what is 2+2?'],
    ['Ana', 'ok thanks'],
    ['Ana', ' \n '],
  ] as const
  assert.deepEqual(await extract(dialogue('2024-03-02', ...lines), ...memoryKinds), [])
})

test('a record is told by who said it', async () => {
  const memories = await extract(
    dialogue(null, ['User', 'Any ideas for dinner?'], ['Assistant', 'You could try a vegan curry; I love spicy food.'], ['User', 'Maybe.']),
    ...memoryKinds,
  )
  assert.ok(memories.length > 0 && memories.every(({ speaker, turnId }) => speaker === 'Assistant' && turnId === 't2'))
})

test("somebody else's words keep their subject, and the date stands beside its phrase", async () => {
  const turns = dialogue('2024-07-22', [
    'Ana',
    'Yesterday my neighbour Omar said he cannot stand chess, yet his aunt enrolled him in a chess club.',
  ])
  const [memory] = await extract(turns, 'episodic')
  assert.equal(
    bodyOf(memory, 'episodic').summary,
    'Yesterday [= 2024-07-21] my neighbour Omar said he cannot stand chess, yet his aunt enrolled him in a chess club.',
  )
  assert.equal(memory?.anchor?.start, '2024-07-21')
})

test('negation and modality stay word for word', async () => {
  const said = ["I can't eat nuts any more.", 'If we did, we would need a second server.', 'I might take up sailing, too.']
  assert.deepEqual(await summaries(null, ...said.map(text => ['Ana', text] as const)), said)
})

test('a number, a date or a name more makes another record', async () => {
  const said = [
    'The visa interview is on 14 March',
    'The visa interview is on 15 March',
    'Ana paid 40 EUR',
    'Ana paid 400 EUR',
    'Rex is a cat',
    'Max is a cat',
  ]
  const memories = await extract(dialogue('2024-04-01', ...said.map(text => ['Ana', text] as const)), 'episodic')
  assert.equal(new Set(memories.map(({ id }) => id)).size, 6)
  assert.deepEqual(
    memories.map(({ anchor }) => anchor?.start),
    ['2024-03-14', '2024-03-15', undefined, undefined, undefined, undefined],
  )
})

test('every language keeps its own words', async () => {
  const said = ['أعمل في مستشفى', 'אני גרה בחיפה', '发布步骤：先跑单元测试', '修复了parser-v2的缓存']
  assert.deepEqual(await summaries(null, ...said.map(text => ['Li', text] as const)), said)
  const [memory] = await extract(dialogue('2024-04-01', ['李雷', '我对花生过敏，下个月要去成都。']), 'semantic')
  assert.equal(bodyOf(memory, 'semantic').fact, '我对花生过敏，下个月 [= 2024-05]要去成都。')
  assert.deepEqual([memory?.speaker, memory?.anchor?.precision], ['李雷', 'month'])
})

test('words that only look like dates give no anchor', async () => {
  const [memory] = await extract(
    dialogue('2023-05-25', ['Ana', 'I may go home. We sat in the sun. Mark will march on. May called: her son April is 2.']),
    'episodic',
  )
  assert.equal(memory?.anchor, null)
  assert.equal(memory?.at, '2023-05-25')
})

test('without a time of the turn a phrase stays a phrase', async () => {
  const [memory] = await extract(dialogue(null, ['Ana', 'I sold my boat last year.']), 'episodic')
  assert.equal(bodyOf(memory, 'episodic').summary, 'I sold my boat last year.')
  assert.deepEqual([memory?.anchor, memory?.valid.from], [null, null])
})

test('an answer that can not stand alone gets its question, which becomes a source', async () => {
  const turns = dialogue(
    null,
    ['Bo', 'Nice. Do you have any pets?'],
    ['Ana', 'Yes, two cats! I found them at the harbour.'],
    ['Bo', 'Where do you live?'],
    ['Ana', 'In Porto.'],
  )
  const [pets, home, ...others] = await extract(turns, 'episodic')
  assert.deepEqual(others, [])
  assert.equal(bodyOf(pets, 'episodic').summary, 'Yes, two cats! (asked: "Do you have any pets?") I found them at the harbour.')
  assert.deepEqual(pets?.sources, [
    { turnId: 't2', attachment: null, start: 0, end: 43 },
    { turnId: 't1', attachment: null, start: 6, end: 27 },
  ])
  assert.equal(bodyOf(home, 'episodic').summary, 'In Porto. (asked: "Where do you live?")')
})

test('a place or a time with an aside still answers its question; a list in a line keeps its first number', async () => {
  const [where] = await extract(
    dialogue(null, ['Bo', 'Where did you spend the holidays?'], ['Ana', 'In Porto, as it happens.']),
    'episodic',
  )
  assert.equal(bodyOf(where, 'episodic').summary, 'In Porto, as it happens. (asked: "Where did you spend the holidays?")')
  const [whole] = await extract(dialogue(null, ['Bo', 'What did you do?'], ['Ana', 'On Monday, I moved to Porto.']), 'episodic')
  assert.equal(bodyOf(whole, 'episodic').summary, 'On Monday, I moved to Porto.')
  const [how] = await extract(
    dialogue(null, ['Bo', 'How do you wax skis?'], ['Ana', 'Waxing skis: 1. Scrape off the old wax. 2. Melt the new wax on.']),
    'procedural',
  )
  assert.match(bodyOf(how, 'procedural').steps.join('\n'), /^Waxing skis: 1\. Scrape off the old wax\./)
})

test('an answer may come after thanks, and a title names what happened without its time', async () => {
  const [often] = await extract(
    dialogue(null, ['Bo', 'How often do you row?'], ['Ana', 'Thanks for asking, Bo! Three times a week.']),
    'episodic',
  )
  assert.equal(bodyOf(often, 'episodic').summary, 'Three times a week. (asked: "How often do you row?")')
  const titles = await extract(
    dialogue(
      '2024-03-01',
      ['Ana', 'I just sold my boat last year, and I miss it.'],
      ['Ana', 'I would sell the boat if Omar paid for it.'],
      ['Ana', 'Omar bought a boat for the summer regatta in the northern harbour of the old town.'],
    ),
    'episodic',
  )
  assert.deepEqual(
    titles.map(memory => bodyOf(memory, 'episodic').title),
    ["Ana sold Ana's boat", 'Ana would sell the boat if Omar paid for it', 'Omar bought a boat for the summer regatta in the northern'],
  )
})

test('a semantic record holds the sentences that show it, with what "it" stands for', async () => {
  const [memory] = await extract(
    dialogue(null, ['Ana', 'We went out. I painted the boat. It is my favourite thing. The sea was calm.']),
    'semantic',
  )
  assert.equal(bodyOf(memory, 'semantic').fact, 'I painted the boat. It is my favourite thing.')
  assert.deepEqual(memory?.sources, [{ turnId: 't1', attachment: null, start: 13, end: 58 }])
})

test('a list, or first and then, becomes steps', async () => {
  const [list, sentence] = await extract(
    dialogue(
      null,
      ['Ana', 'To deploy:\n1. Run the tests\n2. Push the tag\n3. Coffee'],
      ['Ana', 'First boil the beans, then peel them, finally mash them.'],
    ),
    'procedural',
  )
  assert.deepEqual(bodyOf(list, 'procedural'), {
    kind: 'procedural',
    title: 'To deploy',
    steps: ['To deploy:', '1. Run the tests', '2. Push the tag', '3. Coffee'],
  })
  assert.deepEqual(bodyOf(sentence, 'procedural').steps, ['First boil the beans', 'then peel them', 'finally mash them.'])
})

test('a bit that no sentence shows, set by another router, takes all that the turn tells', async () => {
  const [memory] = await extract(dialogue(null, ['Ana', 'Hello! Omar dyed his hair blue.']), 'semantic')
  assert.equal(bodyOf(memory, 'semantic').fact, 'Omar dyed his hair blue.')
})

test('a captioned attachment is recorded, alone or beside what is said', async () => {
  const image = { type: 'image', reference: 'p.jpg', mediaType: null, caption: 'two dogs on a beach' } as const
  const [said] = dialogue(null, ['Ana', 'My dogs loved the trip.'])
  assert.ok(said !== undefined)
  const [alone] = await extract([{ ...said, text: ' ', attachments: [{ ...image, caption: null }, image] }], 'episodic')
  assert.deepEqual(bodyOf(alone, 'episodic'), {
    kind: 'episodic',
    title: 'Ana shared a photo: two dogs on a beach',
    summary: 'shared a photo: two dogs on a beach',
  })
  assert.deepEqual(alone?.sources, [{ turnId: 't1', attachment: 1, start: 0, end: 19 }])
  const [beside] = await extract([{ ...said, attachments: [image] }], 'episodic')
  assert.equal(bodyOf(beside, 'episodic').summary, 'My dogs loved the trip.\nshared a photo: two dogs on a beach')
  assert.equal(beside?.sources.length, 2)
})

test('rows of a table stay as they are', async () => {
  assert.deepEqual(await summaries(null, ['Ana', '| city | people |\n|---|---|\n| Porto | 230,000 |']), [
    '| city | people |\n| Porto | 230,000 |',
  ])
})

test('a turn of 76,000 characters is recorded from start to end', async () => {
  const filler = 'The ferry log of that day notes calm water and a slow crossing to the northern pier. '
  const half = filler.repeat(446)
  const text = `I was born in Faro. ${half}I own a red tandem. ${half}I am allergic to kiwi.`
  const [turn] = dialogue('2024-01-01', ['Assistant', text])
  assert.ok(turn !== undefined && text.length > 75_000)
  const memories = await extract([turn], 'episodic', 'semantic')
  for (const fact of ['I was born in Faro.', 'I own a red tandem.', 'I am allergic to kiwi.']) {
    const found = memories.find(memory => memory.body.kind === 'semantic' && memory.body.fact === fact)
    const [source] = found?.sources ?? []
    assert.equal(text.slice(source?.start, source?.end), fact)
  }
  const covered = memories
    .filter(({ body }) => body.kind === 'episodic')
    .reduce((sum, { sources }) => sum + sources.reduce((length, { start, end }) => length + end - start, 0), 0)
  assert.ok(covered > text.length * 0.98)
})

const additions = /\[= [^\]]*\]|\(asked: "|"\)|shared a (?:photo|table|recording|file): /g

test('whatever the text, spans lie within it, every word comes from them, and the same turn gives the same records', async () => {
  await fc.assert(
    fc.asyncProperty(awkwardText, awkwardText, fc.option(awkwardText), async (asked, text, caption) => {
      const before: Turn = { id: 'b', session: 's', speaker: 'Bo', text: asked, at: null, attachments: [] }
      const turn: Turn = {
        id: 't',
        session: 's',
        speaker: 'Ana',
        text,
        at: '2024-03-01T10:00',
        attachments: [{ type: 'image', reference: null, mediaType: null, caption }],
      }
      const memories = await extractor.extract(turn, everyKind, [before])
      assert.deepEqual(await extractor.extract(turn, everyKind, [before]), memories)
      for (const memory of memories) {
        const quoted = memory.sources.map(({ turnId, attachment, start, end }) => {
          const whole = attachment !== null ? (caption ?? '') : turnId === 't' ? text : asked
          assert.ok(start >= 0 && start < end && end <= whole.length)
          return whole.slice(start, end)
        })
        assert.equal(memory.sources[0]?.turnId, 't')
        const known = plainWords(quoted.join(' '))
        const claim = memoryText(memory.body).replaceAll(additions, ' ')
        for (const word of plainWords(claim).split(' ')) assert.ok(known.includes(word), word)
        if (memory.body.kind !== 'semantic') assert.ok(memory.body.title.length <= 62)
      }
    }),
    { numRuns: 500 },
  )
})
