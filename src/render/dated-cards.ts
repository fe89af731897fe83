import type { FactCard } from '../domain.ts'
import type { CardRenderer } from '../seams.ts'
import { cardOf, dayOf, onSameDay } from './card-of.ts'
import { longDates, longDay } from './long-dates.ts'

/**
 * The default form: one line for each day of talk, in order of time, and under it the cards of that day as `[E1] Speaker: claim`. The day is
 * read once instead of on every card, and what was said in a row stands in a row. Labels follow the score: E1 is the closest.
 */
export function createDatedCards(): CardRenderer {
  return {
    id: 'dated-cards/2',
    render(hits) {
      const cards = hits.map(cardOf)
      const days = [...Map.groupBy(cards, ({ at }) => dayOf(at))].sort(([left], [right]) => ((left ?? '') < (right ?? '') ? -1 : 1))
      return { cards, text: days.map(([day, of]) => `${heading(day)}\n${of.map(line).join('\n')}`).join('\n') }
    },
    addition(hit, chosen) {
      const card = cardOf(hit, chosen.length)
      const opens = !chosen.some(({ subject }) => onSameDay(subject.type === 'memory' ? subject.memory.at : subject.at, card.at))
      const { opening, said } = parts(card)
      return [...(opens ? [`${heading(dayOf(card.at))}\n`] : []), opening, `${said}\n`]
    },
  }
}

function heading(day: string | null): string {
  return `${day === null ? 'undated' : longDay(day)}:`
}

function line(card: FactCard): string {
  const { opening, said } = parts(card)
  return opening + said
}

function parts({ label, speaker, claim }: FactCard): { readonly opening: string; readonly said: string } {
  return { opening: `[${label}] ${speaker}:`, said: ` ${longDates(claim)}` }
}
