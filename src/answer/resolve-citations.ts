import type { Citation, FactCard, Sentence } from '../domain.ts'
import type { CitedSentence } from './parse-citations.ts'

/** A citation of a label that is no card makes its sentence unsupported; one without any is uncited; what the words say is left unchecked. */
export function checkLabels(sentences: readonly CitedSentence[], cards: readonly FactCard[]): readonly Sentence[] {
  const known = new Set(cards.map(({ label }) => label))
  return sentences.map(({ text, labels }) => ({
    text,
    citations: labels,
    verdict: labels.length === 0 ? 'uncited' : labels.every(label => known.has(label)) ? null : 'unsupported',
  }))
}

/** Opens every valid label to the exact words of the turns it rests on, each once, in the order cited. */
export function resolveCitations(sentences: readonly Sentence[], cards: readonly FactCard[]): readonly Citation[] {
  const byLabel = new Map(cards.map(card => [card.label, card]))
  const cited = new Set(sentences.flatMap(({ citations }) => citations))
  return [...cited].flatMap(label => {
    const card = byLabel.get(label)
    if (card === undefined) return []
    return card.sources.map(({ turnId, text }) => ({ label, memoryId: card.memoryId, turnId, quote: text }))
  })
}
