import type { TimeMention } from '../lib/time/resolve-times.ts'
import { findCut } from '../lib/words/find-cut.ts'
import type { Statement } from '../lib/words/keep-statement.ts'
import { wordChoice } from '../lib/words/phrases.ts'
import { listMarker } from '../lib/words/sentence-kinds.ts'
import { thirdPerson } from './third-person.ts'

const mostCharacters = 60

// "After months of looking, I moved": what stands before the comma may be left out of a name.
const leadIns = wordChoice('after before since during at in on over last this yesterday today tonight recently with for')
const leadIn = new RegExp(`^${leadIns}\\b[^;]{0,160}?, (?=I\\b)`, 'i')
const clauseEnd = /\s*(?:[;—–]|\s-\s|,\s+(?:and|but|so|which|it|because|who)\b)/
// Of a clause whose subject is "I": the next one has its own.
const nextSubject = /,\s+I\b|(?<=\S+\s\S+\s\S+)\s+and\s+(?:I|it|they|we|he|she|my)\b/
const condition = /\b(?:if|unless|until|when|whenever|whether)\b/i
const lead = /^(?:(?:yes|yeah|yep|well),? |(?:just|please|also|and|but|so) )(?=\S)/i
const asides = new RegExp(`^(I(?:['’](?:ve|m))?) ${wordChoice('finally just recently already really also actually')} `)
// "The deadline is yesterday", "before yesterday": the time can't be left out.
const needsTime = new RegExp(
  `\\b${wordChoice('on in at by before after since until till from of for to around about is was are were be')}$`,
  'i',
)
const hanging = new RegExp(
  `(?: ${wordChoice('and or but so a an the of to in on at for with by from my your our their his her its is are was were as that')})+$`,
  'i',
)
const edges = /^[\s\p{P}]+|[\s.,;:!…—–。！，；：-]+$/gu

/** A short name for a record: "Ana moved to Oslo" where that is safe, else its first words. At most 60 characters, cut between words. */
export function recordTitle(
  statements: readonly Statement[],
  { speaker, mentions }: { readonly speaker: string; readonly mentions: readonly TimeMention[] },
): string {
  for (const statement of statements) {
    const clause = statement.form === 'prose' ? mainClause(statement, mentions) : null
    const named = clause === null ? null : thirdPerson(clause, speaker)
    if (named !== null) return firstWords(named)
  }
  return firstWords(statements[0]?.text ?? '')
}

/** The first words of a text, without a list's marker, up to 60 characters. */
export function firstWords(text: string): string {
  const line = text.replace(listMarker, '').replace(lead, '').replaceAll(/\s+/g, ' ').replaceAll(edges, '')
  if (line.length <= mostCharacters) return line
  const clause = line.slice(0, mostCharacters + 1).search(/(?<=.{20})(?:[;—–]|\s-\s|[.!。！]\s)/)
  if (clause > 0) return line.slice(0, clause).replaceAll(edges, '')
  const cut = line.slice(0, findCut(line, { start: 0, end: line.length }, mostCharacters)).replaceAll(edges, '')
  return cut.replace(hanging, '')
}

/** The clause that says what happened, without what stands before or after it; null where a condition would be lost. */
function mainClause({ text, start }: Statement, mentions: readonly TimeMention[]): string | null {
  const from = leadIn.exec(text)?.[0].length ?? 0
  const main = text.slice(from)
  const stops = [main.search(clauseEnd), /^I\b/.test(main) ? main.search(nextSubject) : -1].filter(stop => stop > 0)
  const to = from + Math.min(main.length, ...stops)
  if (to < text.length && condition.test(main)) return null
  const clause = text.slice(from, endWithoutTime(text.slice(0, to), mentions, start)).trim()
  if (condition.test(clause) && clause.length > mostCharacters) return null
  return clause.replace(asides, '$1 ')
}

/** Where the text ends without a time phrase that it closes on and can do without: "I moved last year". */
function endWithoutTime(text: string, mentions: readonly TimeMention[], offset: number): number {
  for (const { start, end } of mentions) {
    const before = text.slice(0, Math.max(0, start - offset)).trimEnd()
    if (end - offset > text.length || /[\p{L}\p{N}]/u.test(text.slice(end - offset))) continue
    if (before.split(' ').length >= 3 && !needsTime.test(before)) return before.length
  }
  return text.length
}
