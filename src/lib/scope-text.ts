import type { Scope } from '../domain.ts'

/** A scope as one string: no two scopes have the same, whatever stands in their names. */
export const scopeText = ({ tenant, space }: Scope): string => JSON.stringify([tenant, space])
