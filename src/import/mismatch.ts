import type { z } from 'zod'

/** The first fault that a schema found, with its place: 'session_1[3].text: Invalid input: expected string, received number'. */
export function describeMismatch(error: z.ZodError, place: string): string {
  const [issue] = error.issues
  const path = (issue?.path ?? []).map(part => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`)).join('')
  return `${place}${path}: ${issue?.message ?? 'not of the expected shape'}`
}
