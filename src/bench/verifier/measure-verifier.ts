import type { Support, Verifier } from '../../seams.ts'
import { type LabelledClaim, type WrongKind, wrongKinds } from './claim-set.ts'

export interface VerifierFigures {
  /** True claims. */
  readonly positives: number
  /** Shares of the true claims. */
  readonly accept: { readonly supported: number; readonly supportedOrPartly: number }
  /** Of the claims called supported, the share that is true, in a mix of half true claims and of the families of `precisionMix`. */
  readonly precisionSupported: number
  readonly precisionSupportedOrPartly: number
  /** The first precision where that share of all claims is true. */
  readonly precisionByShareTrue: Readonly<Record<string, number>>
  /** Shares of the wrong claims of a kind that are called neither supported nor partly; null where there are none. */
  readonly reject: Readonly<Record<string, number | null>>
  readonly counts: Readonly<Record<string, number>>
  /** By the clock that was given. */
  readonly msPerCheck: number
}

/** Each family weighs the same, and each kind within one: by itself, or together with others by their counts. */
const precisionMix: readonly (readonly (readonly WrongKind[])[])[] = [
  [['speaker', 'object']],
  [['card', 'nearCard']],
  [['name'], ['number'], ['date'], ['negation'], ['entity']],
  [['otherAnswer']],
]
const sharesTrue = [0.25, 0.5, 0.75, 0.9]

/** Runs a verifier over labelled claims, one at a time. `now` in milliseconds. */
export async function measureVerifier(verifier: Verifier, labelled: readonly LabelledClaim[], now: () => number): Promise<VerifierFigures> {
  const judged: { readonly kind: LabelledClaim['kind']; readonly verdict: Support['verdict'] }[] = []
  const start = now()
  for (const { kind, claim } of labelled) {
    const [support] = await verifier.verify([claim])
    judged.push({ kind, verdict: support?.verdict ?? 'unsupported' })
  }
  const msPerCheck = (now() - start) / Math.max(1, labelled.length)

  const share = (kinds: readonly LabelledClaim['kind'][], accepted: readonly Support['verdict'][]): number | null => {
    const own = judged.filter(({ kind }) => kinds.includes(kind))
    return own.length === 0 ? null : own.filter(({ verdict }) => accepted.includes(verdict)).length / own.length
  }
  const precision = (accepted: readonly Support['verdict'][], shareTrue: number): number => {
    const right = shareTrue * (share(['true'], accepted) ?? 0)
    const wrong = (1 - shareTrue) * mean(precisionMix.map(family => mean(family.map(kinds => share(kinds, accepted)))))
    return right + wrong === 0 ? 1 : right / (right + wrong)
  }
  const byKind = <T>(of: (kind: WrongKind) => T): Readonly<Record<string, T>> =>
    Object.fromEntries(wrongKinds.map(kind => [kind, of(kind)]))
  const rejected = (kind: WrongKind): number | null => share([kind], ['unsupported'])
  return {
    positives: judged.filter(({ kind }) => kind === 'true').length,
    accept: { supported: share(['true'], ['supported']) ?? 0, supportedOrPartly: share(['true'], ['supported', 'partly']) ?? 0 },
    precisionSupported: precision(['supported'], 0.5),
    precisionSupportedOrPartly: precision(['supported', 'partly'], 0.5),
    precisionByShareTrue: Object.fromEntries(sharesTrue.map(each => [each, precision(['supported'], each)])),
    reject: byKind(rejected),
    counts: byKind(kind => judged.filter(each => each.kind === kind).length),
    msPerCheck,
  }
}

/** Of those that are known; 0 for none. */
function mean(values: readonly (number | null)[]): number {
  const known = values.filter(value => value !== null)
  return known.length === 0 ? 0 : known.reduce((sum, value) => sum + value, 0) / known.length
}
