import { remembered } from '../remembered.ts'
import { countWords } from './content-words.ts'
import { keptReadings } from './kept-readings.ts'
import { holding, opening, phraseList, wordChoice } from './phrases.ts'
import { plainWords } from './plain-words.ts'
import type { Stretch } from './stretch.ts'

// "？" and "؟" are the full-width and Arabic marks; the Greek mark is its own character, or a ";" that nothing but Greek tells from ours.
const marked = /[?？؟\u037e⁇⁈][^\p{L}\p{N}]*$/u
const subjects = wordChoice('you i we they he she it there your my our that this anyone anybody someone')
const auxiliaries =
  wordChoice(`do does did don't doesn't didn't can can't could couldn't would wouldn't will won't are aren't is isn't was wasn't were 
  weren't have haven't has hasn't had should shouldn't may shall`)
const inverted = phraseList(`
  ${auxiliaries} ${subjects} / any (?:idea|ideas|plans|tips|thoughts|news|luck|advice|recommendations|suggestions|favou?rites?|other|chance)
  (?:what|how|who|where|when|why)(?:'s|'d|'re)
  (?:what|how|where|when|why|who|which)(?: \\w+){0,2} (?:is|are|was|were|do|does|did|can|could|would|will|should|have|has)
  (?:what|how) about / how (?:come|much|many|long|often)
`)
const asks = opening(inverted)
const tail = opening(`(?:(?:so|and|but|or) )?(?:${inverted}|right|huh|eh|ok|okay|yeah|no|you know|what|who|where|why|how|which|any)`)
const supposes = opening(phraseList("suppose / supposing / imagine / let's say / say we / say i / assuming / assume"))
// Asked for form's sake: what follows is told.
const tells = opening(
  phraseList(`
    (?:do you )?remember (?:when|that|how|the time) / did you know (?:that )?(?:i|my|we)
    (?:did|have) i (?:ever )?(?:tell|told|mention|mentioned|say)
  `),
)
const polite = `(?: ${wordChoice('please also just kindly')})*`
const lasting = `(?:${wordChoice('remind always never remember note')}|make sure|keep in mind)`
const request = opening(`(?:please )?(?:can|could|would|will) you${polite} ${lasting}`)
const self = holding(`${wordChoice("i i'm i've i'll i'd my we we're we've we'll")}|you (?:said|mentioned|told)`)

/** Whether a sentence asks: it ends in a question mark, or is put like a question and ends in no mark at all. */
export const isQuestion: (sentence: string) => boolean = remembered(sentence => {
  if (marked.test(sentence)) return true
  return !/[.!。！…:]\W*$/.test(sentence) && asks.test(plainWords(sentence))
}, keptReadings)

/**
 * What a question states all the same: a supposition, a request or a reminder whole, and the statement before "..., do you know ...?";
 * null for nothing.
 */
export function statementIn(text: string, { start, end }: Stretch): Stretch | null {
  const question = text.slice(start, end)
  const plain = plainWords(question)
  if (supposes.test(plain) || tells.test(plain) || request.test(plain)) return { start, end }
  if (asks.test(plain)) return null
  for (const { index, 0: pause } of question.matchAll(/\s*(?:[,;]|[–—]|\s-)\s+|[–—]/g)) {
    if (index < 12 || !tail.test(plainWords(question.slice(index + pause.length)))) continue
    const head = plainWords(question.slice(0, index))
    return self.test(head) && countWords(head).content >= 2 ? { start, end: start + index } : null
  }
  return null
}
