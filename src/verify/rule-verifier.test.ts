import assert from 'node:assert/strict'
import test from 'node:test'
import fc from 'fast-check'
import type { Support } from '../seams.ts'
import { type ClaimSketch, claim } from './claim.fixture.ts'
import { createRuleVerifier } from './rule-verifier.ts'

const verifier = createRuleVerifier()
async function judge(sketch: ClaimSketch): Promise<Support> {
  const [support] = await verifier.verify([claim(sketch)])
  assert.ok(support)
  return support
}

type Verdicts = readonly (readonly [sentence: string, verdict: Support['verdict'], fault?: RegExp])[]
/** Each sentence against the same question and turns. */
async function check(sketch: Omit<ClaimSketch, 'sentence'>, verdicts: Verdicts): Promise<void> {
  for (const [sentence, verdict, fault] of verdicts) {
    const support = await judge({ ...sketch, sentence })
    assert.equal(support.verdict, verdict, `${sentence}: ${support.faults.join('; ')}`)
    if (fault !== undefined) assert.match(support.faults.join('; '), fault, sentence)
  }
}

test('what somebody did is not what the other did', async () => {
  await check({ question: 'Who went camping?', cited: ['Ana: I went camping with the kids last week, it was great.'] }, [
    ['Ana went camping with the kids.', 'supported'],
    ['Ben went camping with the kids.', 'unsupported', /says Ben, but Ana said it/],
    ['Ana, in May 2023.', 'supported'],
    ['Ben, in May 2023.', 'unsupported', /says Ben/],
  ])
  await check({ cited: ['Ben: Thanks for the guitar you gave me, Ana!'] }, [
    ['Ana gave Ben a guitar.', 'supported'],
    ['Ben got a guitar from Ana.', 'supported'],
  ])
  await check({ cited: ['Ben: I threw a party at my house.'] }, [
    ["The party was at Ben's house.", 'supported'],
    ["The party was at Ana's house.", 'unsupported', /says Ana, but Ben said it/],
  ])
})

test('a pronoun and a sentence without a subject speak of whom the question names', async () => {
  const cited = ['Ana: I went camping with the kids last week, it was great.']
  await check({ question: 'When did Ana go camping?', cited }, [
    ['She went camping last week.', 'supported'],
    ['In the first week of May 2023.', 'supported'],
  ])
  await check({ question: 'When did Ben go camping?', cited }, [
    ['He went camping last week.', 'unsupported', /says Ben/],
    ['In the first week of May 2023.', 'unsupported', /says Ben/],
  ])
})

test('who told it is who is cited', async () => {
  await check({ cited: ['Ben: Ugh, I lost my wallet at the station.'] }, [
    ['Ben told Ana that he lost his wallet.', 'supported'],
    ['Ana told Ben that she lost her wallet.', 'partly', /says that Ana said it, but Ben did/],
  ])
  await check({ cited: ['Ben: You told me to see a doctor, Ana.'] }, [['Ana told Ben to see a doctor.', 'supported']])
})

test('users and assistants are named in any case', async () => {
  await check({ cited: ['assistant: You could take a bike tour through the old town.'], speakers: ['user', 'assistant'] }, [
    ['The assistant suggested a bike tour.', 'supported'],
    ['The user suggested a bike tour.', 'partly', /says user, but assistant said it/],
  ])
  await check({ cited: ['user: I quit my job at the bank yesterday.'], speakers: ['user', 'assistant'] }, [
    ['You said that you quit your job at the bank.', 'supported'],
    ['You got a promotion at the hospital.', 'unsupported'],
  ])
})

test('yes and no say what their question asks', async () => {
  await check({ question: 'Did Ana go camping?', cited: ['Ana: I went camping with the kids last week.'] }, [
    ['Yes.', 'supported'],
    ['Yes, she did.', 'supported'],
    ['No.', 'unsupported', /denies/],
  ])
  await check({ question: 'Did Ben go camping?', cited: ['Ana: I went camping with the kids last week.'] }, [
    ['Yes.', 'unsupported', /says Ben/],
  ])
})

test('numbers must be said, in digits or words', async () => {
  await check({ question: 'How many kids does Ana have?', cited: ['Ana: My 3 children keep me busy.'] }, [
    ['Ana has three kids.', 'supported'],
    ['Ana has 3 kids.', 'supported'],
    ['Three.', 'supported'],
    ['Ana has four kids.', 'unsupported', /the number four is in none of the cited words/],
  ])
  await check({ cited: ['Ana: The bike was 1200 dollars, I paid for it in cash.'] }, [
    ['Ana paid $1,200 for the bike.', 'supported'],
    ['Ana paid $1,300 for the bike.', 'unsupported', /1,300/],
  ])
})

