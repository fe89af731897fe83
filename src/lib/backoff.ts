const firstMs = 1_000
const longestMs = 60_000

/**
 * How long to wait after so many failures before this one: a second, doubled each time up to a minute, of which half is random (0 to 1), so
 * that those who failed together do not come back together.
 */
export function backoffMs(failures: number, random: number): number {
  const most = Math.min(longestMs, firstMs * 2 ** failures)
  return Math.round((most / 2) * (1 + random))
}
