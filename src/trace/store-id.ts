import type { Scope } from '../domain.ts'

/** What a space is called among memory stores. */
export const storeIdOf = ({ tenant, space }: Scope): string => `${encodeURIComponent(tenant)}/${encodeURIComponent(space)}`
