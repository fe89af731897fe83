/** For each key a bucket of tokens that fills evenly; a request takes one. */
export interface TokenBuckets {
  /** 0 when it was taken, else the milliseconds until there is one. */
  take(key: string): number
}

const minute = 60_000
/** Above so many, those that are full again are let go: a full one is as good as none. */
const mostBuckets = 1_000

export function createTokenBuckets({ perMinute, now }: { readonly perMinute: number; readonly now: () => number }): TokenBuckets {
  const buckets = new Map<string, { readonly tokens: number; readonly at: number }>()

  function filled(key: string, time: number): number {
    const bucket = buckets.get(key)
    return bucket === undefined ? perMinute : Math.min(perMinute, bucket.tokens + ((time - bucket.at) * perMinute) / minute)
  }

  return {
    take(key) {
      const time = now()
      if (buckets.size > mostBuckets) for (const other of buckets.keys()) if (filled(other, time) >= perMinute) buckets.delete(other)
      const tokens = filled(key, time)
      if (tokens < 1) return Math.ceil(((1 - tokens) * minute) / perMinute)
      buckets.set(key, { tokens: tokens - 1, at: time })
      return 0
    },
  }
}
