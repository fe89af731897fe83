import type { FactCard } from '../domain.ts'
import type { CardRenderer } from '../seams.ts'
import { cardOf } from './card-of.ts'
import { longDates } from './long-dates.ts'

/** The paper's Fact Cards (section 3.2), in one bank a speaker where there are several (section A.6): `[E1] claim (anchor)`. */
export function createPaperCards(): CardRenderer {
  return banked('paper-cards/2', ({ label, claim, anchor }) => `[${label}] ${longDates(claim)}${anchor === null ? '' : ` (${anchor})`}`)
}

/** Base ENGRAM's serialised records, for the ablation (section A.6): l(m) = delta(m) : text(m). */
export function createRecordLines(): CardRenderer {
  return banked('record-lines/2', ({ claim, anchor }) => `${anchor ?? 'undated'}: ${longDates(claim)}`)
}

function banked(id: string, form: (card: FactCard) => string): CardRenderer {
  const line = (card: FactCard): string => `${form(card)}\n`
  return {
    id,
    render(hits, countTokens) {
      const cards = hits.map(cardOf)
      const lines = [...Map.groupBy(cards, ({ speaker }) => speaker)].flatMap(([speaker, bank]) => [headingOf(speaker), ...bank.map(line)])
      // Lines recur from question to question, and a break between them is one between tokens.
      return { cards, text: lines.join('').slice(0, -1), tokens: lines.reduce((sum, one) => sum + countTokens(one), 0) }
    },
    cost(hit, chosen, countTokens) {
      const card = cardOf(hit, chosen.length)
      const opens = !chosen.some(({ subject }) => (subject.type === 'memory' ? subject.memory.speaker : subject.speaker) === card.speaker)
      return (opens ? countTokens(headingOf(card.speaker)) : 0) + countTokens(line(card))
    },
  }
}

function headingOf(speaker: string): string {
  return `Memories of ${speaker}:\n`
}
