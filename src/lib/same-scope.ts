import type { Scope } from '../domain.ts'

export const sameScope = (a: Scope, b: Scope): boolean => a.tenant === b.tenant && a.space === b.space
