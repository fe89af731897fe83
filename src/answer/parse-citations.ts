/** One sentence of an answer, and the labels it cites, in the order written, each once. `text` keeps the citations. */
export interface CitedSentence {
  readonly text: string
  readonly labels: readonly string[]
}

// [E1], [E1, E3], [E1][E3], [E1-E3], (E2), also with full-width brackets, as models write them.
const citationPattern = /[[(【［]\s*(E\s?\d+(?:\s*(?:[,;&–-]|and)\s*E?\s?\d+)*)\s*[\])】］]/giu
const sentenceEnd = /(?<=[.!?。！？]["'”’)]*(?:\s*[[(【［]\s*E\s?\d+[^\])】］]*[\])】］])*)\s+(?=\S)|\n+/u

/** Splits an answer into sentences with the citations that stand in or directly after each. */
export function parseCitations(answer: string): readonly CitedSentence[] {
  const sentences: { text: string; labels: string[] }[] = []
  for (const part of answer.split(sentenceEnd)) {
    const text = part.trim()
    if (text === '') continue
    const labels = labelsIn(text)
    const previous = sentences.at(-1)
    // A line of nothing but citations belongs to the sentence before it.
    if (previous !== undefined && withoutCitations(text).replace(/\p{P}/gu, '').trim() === '') {
      previous.text += ` ${text}`
      previous.labels.push(...labels.filter(label => !previous.labels.includes(label)))
    } else sentences.push({ text, labels: [...labels] })
  }
  return sentences
}

/** The answer as a reader, or a judge, wants it: without labels and the blanks before them. */
export function withoutCitations(text: string): string {
  return text.replace(new RegExp(`[ \\t]*${citationPattern.source}`, 'giu'), '')
}

function labelsIn(text: string): readonly string[] {
  const labels = new Set<string>()
  for (const [, inside = ''] of text.matchAll(citationPattern)) {
    let previous: { readonly number: number; readonly end: number } | null = null
    for (const match of inside.matchAll(/\d+/g)) {
      const number = Number(match[0])
      const range = previous !== null && /^\s*[–-]\s*E?\s?$/iu.test(inside.slice(previous.end, match.index))
      // A range is opened up, unless it is absurd: then its ends stand for themselves and fail as unknown labels.
      if (range && previous !== null && number > previous.number && number - previous.number <= 50) {
        for (let between = previous.number + 1; between < number; between++) labels.add(`E${between}`)
      }
      labels.add(`E${number}`)
      previous = { number, end: match.index + match[0].length }
    }
  }
  return [...labels]
}
