import type { Verifier } from '../seams.ts'

/** What the first finds only partly supported, the second decides. */
export function withSecondOpinion(first: Verifier, second: Verifier): Verifier {
  return {
    id: `${first.id}+${second.id}`,
    async verify(claims, options) {
      const supports = await first.verify(claims, options)
      const open = claims.filter((_, index) => supports[index]?.verdict === 'partly')
      const opinions = open.length === 0 ? [] : await second.verify(open, options)
      let next = 0
      return supports.map(support => (support.verdict === 'partly' ? (opinions[next++] ?? support) : support))
    },
  }
}
