import assert from 'node:assert/strict'
import test from 'node:test'
import { openEngram, type Space, type TurnInput } from '../src/index.ts'
import { openMemoryStore } from '../src/testing.ts'

// Inputs that broke systems of this kind, where they cross folders; those of one folder are tested beside it.

async function spaceWith(turns: readonly TurnInput[]): Promise<Space> {
  const memory = await openEngram({ store: openMemoryStore() })
  const space = memory.space({ tenant: 'test', space: 'cases' })
  await space.remember(turns)
  return space
}

test('no record carries a date of the present, and an undated turn keeps its words (DAT-01)', async () => {
  const text = 'I was in Porto last week and bought a bike yesterday.'
  const dated = await (await spaceWith([{ speaker: 'Ana', text, at: '2022-09-14T10:00:00Z' }])).recall('When was Ana in Porto?')
  assert.match(dated.cards[0]?.claim ?? '', /last week \[= 2022-09-05\/2022-09-11\].*yesterday \[= 2022-09-13\]/)
  const undated = await (await spaceWith([{ speaker: 'Ana', text }])).recall('When was Ana in Porto?')
  assert.equal(undated.cards[0]?.claim, text)
  assert.equal(undated.cards[0]?.anchor, null)
  assert.match(undated.text, /^undated:/)
})

test('an appointment is found by its question and by its plain date, and answered to the minute (DAT-02)', async () => {
  const space = await spaceWith([
    { id: 'd', session: '1', speaker: 'Ana', text: 'I have to see the dentist tomorrow at half past nine.', at: '2024-10-08' },
    { id: 'o', session: '2', speaker: 'Ana', text: 'The garden is full of leaves.', at: '2024-10-30' },
  ])
  const answer = await space.ask("When was Ana's dentist appointment?", { at: '2024-10-30' })
  assert.match(answer.text, /2024-10-09 09:30/)
  assert.equal(answer.citations[0]?.turnId, 'd')
  assert.equal((await space.recall('2024-10-09')).cards[0]?.sources[0]?.turnId, 'd')
})

test('three facts about one place of work all stay (LIF-01)', async () => {
  const space = await spaceWith([
    { id: '1', speaker: 'Ana', text: 'I work at Orbis as compliance lead.', at: '2024-01-05' },
    { id: '2', speaker: 'Ana', text: 'I administer the git organisation of Orbis.', at: '2024-02-05' },
    { id: '3', speaker: 'Ana', text: 'I imposed an audit rule on the git organisation.', at: '2024-03-05' },
  ])
  const { cards } = await space.recall('Where does Ana work?')
  assert.equal(cards.length, 3)
  assert.equal(cards[0]?.sources[0]?.turnId, '1')
  assert.ok((await space.memories()).every(({ valid }) => valid.to === null))
})

test('what the assistant says is shown as its own, never as the user (EXT-02, EXT-12)', async () => {
  const space = await spaceWith([
    { speaker: 'User', text: 'I live in Aveiro.', at: '2024-03-02' },
    { speaker: 'Assistant', text: 'Nice, in a place like Oakdale you would need a car; I love spicy food.', at: '2024-03-02' },
  ])
  const { cards } = await space.recall('Where does the user live?')
  assert.equal(cards[0]?.speaker, 'User')
  assert.match(cards[0]?.claim ?? '', /Aveiro/)
  for (const { speaker, claim } of cards) if (/Oakdale|spicy/.test(claim)) assert.equal(speaker, 'Assistant')
})

test('a supposition keeps its modality on the card (EXT-11)', async () => {
  const space = await spaceWith([
    { speaker: 'Ines', text: 'Suppose we moved the archive to Lisbon, would that be cheaper?' },
    { speaker: 'Omar', text: 'If we did, we would need a second server.' },
    { speaker: 'Ines', text: 'Maybe one day. I might take up sailing, too.' },
  ])
  const { cards } = await space.recall('Does Ines sail?')
  assert.match(cards[0]?.claim ?? '', /might take up sailing/)
  assert.ok((await space.memories()).every(({ body }) => body.kind !== 'semantic'))
})

