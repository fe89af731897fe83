import type { FactCard, Hit } from '../domain.ts'
import { remembered } from '../lib/remembered.ts'
import { oneLine } from '../lib/words/one-line.ts'
import type { CardRenderer, CountTokens } from '../seams.ts'
import { cardWith, dayOf, labelOf, onSameDay } from './card-of.ts'
import { longDates, longDay } from './long-dates.ts'

/** Cards are priced before they are shown, and the same ones are shown again and again. */
const keptClaims = { most: 20_000, longest: 600 }
const keptHeadings = { most: 5_000, longest: 20 }
const keptSpeakers = { most: 5_000, longest: 600 }

/**
 * The default form: one line for each day of talk, in order of time, and under it the cards of that day as `[E1] Speaker: claim`. The day is
 * read once instead of on every card, and what was said in a row stands in a row. Labels follow the score: E1 is the closest.
 */
export function createDatedCards(): CardRenderer {
  const claims = remembered(readClaim, keptClaims)
  const speakers = remembered(readSpeaker, keptSpeakers)
  const dated = remembered(day => countable(`${longDay(day)}:\n`), keptHeadings)
  const undated = countable('undated:\n')
  const heading = (day: string | null): Countable => (day === null ? undated : dated(day))
  return {
    id: 'dated-cards/2',
    // A break between parts is one between tokens: each can be counted by itself, and most recur from question to question.
    render(hits, countTokens) {
      const cards: FactCard[] = []
      const days: Day[] = []
      let tokens = 0
      for (const hit of hits) {
        const { speaker, at } = toldIn(hit)
        const claim = claims(hit.claim)
        const named = speakers(speaker)
        const opens = opening(cards.length, named)
        cards.push(cardWith(hit, cards.length, { claim: claim.line, speaker: named.line }))
        let day = days.find(one => onSameDay(one.at, at))
        if (day === undefined) {
          const own = heading(dayOf(at))
          day = { at, lines: own.text }
          tokens += tokensOf(own, countTokens)
          days.push(day)
        }
        day.lines += opens.text + claim.shown.text
        tokens += tokensOf(opens, countTokens) + tokensOf(claim.shown, countTokens)
      }
      days.sort((left, right) => ((left.at ?? '') < (right.at ?? '') ? -1 : 1))
      return {
        cards,
        text: days
          .map(({ lines }) => lines)
          .join('')
          .slice(0, -1),
        tokens,
      }
    },
    cost(hit, chosen, countTokens) {
      const { speaker, at } = toldIn(hit)
      const line = tokensOf(opening(chosen.length, speakers(speaker)), countTokens) + tokensOf(claims(hit.claim).shown, countTokens)
      return chosen.some(before => onSameDay(toldIn(before).at, at)) ? line : tokensOf(heading(dayOf(at)), countTokens) + line
    },
  }
}

interface Countable {
  readonly text: string
  /** Null until they were asked for. */
  tokens: number | null
}

function countable(text: string): Countable {
  return { text, tokens: null }
}

function tokensOf(one: Countable, countTokens: CountTokens): number {
  one.tokens ??= countTokens(one.text)
  return one.tokens
}

interface Claim {
  readonly line: string
  readonly shown: Countable
}

function readClaim(claim: string): Claim {
  const line = oneLine(claim)
  return { line, shown: countable(` ${longDates(line)}\n`) }
}

interface Speaker {
  readonly line: string
  /** Of its cards, by rank. */
  readonly openings: Countable[]
}

function readSpeaker(speaker: string): Speaker {
  return { line: oneLine(speaker), openings: [] }
}

function opening(rank: number, { line, openings }: Speaker): Countable {
  openings[rank] ??= countable(`[${labelOf(rank)}] ${line}:`)
  return openings[rank]
}

interface Day {
  /** When its first card was said. */
  readonly at: string | null
  /** Its heading and its cards. */
  lines: string
}

function toldIn({ subject }: Hit): { readonly speaker: string; readonly at: string | null } {
  return subject.type === 'memory' ? subject.memory : subject
}
