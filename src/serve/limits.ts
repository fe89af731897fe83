/** What one request, and one key, may ask of the server. null: no limit. */
export interface Limits {
  /** Of a request's body; an import has its own. */
  readonly bodyBytes: number
  readonly importBytes: number
  /** Turns in one request. */
  readonly batch: number
  /** Of one key; as many at once as in a minute. */
  readonly requestsPerMinute: number | null
  /** Requests of one key that are being answered. */
  readonly concurrency: number | null
}

export const usualLimits: Limits = {
  bodyBytes: 4 * 1024 * 1024,
  importBytes: 1024 * 1024 * 1024,
  batch: 1_000,
  requestsPerMinute: 6_000,
  concurrency: 256,
}
