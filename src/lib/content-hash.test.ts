import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Attachment, Turn } from '../domain.ts'
import { contentHash } from './content-hash.ts'

const photo: Attachment = { type: 'image', reference: 'heron.jpg', mediaType: 'image/jpeg', caption: 'a heron on a jetty' }
const turn: Turn = { id: 't1', session: 's1', speaker: 'Ines', text: 'Look, a heron!', at: '2024-05-02', attachments: [photo] }

test('the same words hash alike, whatever the id and the order of keys', () => {
  const { caption, mediaType, reference, type } = photo
  const reordered = {
    attachments: [{ caption, mediaType, reference, type }],
    at: turn.at,
    text: turn.text,
    speaker: turn.speaker,
    session: 's1',
  }
  assert.deepEqual(contentHash(turn), contentHash({ ...reordered, id: 'another' } as Turn))
  assert.equal(contentHash(turn).length, 32)
})

test('any other word, speaker, time, session or attachment hashes differently', () => {
  const variants: readonly Turn[] = [
    turn,
    { ...turn, session: null },
    { ...turn, session: '' },
    { ...turn, speaker: 'ines' },
    { ...turn, text: 'Look, a heron! ' },
    { ...turn, text: 'Look, a heron!\u0000' },
    { ...turn, at: null },
    { ...turn, attachments: [] },
    { ...turn, attachments: [photo, photo] },
    { ...turn, attachments: [{ ...photo, caption: null }] },
  ]
  assert.equal(new Set(variants.map(variant => contentHash(variant).toString('hex'))).size, variants.length)
})
