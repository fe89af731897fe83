import type { FactCard } from '../domain.ts'
import type { CardRenderer } from '../seams.ts'
import { cardOf, dayOf } from './card-of.ts'

/**
 * The default form: one line for each day of talk, in order of time, and under it the cards of that day as `[E1] Speaker: claim`. The day is
 * read once instead of on every card, and what was said in a row stands in a row. Labels follow the score: E1 is the closest.
 */
export function createDatedCards(): CardRenderer {
  return {
    id: 'dated-cards/1',
    render(hits) {
      const cards = hits.map(cardOf)
      const days = new Map<string, FactCard[]>()
      for (const card of cards) {
        const day = heading(card.at)
        const same = days.get(day)
        if (same === undefined) days.set(day, [card])
        else same.push(card)
      }
      const inOrder = [...days].sort(([left], [right]) => (left < right ? -1 : 1))
      return { cards, text: inOrder.map(([day, of]) => `${day}\n${of.map(line).join('\n')}`).join('\n') }
    },
    addition(hit, chosen) {
      const card = cardOf(hit, chosen.length)
      const day = heading(card.at)
      const opens = !chosen.some(({ subject }) => heading(subject.type === 'memory' ? subject.memory.at : subject.at) === day)
      return `${opens ? `${day}\n` : ''}${line(card)}\n`
    },
  }
}

function heading(at: string | null): string {
  return `${dayOf(at) ?? 'undated'}:`
}

function line({ label, speaker, claim, at }: FactCard): string {
  const year = at?.slice(0, 4)
  const shortened = claim.replace(resolvedDay, (whole, lead: string, of: string, month: string, day: string) =>
    of === year ? `[= ${lead}${Number(day)} ${months[Number(month) - 1] ?? month}]` : whole,
  )
  return `[${label}] ${speaker}: ${shortened}`
}

// The day above says the year; a day in the same year need not say it again.
const resolvedDay = /\[= ((?:about |since |by )?)(\d{4})-(\d\d)-(\d\d)\]/g
const months = 'January February March April May June July August September October November December'.split(' ')
