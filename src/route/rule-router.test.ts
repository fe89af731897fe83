import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Turn } from '../domain.ts'
import { createRuleRouter } from './rule-router.ts'

const router = createRuleRouter()
const turn = (text: string, more: Partial<Turn> = {}): Turn => ({
  id: 't',
  session: null,
  speaker: 'Ana',
  text,
  at: null,
  attachments: [],
  ...more,
})
const kindsOf = async (...texts: readonly string[]): Promise<readonly string[]> =>
  (await router.route(texts.map(text => turn(text)))).map(kinds => [...kinds].sort().join(' '))

test('small talk and bare questions get no bit', async () => {
  const texts = [
    'Hey! Good to see you!',
    'ok thanks',
    'Hello! How can I help?',
    'what is 2+2?',
    'Any ideas for dinner?',
    'hi',
    '',
    ' \n',
    '🎉',
  ]
  assert.deepEqual(
    await kindsOf(...texts),
    texts.map(() => ''),
  )
})

test('the three bits are independent, and anything told is episodic', async () => {
  assert.deepEqual(
    await kindsOf(
      'I finally moved to Seattle last year.',
      'I live in Aveiro.',
      'Just don’t forget to file your tax return before April 15.',
      'I prefer tea. I drink it every morning at six.',
      'My neighbour Omar said he cannot stand chess.',
      'Suppose I own the archive.',
    ),
    ['episodic', 'episodic semantic', 'episodic procedural', 'episodic procedural semantic', 'episodic', 'episodic'],
  )
})

test('other languages keep at least the episodic bit', async () => {
  assert.deepEqual(
    await kindsOf(
      '我对花生过敏，下个月要去成都。',
      '昨日は図書館で将棋を指した',
      'vorgestern war ich krank',
      '어제 도서관에서 바둑을 두었다',
    ),
    ['episodic semantic', 'episodic', 'episodic', 'episodic'],
  )
})

test('a captioned attachment is something told', async () => {
  const image = { type: 'image', reference: null, mediaType: null, caption: 'two dogs on a beach' } as const
  const [withCaption, without] = await router.route([
    turn('', { attachments: [image] }),
    turn('', { attachments: [{ ...image, caption: null }] }),
  ])
  assert.deepEqual([...(withCaption ?? [])], ['episodic'])
  assert.deepEqual([...(without ?? [])], [])
})

test('a short answer is episodic whatever came before, for the extractor to judge', async () => {
  assert.deepEqual(await kindsOf('Yes!', 'In Porto.', 'Not yet.'), ['episodic', 'episodic', 'episodic'])
})
