import { type CitedSentence, withoutCitations } from './parse-citations.ts'

/** A sentence with its citations told apart: those of cards, and labels that no card has. */
export interface DraftSentence {
  /** Cites cards alone, as [E1][E2]. */
  readonly text: string
  /** Without citations. */
  readonly words: string
  readonly labels: readonly string[]
  readonly unknown: readonly string[]
}

const canonical = /\[E[1-9]\d*\]/g
const closing = /[.!?。！？…]+["'”’»)]*$/u

export function draftSentence({ text, labels }: CitedSentence, known: ReadonlySet<string>): DraftSentence {
  const words = withoutCitations(text).trim()
  const cited = labels.filter(label => known.has(label))
  const unknown = labels.filter(label => !known.has(label))
  // Left as it stands where nothing need change, so that a citation stays at the clause it belongs to.
  const plain = unknown.length === 0 && withoutCitations(text.replaceAll(canonical, '')) === text.replaceAll(canonical, '')
  return { text: plain ? text : withLabels(words, cited), words, labels: cited, unknown }
}

/** The labels before the mark that ends the sentence. */
export function withLabels(words: string, labels: readonly string[]): string {
  if (labels.length === 0) return words
  const end = closing.exec(words)?.index ?? words.length
  return `${words.slice(0, end).trimEnd()} ${labels.map(label => `[${label}]`).join('')}${words.slice(end)}`
}
