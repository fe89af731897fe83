import type { Stretch } from '../lib/words/stretch.ts'

const orderWord = /[,;.]\s+(?:and\s+)?(?=(?:then|next|after that|afterwards|finally|lastly|second|third)\b)/gi

/** The steps of one sentence: "First boil it, then cut it, finally serve it" is three; any other sentence is one. */
export function splitSteps(text: string, { start, end }: Stretch): readonly Stretch[] {
  const sentence = text.slice(start, end)
  const steps: Stretch[] = []
  let from = start
  for (const { index, 0: pause } of sentence.matchAll(orderWord)) {
    if (start + index <= from) continue
    steps.push({ start: from, end: start + index })
    from = start + index + pause.length
  }
  return [...steps, { start: from, end }]
}
