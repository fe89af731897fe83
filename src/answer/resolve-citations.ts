import type { Citation, FactCard, Sentence } from '../domain.ts'

/** Opens every label to the exact words of the turns it rests on, each once, in the order cited. */
export function resolveCitations(sentences: readonly Pick<Sentence, 'citations'>[], cards: readonly FactCard[]): readonly Citation[] {
  const byLabel = new Map(cards.map(card => [card.label, card]))
  const cited = new Set(sentences.flatMap(({ citations }) => citations))
  return [...cited].flatMap(label => {
    const card = byLabel.get(label)
    if (card === undefined) return []
    return card.sources.map(({ text, ...span }) => ({ label, memoryId: card.memoryId, ...span, quote: text }))
  })
}
