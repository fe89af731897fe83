import { findCut } from './find-cut.ts'
import { type SentenceStretch, splitSentences } from './split-sentences.ts'
import { type Stretch, trimStretch } from './stretch.ts'

const mostCharacters = 300
/** A sentence up to this long stays whole. */
const longestSentence = 480

/**
 * The passages of a turn: a turn of up to 300 characters is one; a longer one is split at newlines and sentence ends and packed to at
 * most 300, its
 * longest sentences cut at spaces. In order, without the white space around them; all else is in exactly one passage.
 */
export function splitPassages(text: string): readonly Stretch[] {
  const whole = trimStretch(text, { start: 0, end: text.length })
  if (whole.end - whole.start <= mostCharacters) return whole.end > whole.start ? [whole] : []
  return groupSentences(text).map(([first, ...rest]) => ({ start: first.start, end: rest.at(-1)?.end ?? first.end }))
}

/** The same passages, each as its sentences; a piece of a long sentence counts as one. */
export function groupSentences(text: string): readonly (readonly [SentenceStretch, ...SentenceStretch[]])[] {
  const groups: [SentenceStretch, ...SentenceStretch[]][] = []
  const whole = trimStretch(text, { start: 0, end: text.length })
  const fits = whole.end - whole.start <= mostCharacters
  for (const sentence of splitSentences(text)) {
    for (const piece of fits ? [sentence] : cutLong(text, sentence)) {
      const group = groups.at(-1)
      if (group !== undefined && (fits || piece.end - group[0].start <= mostCharacters)) group.push(piece)
      else groups.push([piece])
    }
  }
  return groups
}

function cutLong(text: string, sentence: SentenceStretch): readonly SentenceStretch[] {
  if (sentence.end - sentence.start <= longestSentence) return [sentence]
  const pieces: SentenceStretch[] = []
  let rest: Stretch = sentence
  while (rest.end - rest.start > mostCharacters) {
    const cut = findCut(text, rest, mostCharacters)
    const piece = trimStretch(text, { start: rest.start, end: cut })
    if (piece.end > piece.start) pieces.push({ ...piece, form: sentence.form })
    rest = trimStretch(text, { start: cut, end: rest.end })
  }
  if (rest.end > rest.start) pieces.push({ ...rest, form: sentence.form })
  return pieces
}
