interface LeaseTimes {
  readonly until: number | null
  readonly retryAt: number | null
}

/** Whether a space may be claimed: it never was, or nobody holds it and its time to retry has come. */
export const isFree = (lease: LeaseTimes | null, now: number): boolean =>
  lease === null || ((lease.until ?? now) <= now && (lease.retryAt ?? now) <= now)
