import type { Jobs } from '../seams.ts'

/** What is due and what was given up of a space, as it is told through any door. Times are ISO 8601. */
export type JobsJson = Omit<Jobs, 'scope' | 'leasedUntil' | 'retryAt'> & {
  readonly space: string
  readonly leasedUntil: string | null
  readonly retryAt: string | null
}

export function jobsJson({ scope, leasedUntil, retryAt, ...rest }: Jobs): JobsJson {
  return { space: scope.space, leasedUntil: iso(leasedUntil), retryAt: iso(retryAt), ...rest }
}

const iso = (time: number | null): string | null => (time === null ? null : new Date(time).toISOString())
