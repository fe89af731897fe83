import assert from 'node:assert/strict'
import test from 'node:test'
import { locomoF1 } from './locomo-f1.ts'
import { nltkPorter } from './nltk-porter.ts'

test("stems are those of NLTK's PorterStemmer in its default mode", () => {
  // Made with NLTK 3.10.4; over 71,637 words of code and talk there was no difference. Porter's own algorithm gives ski, new, di, i for skies, news, dies, is.
  const stems =
    'dies die, died die, dying die, skies sky, news news, fly fli, try tri, enjoy enjoy, spied spi, radically radic, geologi geolog, carefully care, is is, us us, ' +
    'caresses caress, ponies poni, cats cat, agreed agre, feed feed, plastered plaster, bled bled, motoring motor, sing sing, conflated conflat, ' +
    'hopping hop, falling fall, filing file, failing fail, happy happi, relational relat, conditional condit, valency valenc, digitizer digit, ' +
    'vietnamization vietnam, triplicate triplic, hopeful hope, goodness good, revival reviv, adoption adopt, replacement replac, rate rate, cease ceas, ' +
    'controlling control, roll roll, proceed proceed, innings inning, theology theolog, ably abli, possibly possibl, yoyo yoyo, syzygy syzygi, 2023 2023'
  for (const pair of stems.split(', ')) {
    const [word = '', stem = ''] = pair.split(' ')
    assert.equal(nltkPorter(word), stem, word)
  }
})

test('token F1: stems, no articles, no "and", no punctuation, and commas that join', () => {
  assert.equal(locomoF1('She painted the lakes', 'painting a lake', 4), 0.8)
  assert.equal(locomoF1('The dog and a cat.', 'dog, cat', 4), 1)
  assert.equal(locomoF1('in 2022', '2022', 2), 0.667)
  assert.equal(locomoF1('nothing', 'a harbour', 4), 0)
  assert.equal(locomoF1('', 'a harbour', 4), 0)
  // No blank takes the place of a comma.
  assert.equal(locomoF1('May 7,2023', '7 May 2023', 2), 0.4)
})

test('token F1 counts a word as often as both have it', () => {
  assert.equal(locomoF1('boat boat boat', 'boat boat', 4), 0.8)
})

test('multi-hop: each part of the gold takes the best part of the answer', () => {
  assert.equal(locomoF1('pottery, camping in the woods', 'camping, pottery, swimming', 1), 0.5)
  assert.equal(locomoF1('pottery', 'pottery', 1), 1)
})

test('open-domain: only the gold before the first semicolon', () => {
  assert.equal(locomoF1('Likely yes', 'Likely yes; she likes boats', 3), 1)
})

test('adversarial: abstaining scores 1, the trap 0 (BEN-01)', () => {
  assert.equal(locomoF1('Not mentioned in the conversation.', '', 5), 1)
  assert.equal(locomoF1('There is NO INFORMATION AVAILABLE on that.', '', 5), 1)
  assert.equal(locomoF1('third place', '', 5), 0)
})