test('a count of the cards and a time between them are worked out, not said', async () => {
  await check(
    { question: 'How many books has Ana read?', cited: ['Ana: I finished the book Dune.', 'Ana: I read Emma last week, what a book.'] },
    [
      ['Ana has read two books.', 'partly', /the number two is worked out from the cards/],
      ['Ana has read five books.', 'unsupported', /the number five/],
    ],
  )
  await check(
    { question: 'How long did the trip take?', cited: ['Ana: The trip began on 1 May 2023.', 'Ana: The trip ended on 15 May 2023.'] },
    [
      ['The trip took two weeks.', 'partly', /worked out/],
      ['The trip took six weeks.', 'unsupported', /the number six/],
    ],
  )
})

test('dates are compared as days, with what "last week" and "two days before" come to', async () => {
  await check({ question: 'When did Ana paint it?', cited: ['Ana: I painted a sunset over the lake yesterday.'] }, [
    ['Ana painted the sunset on 7 May 2023.', 'supported'],
    ['Ana painted the sunset on 2023-05-07.', 'supported'],
    ['Ana painted the sunset the day before 8 May 2023.', 'supported'],
    ['Ana painted the sunset yesterday.', 'supported'],
    ['Ana painted the sunset in May 2023.', 'supported'],
    ['Ana painted the sunset in spring 2023.', 'supported'],
    ['Ana painted the sunset in 2023.', 'supported'],
    ['Ana painted the sunset on 8 May 2023.', 'partly'],
    [
      'Ana painted the sunset on 14 May 2023.',
      'unsupported',
      /the date "14 May 2023" \(2023-05-14\) is not that of the cited words \(2023-05-07\)/,
    ],
    ['Ana painted the sunset in June 2023.', 'unsupported'],
    ['Ana painted the sunset in 2022.', 'unsupported'],
  ])
  await check({ cited: ['Ana: Last week I went to a pottery workshop.'] }, [
    ['Ana went to a pottery workshop the week before 8 May 2023.', 'supported'],
    ['Ana went to a pottery workshop between 1 and 5 May 2023.', 'supported'],
    ['Ana went to a pottery workshop the week before 1 May 2023.', 'unsupported'],
  ])
  await check({ cited: ['Ana: The meeting is at 3 pm this Friday.'] }, [
    ['The meeting is on Friday, 12 May 2023.', 'supported'],
    ['The meeting is on Friday.', 'supported'],
    ['The meeting is on Thursday.', 'unsupported'],
  ])
  await check({ cited: ['Ana: I have lived in Porto for four years now.'] }, [
    ['Ana has lived in Porto since 2019.', 'supported'],
    ['Ana has lived in Porto since 2015.', 'unsupported'],
  ])
})

test('a date that is more exact than the words is left open', async () => {
  await check({ cited: ['Ana: Last year I moved to Seattle.'], at: '2024-03-01T10:00' }, [
    ['Ana moved to Seattle in 2023.', 'supported'],
    ['Ana moved to Seattle last year.', 'supported'],
    [
      'Ana moved to Seattle on 8 May 2023.',
      'partly',
      /the date "8 May 2023" \(2023-05-08\) is more exact than the cited words \(2023-01-01\/2023-12-31\)/,
    ],
    ['Ana moved to Seattle in May 2023.', 'partly', /more exact/],
    ['Ana moved to Seattle on 8 May 2022.', 'unsupported', /is not that of the cited words/],
  ])
  await check({ cited: ['Ana: I moved to Seattle last week.'] }, [
    ['Ana moved to Seattle in the first week of May 2023.', 'supported'],
    ['Ana moved to Seattle on 3 May 2023.', 'partly', /more exact/],
  ])
  await check({ cited: ['Ana: I moved to Seattle recently.'] }, [
    ['Ana moved to Seattle in May 2023.', 'supported'],
    ['Ana moved to Seattle on 3 May 2023.', 'partly', /more exact/],
  ])
  await check({ cited: ['Ana: I moved to Seattle last weekend.'] }, [['Ana moved to Seattle on 6 May 2023.', 'supported']])
})

test('a date that the question gives leaves the sentence open at worst', async () => {
  const cited = ['Ana: I gave my old car to the shelter yesterday.']
  await check({ question: 'What did Ana give to the shelter in December 2021?', cited }, [
    ['Ana gave an old car to the shelter in December 2021.', 'partly', /the date "in December 2021"/],
  ])
})

test('without a time of the turn no date is confirmed', async () => {
  await check({ cited: ['Ana: I painted a sunset yesterday.'], at: null }, [
    ['Ana painted a sunset on 7 May 2023.', 'unsupported', /no time is known/],
  ])
})

