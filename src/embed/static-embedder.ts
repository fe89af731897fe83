import type { Embedder } from '../seams.ts'
import { hashWords } from './hash-embedder.ts'
import { loadStaticTable, type StaticTable, staticTableDimensions, staticTableId } from './static-table.ts'

/**
 * The static table as an embedder of single texts, for where no space is at hand to say which words are rare (loaded on first use): a piece's weight is
 * ln(1 + its rank in the vocabulary), which is roughly by falling frequency. A text without a Latin word or a digit
 * is embedded by its hashed words, which finds shared words and no more; only a blank one gets a zero vector.
 */
export function createStaticEmbedder(): Embedder {
  return {
    id: staticTableId,
    dimensions: staticTableDimensions,
    async embed(texts, signal) {
      const table = await loadStaticTable()
      const weightOf = rankWeights(table)
      return texts.map(text => {
        signal?.throwIfAborted()
        const tokens = table.tokenIds(text)
        if (tokens.length === 0) return hashWords(text, staticTableDimensions)
        return table.pool(tokens, Float64Array.from(tokens, weightOf))
      })
    },
  }
}

/** Ranks count from the first whole word; the single characters before it weigh as that does. */
function rankWeights(table: StaticTable): (token: number) => number {
  const [firstWord = 0] = table.tokenIds('the')
  return token => Math.log(1 + Math.max(1, token - firstWord + 1))
}
