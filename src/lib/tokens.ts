/** o200k_harmony tokens of a text: exact for gpt-oss, close for other models. Special-token look-alikes in a text count as plain text. */
export type CountTokens = (text: string) => number

let loading: Promise<CountTokens> | null = null

/** Loads the encoding once, on first need: it costs about 0.1 s, which opening a store should not pay. */
export function loadTokenCounter(): Promise<CountTokens> {
  loading ??= import('gpt-tokenizer/encoding/o200k_harmony').then(({ countTokens }) => {
    const options = { disallowedSpecial: new Set<string>() }
    return text => countTokens(text, options)
  })
  return loading
}
