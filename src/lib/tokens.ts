import { loadO200kCounter } from './o200k/load-counter.ts'

/** o200k_harmony tokens of a text: exact for gpt-oss, close for other models. Special-token look-alikes in a text count as plain text. */
export type CountTokens = (text: string) => number

/** Cards are counted again and again: most of a question's time would go into it. */
const mostKept = 20_000
const longestKept = 600

let loading: Promise<CountTokens> | null = null

/** Loads the encoding once, on first need. */
export function loadTokenCounter(): Promise<CountTokens> {
  loading ??= loadO200kCounter().then(countTokens => {
    const known = new Map<string, number>()
    return text => {
      if (text.length > longestKept) return countTokens(text)
      let count = known.get(text)
      if (count === undefined) {
        count = countTokens(text)
        if (known.size >= mostKept) known.clear()
        known.set(text, count)
      }
      return count
    }
  })
  return loading
}
