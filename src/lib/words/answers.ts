import { countWords } from './content-words.ts'
import { pastForms } from './past-forms.ts'
import { holding, opening, phraseList, wordChoice } from './phrases.ts'

const yesOrNo = opening(phraseList('yes / yeah / yea / yep / yup / no / nope / nah / never / not yet / not really / not at all'))
const askedOfYou = holding(
  "(?:do|did|have|had|are|were|will|would|can|could|don't|didn't|haven't|aren't|won't) you|you (?:ever|got|still|like|have)|any",
)
const pronouns = wordChoice("it it's it'll it'd they they're they've that that's that'll those these them he she he's she's this")
const pronounFirst = opening(pronouns)
const subject = holding(
  `${wordChoice("i i'm i've i'll i'd my we we're we've we'll our the a an you you're your there there's this these some one")}|${pronouns}`,
)
const finiteVerbs: ReadonlySet<string> = new Set(
  `am is are was were have has had do does did will would can could should may might must don't doesn't didn't can't won't isn't aren't
  wasn't weren't
  haven't hasn't hadn't couldn't wouldn't shouldn't i'm i've i'll i'd we're we've we'll you're you've they're they've it's that's there's
  he's she's`.split(/\s+/),
)
const subjectAndVerb = holding('(?:i|we|they|you|he|she|it) \\w+')

/** Whether a first sentence that tells nothing by itself may be an answer: "Yes.", "In Seattle." */
export function mayAnswer(plain: string): boolean {
  if (yesOrNo.test(plain)) return true
  const { content, pleasant } = countWords(plain)
  return content > 0 && pleasant === 0
}

/** Whether it opens with yes or no, or a word for either. */
export function saysYesOrNo(plain: string): boolean {
  return yesOrNo.test(plain)
}

/** Whether a question asks the other something that "yes" or "no" alone would answer. */
export function isYesNoQuestion(plain: string): boolean {
  return askedOfYou.test(plain) && countWords(plain).content > 0
}

/**
 * Whether words can't be understood without what came before: no subject and verb of their own ("Mostly blues"), or "it", "they" in
 * front.
 */
export function leansOnBefore(plain: string): boolean {
  return opensWithPronoun(plain) || lacksSentence(plain)
}

const placeOrTime = /^(?:in|at|on|to|from|near|by|for|since|until|till|about|around|with|after|before) [^,.!?;:]{1,40}(?=[,.!?;:]|$)/i

/** Whether a sentence begins with no more than a place, a time or a companion: "In Porto, as it happens." */
export function opensWithPhrase(sentence: string): boolean {
  const phrase = placeOrTime.exec(sentence)?.[0]
  if (phrase === undefined) return false
  const rest = sentence.slice(phrase.length)
  // "On Monday, I moved" is a sentence; an aside that names nobody is not.
  return !phrase.split(' ').some(looksFinite) && !/^,? ?(?:i|we|you|he|she|they|my|our|the)\b/i.test(rest)
}

/** Whether it speaks of "it", "they", "that": something named before. */
export function opensWithPronoun(plain: string): boolean {
  return pronounFirst.test(plain)
}

/** Whether it has no subject and verb of its own: "Mostly blues", "Cooked all day". */
export function lacksSentence(plain: string): boolean {
  const words = plain.trim().split(' ')
  const opens = words.slice(0, 4)
  // "Researching agencies", "Cooked all day": the subject is left out.
  if (opens[0]?.endsWith('ing') === true || pastForms.has(opens[0] ?? '')) return !opens.slice(1).some(word => finiteVerbs.has(word))
  if (opens.slice(1).some(looksFinite)) return false
  return !subject.test(` ${opens.join(' ')} `) || !(subjectAndVerb.test(plain) || words.some(looksFinite))
}

const looksFinite = (word: string): boolean => finiteVerbs.has(word) || pastForms.has(word) || (word.length > 4 && word.endsWith('ed'))
