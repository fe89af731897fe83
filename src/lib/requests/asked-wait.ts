export type Headers = Readonly<Record<string, string | undefined>>

/**
 * Milliseconds that a server asks to be left alone: retry-after-ms, else retry-after as seconds or as an HTTP date, which is counted from the
 * server's own clock where the reply is dated. Null where it asks for nothing; a gateway's -1 is nothing.
 */
export function askedWait(headers: Headers, now: number): number | null {
  const milliseconds = amount(headers['retry-after-ms'])
  if (milliseconds !== null) return milliseconds
  const after = headers['retry-after']
  const seconds = amount(after)
  if (seconds !== null) return seconds * 1000
  const at = Date.parse(after ?? '')
  if (Number.isNaN(at)) return null
  const from = Date.parse(headers.date ?? '')
  return Math.max(0, at - (Number.isNaN(from) ? now : from))
}

const amount = (value: string | undefined): number | null => (/^\d+(\.\d+)?$/.test(value?.trim() ?? '') ? Number(value) : null)
