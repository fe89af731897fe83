import type { Relation } from '../time-language.ts'

const leadReach = 40
const relationWords = '(?<word>since|by|before|until|till|due(?: on| by)?|no later than)'
const lead = new RegExp(`\\b${relationWords}(?: (?:the )?(?:start|beginning|middle|end) of)?(?: the)? $`, 'i')
const ownWord = new RegExp(`^${relationWords} `, 'i')
/** "Stop by today", "two days before Christmas": not by, and not before, that time. */
const phrasalVerb = /\b(?:stop|drop|come|swing|pass|go|gone|went|came|stopped|stopping|dropped|swung|passed|coming)\s$/i
const distance = /\b(?:days?|nights?|weeks?|weekends?|months?|years?|hours?) (?:before|after|since|from)(?: the)? ?$/i

/** How the words at characters [start, end) relate to what is said of them: "since May", "by Friday", "before the end of next month". */
export const relationAt = (text: string, start: number, end: number): Relation => {
  const before = text.slice(Math.max(0, start - leadReach), start)
  const own = ownWord.exec(text.slice(start, end))
  const outer = own ?? lead.exec(before)
  const wordStart = own ? start : start - before.length + (outer?.index ?? before.length)
  const beforeWord = text.slice(Math.max(0, wordStart - leadReach), wordStart)
  const upToWord = own?.groups?.word === undefined ? before : `${before}${own.groups.word}`
  if (distance.test(upToWord)) return { type: null, start, offset: true }
  const word = outer?.groups?.word?.toLowerCase()
  if (word === undefined || (word === 'by' && phrasalVerb.test(beforeWord))) return { type: null, start, offset: false }
  return { type: word === 'since' ? 'since' : 'until', start: wordStart, offset: false }
}
