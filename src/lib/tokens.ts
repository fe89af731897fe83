/** o200k_harmony tokens of a text: exact for gpt-oss, close for other models. Special-token look-alikes in a text count as plain text. */
export type CountTokens = (text: string) => number

/** Cards are counted again and again: most of a question's time would go into it. */
const mostKept = 20_000
const longestKept = 600

let loading: Promise<CountTokens> | null = null

/** Loads the encoding once, on first need: it costs about 0.1 s, which opening a store should not pay. */
export function loadTokenCounter(): Promise<CountTokens> {
  loading ??= import('gpt-tokenizer/encoding/o200k_harmony').then(({ countTokens }) => {
    const options = { disallowedSpecial: new Set<string>() }
    const known = new Map<string, number>()
    return text => {
      if (text.length > longestKept) return countTokens(text, options)
      let count = known.get(text)
      if (count === undefined) {
        count = countTokens(text, options)
        if (known.size >= mostKept) known.clear()
        known.set(text, count)
      }
      return count
    }
  })
  return loading
}
