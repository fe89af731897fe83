import type { CitedClaim, Support, Verifier } from '../seams.ts'
import { judgeClaim } from './judge-claim.ts'

/** Rules alone: no model, no network. */
export function createRuleVerifier(): Verifier {
  return {
    id: 'rules/1',
    async verify(claims, { signal } = {}) {
      return claims.map((claim: CitedClaim): Support => {
        signal?.throwIfAborted()
        return judgeClaim(claim)
      })
    },
  }
}
