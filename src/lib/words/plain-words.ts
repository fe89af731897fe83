import { asciiOnly } from '../ascii-only.ts'
import { remembered } from '../remembered.ts'
import { keptReadings } from './kept-readings.ts'

const gapsInAscii = /[^a-z0-9']+/g
const gaps = /[^\p{L}\p{N}\p{M}']+/gu
const looseApostrophe = /(?<= )'+|'+(?= )/g

/**
 * A text's words in lower case, one space around each, apostrophes straight and kept within words: " i'm not in seattle ". " " for none.
 */
export const plainWords: (text: string) => string = remembered(text => {
  const lower = text.toLowerCase()
  const plain = asciiOnly.test(lower) ? ` ${lower} `.replace(gapsInAscii, ' ') : ` ${lower} `.replace(/[‘’]/g, "'").replace(gaps, ' ')
  return plain.includes("'") ? plain.replace(looseApostrophe, '').replace(/ {2,}/g, ' ') : plain
}, keptReadings)
