import { remembered } from '../remembered.ts'
import { countWords } from './content-words.ts'
import { durationPhrases, factPhrases, preferencePhrases, reportingPhrases, unsettledOpenings, unsettledPhrases } from './fact-phrases.ts'
import { foreignFactCues } from './foreign-cues.ts'
import { functionWords, pleasantWords } from './function-words.ts'
import { keptReadings } from './kept-readings.ts'
import { holding, opening, wordChoice } from './phrases.ts'
import { plainWords } from './plain-words.ts'
import {
  deadlinePhrases,
  frequencyPhrases,
  howToPhrases,
  orderPrefixes,
  orderVerbs,
  standingOpenings,
  standingPhrases,
} from './routine-phrases.ts'

/** What a sentence shows, beyond being an event, which every telling sentence may be. */
export interface SentenceKinds {
  /** A lasting fact or a preference of the speaker's own. */
  readonly semantic: boolean
  /** A way to do something, a routine, a deadline, an instruction. */
  readonly procedural: boolean
}

const self = holding(wordChoice("i i'm i've i'll i'd my we we're we've we'll our me us mine"))
const fact = holding(factPhrases)
const duration = holding(durationPhrases)
const preference = holding(preferencePhrases)
const unsettled = holding(unsettledPhrases)
const unsettledOpening = opening(unsettledOpenings)
const reporting = holding(reportingPhrases)
const foreignFact = new RegExp(foreignFactCues.join('|'), 'u')
const foreignHowTo = /步骤|步驟|手順|단계/
const standingOpening = opening(standingOpenings)
const standing = holding(standingPhrases)
const standingWithin = holding(standingOpenings)
const deadline = holding(deadlinePhrases)
const frequency = holding(frequencyPhrases)
const howTo = holding(howToPhrases)
const order = opening(`${orderPrefixes}${orderVerbs}(?! (?:me|my|this|that|it|you|your|up|care|back|out|at|comfort|courage|heart|pride) )`)
/** What an item of a list opens with. */
export const listMarker: RegExp = /^\s*(?:[-*•‣◦–]|\(?\d{1,3}[.)])\s+/
const quoteMark = /["“„«]/
const quoted = /["“„«][^"”»]{12,}["”»]/g
const namedThing = /^((?:\p{Lu}[\p{L}'’-]*\s){1,2})(?:is|are) (?:a|an|my|our|the)\s/u

/** What kinds of memory a sentence shows. It is taken to be a statement: questions and small talk are for the caller to leave out. */
export const sentenceKinds: (sentence: string) => SentenceKinds = remembered(sentence => {
  // What another wrote, quoted line by line.
  if (sentence.startsWith('>')) return { semantic: false, procedural: false }
  const plain = plainWords(sentence)
  return { semantic: showsFact(sentence, plain), procedural: showsHowTo(sentence, plain) }
}, keptReadings)

/** Whether it is put as not settled: "might", "if we did", "suppose". */
export function isUnsettled(plain: string): boolean {
  return unsettledOpening.test(plain) || unsettled.test(plain)
}

/** Whether it gives what somebody else said, thinks or asked. */
export function isReported(plain: string): boolean {
  return reporting.test(plain)
}

/** Whether it says what the speaker would rather have. */
export function showsPreference(plain: string): boolean {
  return preference.test(plain)
}

/** Whether it tells how to act from now on: "Always answer in French", "whenever I ask about code, ...". */
export function isStandingInstruction(plain: string): boolean {
  return standingOpening.test(plain) || standing.test(plain)
}

/** Whether a sentence among those of a text may be one: cheaper than to look at each. */
export function mayInstruct(plain: string): boolean {
  return standingWithin.test(plain) || standing.test(plain)
}

/** Whether it is a line of a list, with its bullet or number. */
export function isListItem(sentence: string): boolean {
  return listMarker.test(sentence)
}

function showsFact(sentence: string, plain: string): boolean {
  const own = quoteMark.test(sentence) ? plainWords(sentence.replace(quoted, ' ')) : plain
  if (preference.test(own)) return !reporting.test(own) && !unsettledOpening.test(own)
  const found = (self.test(own) && (fact.test(own) || duration.test(own))) || namesThing(sentence) || foreignFact.test(own)
  return found && !isUnsettled(own) && !reporting.test(own)
}

/** "Rex is a cat", but not "It is a pity". */
function namesThing(sentence: string): boolean {
  const named = namedThing.exec(sentence)?.[1]
  if (named === undefined) return false
  const word = named.split(/\s/)[0]?.toLowerCase() ?? ''
  return !functionWords.has(word) && !pleasantWords.has(word) && !word.endsWith('ing')
}

function showsHowTo(sentence: string, plain: string): boolean {
  if (isStandingInstruction(plain) || deadline.test(plain)) return true
  if (self.test(plain) && frequency.test(plain)) return true
  if (howTo.test(plain)) return countWords(plain).content >= 3
  const item = isListItem(sentence)
  const words = item ? plainWords(sentence.replace(listMarker, '')) : plain
  if (order.test(words)) return countWords(words).content >= (item ? 2 : 4)
  return foreignHowTo.test(plain)
}
