import type { Served } from '../../domain.ts'

/** How many replies a model gave, by what the server says that it is. */
export interface ServedCount extends Served {
  /** As it was asked for. */
  readonly requested: string
  readonly replies: number
}

/** In the order in which they are first met. */
export function countServed(replies: readonly { readonly requested: string; readonly served: Served }[]): readonly ServedCount[] {
  const groups = Map.groupBy(replies, ({ requested, served }) => JSON.stringify([requested, served.model, served.fingerprint]))
  return [...groups.values()].flatMap(of => {
    const [one] = of
    return one === undefined ? [] : [{ requested: one.requested, ...one.served, replies: of.length }]
  })
}