test('every text that goes out is well-formed, whatever it was cut from (TXT-04)', async () => {
  const tail = '👩‍👩‍👧🎉家族'
  for (const limit of [100, 120, 160, 300, 480]) {
    for (let missing = 1; missing <= 20; missing++) {
      const filler = 'x'.repeat(limit - missing)
      const space = await spaceWith([
        { speaker: 'user', text: `${filler}${tail} in the garden of the museum` },
        { speaker: 'assistant', text: `The museum ${filler}${tail}` },
      ])
      for (const question of ['What is in the garden of the museum?', 'Summarise what we said of the museum over time.']) {
        const { text, cards } = await space.recall(question)
        assert.ok(text.isWellFormed())
        assert.ok(cards.length > 0)
        const turns = new Map((await space.turns()).map(turn => [turn.id, turn.text]))
        for (const { sources } of cards) {
          for (const { turnId, start, end, text: quote } of sources) {
            assert.ok(quote.isWellFormed())
            assert.equal(turns.get(turnId)?.slice(start, end), quote)
          }
        }
      }
    }
  }
})

test('facts at the start, middle and end of a turn of 76,000 characters are found and cited to their words (TXT-07)', async () => {
  const filler = 'The committee discussed the agenda of the coming season in some detail. '.repeat(530)
  const facts = ['My locker code at the gym is 4471.', 'Our boiler was serviced by Henrike.', 'The spare key hangs behind the barometer.']
  const long = `${facts[0]} ${filler}${facts[1]} ${filler}${facts[2]}`
  assert.ok(long.length > 76_000)
  const chatter = Array.from({ length: 120 }, (_, index) => ({
    speaker: 'user',
    text: `Note ${index}: ${'we went over the budget again and again. '.repeat(9)}`,
  }))
  const space = await spaceWith([...chatter, { id: 'long', speaker: 'assistant', text: long }])
  const questions = ['What is the locker code at the gym?', 'Who serviced the boiler?', 'Where does the spare key hang?']
  for (const [index, question] of questions.entries()) {
    const { cards, tokens } = await space.recall(question)
    assert.ok(tokens <= 600)
    const source = cards[0]?.sources[0]
    assert.equal(source?.turnId, 'long')
    assert.ok(source?.text.includes(facts[index] ?? ''), question)
    assert.equal(long.slice(source?.start, source?.end), source?.text)
  }
})

test('what is told again and again is one record with all its sources, small talk none (EXT-01, EXT-07)', async () => {
  const rounds = Array.from({ length: 10 }, (_, index) => [
    { speaker: 'Ana', text: 'hi', session: `${index}` },
    { speaker: 'Bot', text: 'Hello! How can I help?', session: `${index}` },
    { speaker: 'Ana', text: 'I am allergic to kiwi.', session: `${index}` },
    { speaker: 'Ana', text: 'ok thanks', session: `${index}` },
  ]).flat()
  const space = await spaceWith(rounds)
  const { cards } = await space.recall('What is Ana allergic to?', { cards: 10, kinds: ['semantic', 'episodic'] })
  assert.equal(cards.length, 1)
  assert.equal(cards[0]?.sources.length, 10)
})

test('names, ids and filters are data, whatever they hold (SEC-02, SEC-06)', async () => {
  const memory = await openEngram({ store: openMemoryStore() })
  const names = ['a_b', 'a', 'A', 'a ', 'a:b', 'a/b', 'a|b', '__proto__', 'constructor', "x' OR 1=1 --", '%', '\u0000', '家']
  for (const name of names) {
    for (const tenant of names)
      await memory.space({ tenant, space: name }).remember({ id: name, speaker: name, text: `The word of ${tenant} and ${name} is kept.` })
  }
  assert.equal((await memory.spaces()).length, names.length ** 2)
  for (const name of names) {
    const turns = await memory.space({ tenant: name, space: name }).turns()
    assert.deepEqual(
      turns.map(({ id, speaker }) => [id, speaker.trim()]),
      [[name, name.trim()]],
    )
    assert.deepEqual((await memory.space({ tenant: 'a', space: 'a' }).recall('word', { speakers: [`${name}?`] })).cards, [])
  }
})

test('a voucher used last Sunday keeps its day, and the shop is found beside it (EXT-06)', async () => {
  const at = '2023-05-30'
  const space = await spaceWith([
    { id: '1', speaker: 'User', text: 'The Aldi app saves me money.', at },
    { id: '2', speaker: 'User', text: 'Last Sunday I used a 3 EUR voucher for oat milk, it had been hiding in an old SMS.', at },
    { id: '3', speaker: 'User', text: 'Aldi is on my way home.', at },
  ])
  const { cards } = await space.recall('In which shop did I use the 3 EUR voucher?')
  assert.match(cards.find(({ sources }) => sources[0]?.turnId === '2')?.claim ?? '', /Last Sunday \[= 2023-05-28\].*3 EUR voucher/)
  assert.ok(cards.some(({ claim }) => claim.includes('Aldi')))
})
