import { type Right, rights } from '../domain.ts'

export type { Right }

/** Whose request it is. Every door works in one tenant only: a scope of another does not exist for it. */
export interface Caller {
  readonly tenant: string
  readonly right: Right
}

/** Each right includes those before it. */
export const hasRight = ({ right }: Caller, needed: Right): boolean => rights.indexOf(right) >= rights.indexOf(needed)
