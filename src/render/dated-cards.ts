import type { Hit } from '../domain.ts'
import { remembered } from '../lib/remembered.ts'
import { oneLine } from '../lib/words/one-line.ts'
import type { CardRenderer } from '../seams.ts'
import { cardOf, dayOf, labelOf, onSameDay } from './card-of.ts'
import { longDates, longDay } from './long-dates.ts'

/** Cards are priced before they are shown, and the same ones are shown again and again. */
const keptLines = { most: 20_000, longest: 600 }
const keptHeadings = { most: 5_000, longest: 20 }
const keptOpenings = { most: 5_000, longest: 600 }

/**
 * The default form: one line for each day of talk, in order of time, and under it the cards of that day as `[E1] Speaker: claim`. The day is
 * read once instead of on every card, and what was said in a row stands in a row. Labels follow the score: E1 is the closest.
 */
export function createDatedCards(): CardRenderer {
  const said = remembered(claim => ` ${longDates(oneLine(claim))}\n`, keptLines)
  const dated = remembered(day => `${longDay(day)}:\n`, keptHeadings)
  // Labels come again and again, and a text that is the same string is looked up sooner than an equal one.
  const openingsOf = remembered((): string[] => [], keptOpenings)
  const opening = (rank: number, speaker: string): string => {
    const own = openingsOf(speaker)
    own[rank] ??= `[${labelOf(rank)}] ${oneLine(speaker)}:`
    return own[rank]
  }
  const heading = (day: string | null): string => (day === null ? 'undated:\n' : dated(day))
  return {
    id: 'dated-cards/2',
    render(hits) {
      const cards = hits.map(cardOf)
      const days: Day[] = []
      for (let rank = 0; rank < cards.length; rank++) {
        const card = cards[rank]
        if (card === undefined) continue
        const { at, speaker, claim } = card
        let day = days.find(one => onSameDay(one.at, at))
        if (day === undefined) {
          day = { at, lines: heading(dayOf(at)) }
          days.push(day)
        }
        day.lines += opening(rank, speaker) + said(claim)
      }
      days.sort((left, right) => ((left.at ?? '') < (right.at ?? '') ? -1 : 1))
      return {
        cards,
        text: days
          .map(({ lines }) => lines)
          .join('')
          .slice(0, -1),
      }
    },
    addition(hit, chosen) {
      const { speaker, at } = toldIn(hit)
      const added = [opening(chosen.length, speaker), said(hit.claim)]
      return chosen.some(before => onSameDay(toldIn(before).at, at)) ? added : [heading(dayOf(at)), ...added]
    },
  }
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
