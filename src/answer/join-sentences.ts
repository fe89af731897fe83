import type { Sentence } from '../domain.ts'

const listItem = /^(?:[-*•–]|\d{1,3}[.)])\s/

/** As the draft had them, where it holds nothing else; else one after the other, items of a list on lines of their own. */
export function joinSentences(sentences: readonly Sentence[], draft: string): string {
  let from = 0
  let rest = ''
  for (const { text } of sentences) {
    const at = draft.indexOf(text, from)
    if (at < 0) return joined(sentences)
    rest += draft.slice(from, at)
    from = at + text.length
  }
  return (rest + draft.slice(from)).trim() === '' ? draft.trim() : joined(sentences)
}

function joined(sentences: readonly Sentence[]): string {
  return sentences.map(({ text }, index) => (index > 0 ? `${listItem.test(text) ? '\n' : ' '}${text}` : text)).join('')
}
