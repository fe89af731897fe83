import { EngramError } from '../../errors.ts'
import type { OpenEngram, Space } from '../../open.ts'
import type { CountTokens } from '../../seams.ts'
import type { Caller } from '../caller.ts'

/** What one request, or one connection, works with. */
export interface Session {
  readonly caller: Caller
  /** Where a call that names no space works. */
  readonly defaultSpace: string
  /** That one reply may have, all of it counted as it is sent. */
  readonly maxTokens: number
  readonly engram: OpenEngram
  readonly countTokens: CountTokens
}

/** The space of that name, of the caller's tenant: no name reaches another. */
export function spaceOf({ engram, caller, defaultSpace }: Session, name: string | undefined): Space {
  return engram.space({ tenant: caller.tenant, space: name ?? defaultSpace })
}

/** Throws `unknown_space` for one that holds nothing, unless it is the default, which need not exist before something is added. */
export async function assertThere({ defaultSpace }: Session, space: Space): Promise<void> {
  if (space.scope.space === defaultSpace || (await space.exists())) return
  throw new EngramError('unknown_space', `There is no space ${JSON.stringify(space.scope.space)}. memory_stats lists those there are.`, {
    field: 'space',
  })
}

/** Of the caller's spaces, in code unit order, the default one first. */
export async function spaceNamesOf({ engram, caller, defaultSpace }: Session): Promise<readonly string[]> {
  const names = await engram.spaceNames(caller.tenant)
  return names.includes(defaultSpace) ? [defaultSpace, ...names.filter(name => name !== defaultSpace)] : names
}
