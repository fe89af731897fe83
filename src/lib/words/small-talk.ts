import { remembered } from '../remembered.ts'
import { countWords } from './content-words.ts'
import { keptReadings } from './kept-readings.ts'
import { holding, opening, wordChoice } from './phrases.ts'
import { praiseOpenings, socialOpenings, tellingWords } from './small-talk-phrases.ts'

const social = opening(socialOpenings)
const praise = opening(praiseOpenings)
const telling = holding(tellingWords)
// A single word of another script may be a whole sentence.
const latin = /^[\0-\u024f]*$/
const self = holding(wordChoice("i i'm i've i'll i'd my we we're we've we'll we'd our me us"))

/**
 * Whether plain words (see `plainWords`) are said to please and not to tell: greetings, thanks, cheer, praise, or too little to know
 * anything from.
 * English is read closely; of other languages only the greetings are known, and anything more counts as telling.
 */
export const isSmallTalk: (plain: string) => boolean = remembered(plain => {
  const { all, content, pleasant } = countWords(plain)
  if (content === 0) return true
  if (content >= 5 || telling.test(plain)) return false
  if (social.test(plain)) return content < 3
  if (praise.test(plain)) return content < 4
  if (content >= 2) return false
  return !self.test(plain) && (pleasant > 0 || all > 1 || latin.test(plain))
}, keptReadings)
