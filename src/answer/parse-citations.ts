import { splitSentences } from '../lib/words/split-sentences.ts'
import { citationSpans } from './citation-spans.ts'

/** One sentence of an answer, and the labels it cites, in the order written, each once. `text` keeps the citations. */
export interface CitedSentence {
  readonly text: string
  readonly labels: readonly string[]
}

/** Splits an answer into sentences with the citations that stand in or directly after each, in whatever form models write them. */
export function parseCitations(answer: string): readonly CitedSentence[] {
  const spans = citationSpans(answer)
  const starts = startsOf(answer, spans)
  return starts.flatMap((start, index) => {
    const end = starts[index + 1] ?? answer.length
    const text = answer.slice(start, end).trim()
    const labels = spans.flatMap(span => (span.start >= start && span.start < end ? span.labels : []))
    return text === '' ? [] : [{ text, labels: [...new Set(labels)] }]
  })
}

/** Where sentences begin, the first at 0. A citation after a sentence is of that sentence, unless it opens a line that goes on. */
function startsOf(answer: string, spans: ReturnType<typeof citationSpans>): readonly number[] {
  // Blanks in place of citations: they must not part or join sentences.
  let plain = answer
  for (const { start, end } of spans) plain = plain.slice(0, start) + ' '.repeat(end - start) + plain.slice(end)
  const starts = [0]
  let before = 0
  for (const [index, sentence] of splitSentences(plain).entries()) {
    if (index > 0) {
      const opening = spans.find(
        span => span.start >= before && span.end <= sentence.start && opensLine(answer, span.start, sentence.start),
      )
      starts.push(opening?.start ?? sentence.start)
    }
    before = sentence.end
  }
  return starts
}

const lineEnd = /[\n\r]/

/** Whether nothing but blanks stands before it on its line, and the sentence that begins at `next` is on that line. */
function opensLine(text: string, at: number, next: number): boolean {
  return !lineEnd.test(text.slice(at, next)) && /(?:^|[\n\r])[ \t]*$/.test(text.slice(0, at))
}

const opensText = /(?:^|[\n\r([{“„«])$/
const listMarker = /(?:^|[\n\r])[ \t]*(?:[-*•–]|\d{1,3}[.)])$/
/** "[E1]: she moved." */
const announces = /^[:–—-][ \t]+/
/** Letters of words that blanks part. */
const spaced = /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{N}]/u
const closesText = /^(?:$|[\s.,;:!?…)\]}”»。，；：！？、])/

/** The answer as a reader, or a judge, wants it: without citations and the blanks around them. */
export function withoutCitations(text: string): string {
  let [left, before] = [text, '']
  // What is left may make up another: "[E[E1]2]".
  while (left !== before) {
    before = left
    left = ''
    let from = 0
    for (const { start, end } of citationSpans(before)) {
      left = (left + before.slice(from, start)).replace(/[ \t]+$/, '')
      const tail = /^[ \t]*/.exec(before.slice(end))?.[0] ?? ''
      const next = before.slice(end + tail.length)
      const apart = tail !== '' || /[ \t]/.test(before.charAt(start - 1)) || (spaced.test(left.slice(-1)) && spaced.test(next.charAt(0)))
      from = end + tail.length
      if (opensText.test(left) || listMarker.test(left)) from += announces.exec(next)?.[0].length ?? 0
      if (apart && !opensText.test(left) && !closesText.test(before.slice(from))) left += ' '
    }
    left += before.slice(from)
  }
  return left
}
