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

function banked(id: string, line: (card: FactCard) => string): CardRenderer {
  return {
    id,
    render(hits) {
      const cards = hits.map(cardOf)
      const banks = Map.groupBy(cards, ({ speaker }) => speaker)
      const text = [...banks].map(([speaker, bank]) => `Memories of ${speaker}:\n${bank.map(line).join('\n')}`).join('\n')
      return { cards, text }
    },
    cost(hit, chosen, countTokens) {
      const card = cardOf(hit, chosen.length)
      const opens = !chosen.some(({ subject }) => (subject.type === 'memory' ? subject.memory.speaker : subject.speaker) === card.speaker)
      return (opens ? countTokens(`Memories of ${card.speaker}:\n`) : 0) + countTokens(`${line(card)}\n`)
    },
  }
}