test('names must be said, in the cited words or near them', async () => {
  const cited = ['Ana: I met Sarah at the station, such a surprise.']
  await check({ question: 'Who did Ana meet?', cited }, [
    ['Ana met Sarah at the station.', 'supported'],
    ['Sarah.', 'supported'],
    ['Ana met Laura at the station.', 'unsupported', /the name Laura is in none of the cited words/],
    ['Laura.', 'unsupported'],
  ])
  await check({ cited, near: ['Ben: How is Laura?'] }, [['Ana met Laura at the station.', 'partly', /the name Laura/]])
  await check({ cited: ['Ana: I loved the book "Becoming Nicole", you should read it!'] }, [
    ['Ana recommended the book "Becoming Nicole".', 'supported'],
    ['Ana recommended the book "Becoming Michelle".', 'unsupported', /the quoted "Becoming Michelle"/],
  ])
})

test('what is affirmed is not denied, and the other way round', async () => {
  await check({ cited: ['Ana: I went camping with the kids, it was great.'] }, [
    ['Ana did not go camping.', 'unsupported', /denies what the cited words don't deny: "camping"/],
    ["Ana didn't go camping with the kids.", 'unsupported', /denies/],
  ])
  await check({ cited: ["Ana: I didn't go camping after all, the car broke down."] }, [
    ['Ana did not go camping.', 'supported'],
    ['Ana went camping.', 'partly', /affirms what the cited words deny: "camping"/],
  ])
  await check({ cited: ['Ana: I stopped eating meat years ago.'] }, [['Ana does not eat meat.', 'supported']])
  await check({ cited: ["Ana: I can't wait to see the lake!"] }, [['Ana wants to see the lake.', 'supported']])
})

test('opposites deny each other', async () => {
  await check({ cited: ['Ana: I love tea so much!'] }, [
    ['Ana loves tea.', 'supported'],
    ['Ana hates tea.', 'unsupported', /says "hates" where the cited words say "love"/],
  ])
  await check({ cited: ['Ana: My sister visits often.'] }, [['Ana has a brother who visits often.', 'unsupported', /"brother".*"sister"/]])
})

test('what is only planned or supposed is no fact', async () => {
  await check({ question: 'Where is Ben?', cited: ['Ben: I might move to Porto next year.'] }, [
    ['Ben said that he might move to Porto.', 'supported'],
    ['Ben moved to Porto.', 'partly', /only suppose or plan/],
  ])
})

test('what was still to come is not past', async () => {
  await check({ cited: ["Ana: Next month I'm off to Rome!"] }, [
    ['Ana plans to visit Rome in June 2023.', 'supported'],
    ['Ana visited Rome in June 2023.', 'partly', /still to come/],
  ])
})

test('a paraphrase is accepted, a made-up item among true ones is pointed at', async () => {
  await check({ cited: ['Ana: My kids and I baked cookies for the movie night.'] }, [
    ['Ana baked cookies with her children for a film night.', 'supported'],
    ['Ana repaired bicycles with neighbours.', 'unsupported', /in none of the cited words: "repaired", "bicycles", "neighbours"/],
  ])
  await check({ cited: ['Ana: I bought a red car and a blue bike.'] }, [
    ['Ana bought a red car and a blue bike.', 'supported'],
    ['Ana bought a red car, a blue bike, and a boat.', 'partly', /nothing of "a boat" is in the cited words/],
  ])
  await check({ question: 'What pets does Ana have?', cited: ['Ana: My dog Rex and my cat Tom keep me company.'] }, [
    ['- A dog named Rex\n- A cat named Tom', 'supported'],
  ])
})

test('near turns help to understand, cited ones decide', async () => {
  await check(
    { question: 'What does Ana plan?', cited: ["Ana: Yes, I'd love to do that in Porto."], near: ['Ben: Do you want to open a bakery?'] },
    [
      ['Ana wants to open a bakery in Porto.', 'supported'],
      ['Ana wants to open a library in Porto.', 'partly', /"library"/],
    ],
  )
})

test('other languages are compared by their words, not by English rules', async () => {
  await check({ cited: ['Ana: Me mudé a Oporto este mes, por fin. Estoy muy contenta con la casa nueva.'] }, [
    ['Ana tiene una casa nueva en Oporto y está muy contenta.', 'supported'],
    ['Ana se mudó a Oporto en mayo de 2023.', 'partly'],
    ['Ana compró una guitarra en Sevilla.', 'unsupported', /in none of the cited words/],
  ])
  await check({ cited: ['Ana: Ich bin diesen Monat nach Porto umgezogen. Der Garten ist schön und ich mag ihn sehr.'] }, [
    ['Ana ist im Mai 2023 nach Porto umgezogen.', 'supported'],
  ])
  await check({ cited: ['Анна: Я наконец переехала в Москву на прошлой неделе.'], speakers: ['Анна', 'Борис'] }, [
    ['Анна переехала в Москву.', 'supported'],
    ['Анна продала старую машину.', 'unsupported'],
  ])
  await check({ cited: ['アナ: 先月からポルトに住んでいます。'], speakers: ['アナ', 'ベン'] }, [
    ['アナはポルトに住んでいます。', 'supported'],
  ])
})

test('an answer in another language than its card is left open', async () => {
  const cited = ['Ana: Ich bin diesen Monat nach Porto umgezogen. Der Garten ist schön und ich mag ihn sehr.']
  await check({ question: 'Where does Ana live?', cited }, [['Ana lives in Porto with her dog.', 'partly', /another language/]])
  await check({ question: 'Where does Ana live?', cited: ['Ana: 我上个月搬到波尔图了，很喜欢这里。'] }, [
    ['She lives in Porto.', 'partly', /another language/],
  ])
})

test('what says nothing is not supported', async () => {
  await check({ cited: ['Ana: I moved to Porto.'] }, [
    ['', 'unsupported', /says nothing/],
    ['Yes.', 'unsupported', /says nothing/],
    ['!?', 'unsupported', /says nothing/],
  ])
})

test('verdicts come one a claim, in order, and stop on request', async () => {
  const cited = ['Ana: I moved to Porto.']
  const supports = await verifier.verify([
    claim({ sentence: 'Ana moved to Porto.', cited }),
    claim({ sentence: 'Ben moved to Porto.', cited }),
  ])
  assert.deepEqual(
    supports.map(({ verdict }) => verdict),
    ['supported', 'unsupported'],
  )
  const signal = AbortSignal.abort()
  await assert.rejects(verifier.verify([claim({ sentence: 'x', cited })], { signal }), { name: 'AbortError' })
})

const words = fc.array(
  fc.oneof(
    fc.constantFrom(
      'Ana',
      'Ben',
      'I',
      'you',
      'not',
      "didn't",
      '2023',
      'three',
      'May',
      'last week',
      'before',
      '"',
      '.',
      ',',
      '?',
      'Привет',
      '咖啡',
      'مرحبا',
    ),
    fc.string({ unit: 'grapheme', maxLength: 8 }),
  ),
  { maxLength: 30 },
)
const text = fc.oneof(
  words.map(parts => parts.join(' ')),
  fc.string({ unit: 'binary', maxLength: 200 }),
)

test('any text is judged, always alike, and only a fault lowers the verdict', async () => {
  await fc.assert(
    fc.asyncProperty(
      text,
      text,
      text,
      text,
      fc.uniqueArray(text, { minLength: 1, maxLength: 3 }),
      async (question, sentence, said, near, speakers) => {
        const base = claim({ question, sentence, cited: ['Ana: x'], near: ['Ben: y'] })
        const made = {
          ...base,
          speakers,
          cited: base.cited.map(turn => ({ ...turn, speaker: speakers[0] ?? '', text: said })),
          near: base.near.map(turn => ({ ...turn, text: near })),
        }
        const [first] = await verifier.verify([made])
        const [second] = await verifier.verify([made])
        assert.deepEqual(first, second)
        assert.equal(first?.verdict === 'supported', first?.faults.length === 0)
        assert.equal(new Set(first?.faults).size, first?.faults.length)
      },
    ),
    { numRuns: 300 },
  )
})

test('long sentences and turns are judged in time', async () => {
  const start = performance.now()
  const numbered = (count: number, word: string) => Array.from({ length: count }, (_, index) => `${word}${index}`)
  await judge({ sentence: numbered(1000, 'x').join(', '), cited: [`Ana: ${numbered(10_000, 'y').join(' ')}`] })
  await judge({ sentence: `${'two days before '.repeat(2000)}3 May 2023`, cited: [`Ana: ${'last week '.repeat(3000)}`] })
  await judge({ sentence: 'Aa Bb '.repeat(5000), cited: [`Ana: ${'Aa of the Bb '.repeat(5000)}`] })
  assert.ok(performance.now() - start < 20_000)
})

test('a sentence that repeats what one turn says of one person is never called unsupported', async () => {
  const verb = fc.constantFrom('bought', 'painted', 'sold', 'repaired', 'found')
  const thing = fc.constantFrom('a red bicycle', 'two lamps', 'the old piano', 'a ticket to Lisbon', 'three books about birds')
  await fc.assert(
    fc.asyncProperty(verb, thing, async (did, what) => {
      const support = await judge({ sentence: `Ana ${did} ${what}.`, cited: [`Ana: I ${did} ${what}.`] })
      assert.deepEqual(support, { verdict: 'supported', faults: [] })
    }),
  )
})
