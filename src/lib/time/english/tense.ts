import { oneOf } from '../time-rule.ts'

const reach = 90

const futureWords = [
  'will',
  "won['’]t",
  'gonna',
  'going to',
  'plan(?:s|ned|ning)? (?:to|on|for|a|an|the|my|our)',
  'upcoming',
  'coming up',
  "can['’]?t wait",
  'looking forward',
  'excited (?:for|about)',
  'next',
  'deadline',
  'due',
  "don['’]?t forget",
  'remember to',
  'remind',
  'scheduled',
  'booked',
  'hop(?:e|ing) to',
  'want(?:s|ing)? to',
  'would like',
  'should',
  'must',
  'ha(?:ve|s) to',
  'needs? to',
  "let['’]s",
  'see you',
  '(?:call|meet|text|pick) (?:me|us|you|him|her|them)',
  'tomorrow',
  'soon',
  '(?:am|are) [a-z]{2,12}ing',
]

const pastWords = [
  'was',
  'were',
  'had',
  'did',
  'went',
  'got',
  'made',
  'took',
  'came',
  'saw',
  'met',
  'bought',
  'found',
  'began',
  'gave',
  'felt',
  'left',
  'ran',
  'won',
  'wrote',
  'read',
  'told',
  'said',
  'spent',
  'started',
  // Not "can be trusted", which says nothing of when.
  '(?<!(?<![a-z])be )[a-z]{3,15}ed',
  "(?:ha(?:ve|s)|['’]ve) been",
  'ago',
]

const futureEndings = "['’](?:ll|(?:m|re) [a-z]{2,12}ing)"

const futureWord = new RegExp(`(?:(?<![a-z])${oneOf(futureWords)}|${futureEndings})(?![a-z])`, 'gi')
const pastWord = new RegExp(`(?<![a-z])${oneOf(pastWords)}(?![a-z])`, 'gi')
const sentenceEnd = /[.!?\n]\s/g

/** Whether the sentence speaks of what was or what is to come where characters [start, end) stand: the nearest cue before them decides, then the first after. */
export const tenseAround = (text: string, start: number, end: number): 'past' | 'future' | null => {
  const before = text.slice(Math.max(0, start - reach), start)
  const sentenceBefore = before.slice(lastEnd(before, sentenceEnd))
  const future = lastEnd(sentenceBefore, futureWord)
  const past = lastEnd(sentenceBefore, pastWord)
  // "Planned to" and "excited for" end in -ed, but the future reaches further.
  if (future > 0 || past > 0) return future >= past ? 'future' : 'past'

  const after = text.slice(end, end + reach)
  const stop = after.search(sentenceEnd)
  const sentenceAfter = stop < 0 ? after : after.slice(0, stop)
  const [nextFuture, nextPast] = [sentenceAfter.search(futureWord), sentenceAfter.search(pastWord)]
  if (nextFuture < 0 && nextPast < 0) return null
  return nextPast < 0 || (nextFuture >= 0 && nextFuture <= nextPast) ? 'future' : 'past'
}

/** Where the last match ends; 0 without one. */
const lastEnd = (text: string, pattern: RegExp): number => {
  let last = 0
  for (const match of text.matchAll(pattern)) last = match.index + match[0].length
  return last
}
