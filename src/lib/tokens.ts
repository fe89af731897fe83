import type { CountTokens } from '../seams.ts'
import { loadO200kCounter } from './o200k/load-counter.ts'
import { remembered } from './remembered.ts'

/** Cards are counted again and again: most of a question's time would go into it. */
const kept = { most: 20_000, longest: 600 }

let loading: Promise<CountTokens> | null = null

/** Loads the encoding once, on first need. */
export function loadTokenCounter(): Promise<CountTokens> {
  loading ??= loadO200kCounter().then(countTokens => remembered(countTokens, kept))
  return loading
}
