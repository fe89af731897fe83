import type { RememberedOptions } from '../remembered.ts'

/** For readings of sentences: a batch of turns is routed first and extracted from after that, and both read the same sentences. */
export const keptReadings: RememberedOptions = { most: 5_000, longest: 500 }
