import type { Evidence, FactCard } from '../domain.ts'
import { words } from '../lib/terms.ts'
import { formatAnchor } from '../lib/time/format-anchor.ts'
import type { Answerer } from '../seams.ts'
import { isDateQuestion, readDate, sureOfDate } from './date-reader.ts'
import { resolveCitations } from './resolve-citations.ts'

/** Cards quoted where the rules do not answer. */
const mostQuotes = 3
/** A card far behind the first is no close one. */
const leastShare = 0.6

/**
 * The answerer without a model. It answers "when" if it is sure; to anything else it quotes the closest cards, dated and cited, and says
 * that they are notes: measured on LoCoMo, rules that dared more were wrong more often than right. It never writes a sentence of its own that
 * reads like an answer.
 */
export function createQuoteAnswerer(): Answerer {
  return {
    async answer(_, evidence) {
      const dated = answerDate(evidence)
      const said = dated === null ? quoteCards(evidence) : [dated]
      const sentences = said.map(({ text, label }) => ({
        text,
        citations: label === null ? [] : [label],
        verdict: label === null ? null : ('supported' as const),
        faults: [],
      }))
      return {
        text: said.length === 0 ? 'Nothing in memory is about this.' : said.map(({ text }) => text).join('\n'),
        by: dated === null ? 'quotes' : 'dates',
        abstained: said.length === 0,
        sentences,
        citations: resolveCitations(sentences, evidence.cards),
        repair: null,
        usage: null,
        calls: [],
        prompt: null,
        modelMs: null,
      }
    },
  }
}

interface Line {
  readonly text: string
  readonly label: string | null
}

function answerDate({ question, cards }: Evidence): Line | null {
  if (!isDateQuestion(question.text)) return null
  const read = readDate(
    question.text,
    cards.map(card => ({ text: ownWords(card), at: card.at, speaker: card.speaker })),
  )
  const card = read === null ? undefined : cards[read.index]
  if (read === null || card === undefined || read.mention === null || read.confidence < sureOfDate) return null
  return { text: `${formatAnchor(read.anchor)} [${card.label}] — ${quoted(card)}`, label: card.label }
}

/** The words as they were said: in the claim the dates stand twice. */
function ownWords({ sources }: FactCard): string {
  const own = sources.filter(({ turnId }) => turnId === sources[0]?.turnId)
  return own.map(({ text }) => text).join(' ')
}

function quoteCards({ question, cards }: Evidence): readonly Line[] {
  const [first] = cards
  if (first === undefined) return []
  const named = namedSpeaker(question.text, cards)
  const closest = cards.slice(0, mostQuotes).filter(({ score }) => score >= leastShare * first.score)
  const others = named !== null && closest[0]?.speaker !== named ? ` The closest is ${closest[0]?.speaker}'s, not ${named}'s.` : ''
  return [
    { text: `No model is configured; these notes are closest, they are not an answer.${others}`, label: null },
    ...closest.map(card => ({ text: `- ${quoted(card)} [${card.label}]`, label: card.label })),
  ]
}

function quoted({ speaker, at, claim }: FactCard): string {
  return `${speaker}${at === null ? '' : `, ${at.slice(0, 10)}`}: “${claim}”`
}

/** The one speaker of the cards that the question names. */
function namedSpeaker(question: string, cards: readonly FactCard[]): string | null {
  const asked = new Set(words(question))
  const named = [...new Set(cards.map(({ speaker }) => speaker))].filter(speaker => words(speaker).some(word => asked.has(word)))
  return named.length === 1 ? (named[0] ?? null) : null
}
