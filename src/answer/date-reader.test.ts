import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatAnchor } from '../lib/time/format-anchor.ts'
import { type DateSource, isDateQuestion, readDate, sureOfDate } from './date-reader.ts'

const said = (at: string | null, text: string, speaker = 'Ana'): DateSource => ({ text, at, speaker })

test('questions that ask for a point in time are told from others', () => {
  const dates = [
    'When did Ana buy the bike?',
    'And when was that?',
    "When's the exam?",
    'In which month did Ben move?',
    'What year was the boat built?',
    'When Ben has sold his boat?',
    'How long ago did they meet?',
    'Do you remember when Ana moved?',
    '¿Cuándo se mudó Ana?',
    '他什么时候搬家的?',
  ]
  const others = [
    'What did Ana do when she was in Porto?',
    'When I ask about food, always mention nuts.',
    'When Ana is tired, what does she drink?',
    'How long did it take?',
    'Who was there?',
    'Which day-care did they choose, and why not another?',
  ]
  assert.deepEqual(dates.filter(isDateQuestion), dates)
  assert.deepEqual(others.filter(isDateQuestion), [])
})

test('the time in the sentence nearest to the question is the answer', () => {
  const cards = [
    said('2022-09-14', 'Last week I was in Porto. It rained a lot. Yesterday I bought a red bike, finally!'),
    said('2022-10-02', 'The bike is still great. We painted the fence two days ago.'),
  ]
  const bike = readDate('When did Ana buy the red bike?', cards)
  assert.equal(bike && formatAnchor(bike.anchor), '2022-09-13')
  assert.deepEqual([bike?.index, bike?.mention?.phrase], [0, 'Yesterday'])
  const porto = readDate('When was Ana in Porto?', cards)
  assert.equal(porto && formatAnchor(porto.anchor), '2022-09-05/2022-09-11')
  const fence = readDate('When did Ana paint the fence?', cards)
  assert.deepEqual([fence && formatAnchor(fence.anchor), fence?.index], ['2022-09-30', 1])
})

test('what is asked of the past is not answered from plans, nor plans from the past', () => {
  const cards = [said('2024-03-10', 'I had a violin recital last Sunday and there is another violin recital next Sunday.')]
  assert.equal(readDate('When was the violin recital?', cards)?.anchor.start, '2024-03-03')
  assert.equal(readDate('When will Ana play the violin recital?', cards)?.anchor.start, '2024-03-17')
})

test('a time outside the one that the question names is not taken', () => {
  const cards = [said('2023-07-17', 'Camping with the kids two weekends ago was fun.'), said('2023-06-27', 'We went camping last week.')]
  assert.equal(readDate('When did Ana go camping in June?', cards)?.index, 1)
})

test('the answer is as coarse as the question', () => {
  const cards = [said('2023-07-17', 'I sold the boat yesterday.')]
  const asked = (question: string): string => formatAnchor(readDate(question, cards)?.anchor ?? assert.fail())
  assert.equal(asked('In which month did Ana sell the boat?'), '2023-07')
  assert.equal(asked('What year did Ana sell the boat?'), '2023')
})

test('without words that say when, it is the local day it was mentioned on, and never sure', () => {
  const read = readDate('When did Ana adopt the cat?', [
    said(null, 'I adopted a cat.'),
    said('2023-05-08T01:30:00Z[America/New_York]', 'The cat is settling in.'),
  ])
  assert.deepEqual([read?.anchor.start, read?.anchor.phrase, read?.mention, read?.index], ['2023-05-07', null, null, 1])
  assert.ok(read && read.confidence < sureOfDate)
  const mentioned = readDate('When did Ana mention the cat?', [said('2023-05-08', 'My cat ran away yesterday.')])
  assert.equal(mentioned?.anchor.start, '2023-05-08')
})

test('without a dated source there is no answer', () => {
  assert.equal(readDate('When did Ana leave?', []), null)
  assert.equal(readDate('When did Ana leave?', [said(null, 'I left yesterday.')]), null)
})

test('more shared words and no rival make it surer', () => {
  const clear = readDate('When did Ana plant the cherry trees?', [said('2023-05-08', 'Yesterday we planted cherry trees.')])
  const vague = readDate('When did Ana plant the cherry trees?', [said('2023-05-08', 'Yesterday was fine. Last Monday was not.')])
  assert.ok(clear && vague && clear.confidence > sureOfDate && vague.confidence < clear.confidence)
})

test('a plan does not date what another sentence says was done', () => {
  const cards = [said('2024-03-10', 'I opened my pottery studio downtown, finally. The first market with friends is next month.')]
  assert.deepEqual([readDate('When did Ana open the pottery studio downtown?', cards)?.anchor.start], ['2024-03-10'])
  assert.equal(readDate('When did the market with friends happen?', cards)?.anchor.start, '2024-04-01')
})
