import assert from 'node:assert/strict'
import test from 'node:test'
import type { Support } from '../seams.ts'
import { claim } from './claim.fixture.ts'
import { createRuleVerifier } from './rule-verifier.ts'

type Pair = readonly [question: string, sentence: string, cited: string, verdict: Support['verdict'], near?: string]

/** Answers as models write them, against one turn, or several parted by " / ". Made up; none is of a data set. */
const pairs: readonly Pair[] = [
  ['Where did they go?', 'They went to the beach.', 'Ana: We drove to the beach with the whole family.', 'supported'],
  ['Where did they go?', 'They went to the mountains.', 'Ana: We drove to the beach with the whole family.', 'unsupported'],
  ['What is Ana allergic to?', 'Peanuts.', "Ana: I can't eat peanuts, I'm allergic.", 'supported'],
  ['Why did Ana quit?', 'Because she was burned out.', 'Ana: I quit my job because I was completely burned out.', 'supported'],
  ['Why did Ana quit?', 'Ana quit because her boss was rude.', 'Ana: I quit my job because I was completely burned out.', 'unsupported'],
  ['Where does Ben work now?', 'Ben now works at Google.', "Ben: I started at Google in March, it's a dream!", 'supported'],
  ['Where does Ben work now?', 'Ben works at Microsoft.', "Ben: I started at Google in March, it's a dream!", 'unsupported'],
  ['What did Ana and Ben do together?', 'Ana and Ben went hiking together.', 'Ana: Ben and I went hiking on Saturday!', 'supported'],
  ['What did Ana and Ben do together?', 'They hiked together on 6 May 2023.', 'Ana: Ben and I went hiking on Saturday!', 'supported'],
  ['How old is Ana?', 'Ana is thirty-two.', 'Ana: I turned 32 last week!', 'supported'],
  ['How old is Ana?', 'Ana is 33.', 'Ana: I turned 32 last week!', 'unsupported'],
  ["What is Ana's favourite colour?", "Ana's favorite color is green.", 'Ana: Green has always been my favourite colour.', 'supported'],
  ["What is Ana's favourite colour?", "Ana's favorite color is blue.", 'Ana: Green has always been my favourite colour.', 'unsupported'],
  ['Does Ana have a car?', 'No, Ana does not have a car.', "Ana: I don't own a car, I bike everywhere.", 'supported'],
  ['Does Ana have a car?', 'Ana has no car.', "Ana: I don't own a car, I bike everywhere.", 'supported'],
  ['Does Ana have a car?', 'Ana owns a car.', "Ana: I don't own a car, I bike everywhere.", 'partly'],
  ['What does Ben drink?', 'Ben drinks neither coffee nor tea.', "Ben: I don't drink coffee or tea.", 'supported'],
  ['What does Ben drink?', 'Ben drinks coffee.', "Ben: I don't drink coffee or tea.", 'partly'],
  ['Who is Tom?', "Tom is Ana's brother.", 'Ana: My brother Tom is visiting.', 'supported'],
  ['Who is Tom?', "Tom is Ben's brother.", 'Ana: My brother Tom is visiting.', 'unsupported'],
  ["When is Ana's birthday?", "Ana's birthday is on 12 March.", 'Ana: My birthday is March 12th.', 'supported'],
  ["When is Ana's birthday?", "Ana's birthday is on March 13.", 'Ana: My birthday is March 12th.', 'unsupported'],
  ['What did Ana say?', 'Ana said, "It was a waste of time."', 'Ana: Honestly, that film? It was a waste of time.', 'supported'],
  ['What did Ana say?', 'Ana said, "It was brilliant."', 'Ana: Honestly, that film? It was a waste of time.', 'unsupported'],
  [
    'Where was Ana?',
    'Ana has visited Spain, Italy and Greece.',
    'Ana: Spain was lovely. / Ana: I went to Italy and Greece in 2021.',
    'supported',
  ],
  [
    'Where was Ana?',
    'Ana has visited Spain, Italy and Norway.',
    'Ana: Spain was lovely. / Ana: I went to Italy and Greece in 2021.',
    'unsupported',
  ],
  ["What is Ben's dog called?", "Ben's dog is called Max.", 'Ben: Max chewed my shoes again!', 'supported', "Ana: How's your dog?"],
  ['Did Ana like the gift?', 'Ana loved the gift from Ben.', 'Ana: Thank you so much for the gift, Ben, I adore it!', 'supported'],
  ['What did Ben advise?', 'Ben advised Ana to see a doctor.', 'Ben: You should really see a doctor about that, Ana.', 'supported'],
  ['How much did it cost?', 'It cost €45.', 'Ana: The ticket cost 45 euros.', 'supported'],
  ['How far did Ben run?', 'Ben ran 10 km.', 'Ben: I ran ten kilometres this morning.', 'supported'],
  ['When did Ben run?', 'Ben ran on the morning of 8 May 2023.', 'Ben: I ran ten kilometres this morning.', 'supported'],
  ['When did Ben run?', 'Ben ran ten kilometres at 7 am.', 'Ben: I ran ten kilometres this morning.', 'unsupported'],
  ['When did Ana graduate?', 'Ana graduated in 2020, three years before 2023.', 'Ana: I graduated three years ago.', 'supported'],
  ['When did Ana move?', 'Ana moved in 2019.', 'Ana: I moved here four years ago.', 'supported'],
  ['What is Ana studying?', 'She studies biology in Lisbon.', "Ana: I'm a biology student in Lisbon.", 'supported'],
  [
    'What did Ana cook?',
    'According to Ana, she cooked a vegan lasagna for eight people.',
    'Ana: I made a vegan lasagna for 8 people.',
    'supported',
  ],
  [
    'What about Ana?',
    'Ana (a nurse) lives in Porto; she has a dog.',
    "Ana: I'm a nurse in Porto. / Ana: My dog needs a walk.",
    'supported',
  ],
  ['Does Ana have siblings?', 'Ana has a brother named Tom.', 'Ana: My sister Tomoko visits often.', 'unsupported'],
  ['Did Ana go to Porto?', 'Ana went to Porto.', 'Ben: I went to Porto last week.', 'unsupported'],
  ['Hva heter hunden til Ana?', 'Hunden til Ana heter Rex.', 'Ana: Hunden min heter Rex og er veldig snill mot barna.', 'supported'],
  [
    'Jak nazywa się pies Anny?',
    'Pies Anny nazywa się Reksio.',
    'Ana: Mój pies Reksio jest bardzo wesoły i lubi biegać po parku.',
    'supported',
  ],
]

test('typical answers are judged as a reader would', async () => {
  const verifier = createRuleVerifier()
  for (const [question, sentence, cited, verdict, near] of pairs) {
    const [support] = await verifier.verify([
      claim({ question, sentence, cited: cited.split(' / '), near: near === undefined ? [] : [near] }),
    ])
    assert.equal(support?.verdict, verdict, `${question} ${sentence} <= ${cited}: ${support?.faults.join('; ')}`)
  }
})
