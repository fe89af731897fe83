import type { Right } from '../domain.ts'

export type { Right }

/** Whose request it is. Every door works in one tenant only: a scope of another does not exist for it. */
export interface Caller {
  readonly tenant: string
  readonly right: Right
}
