const looksSecret = /\b(?:sk|pk|rk|gsk|xai|hf|key|api)[-_](?=[\w*-]*\d)[\w*-]{8,}|\bBearer\s+[\w.~+/*-]+=*/gi

/** A text of a server as it may stand in a message: without keys, on one line, of at most 300 characters. */
export function redact(text: string, secrets: readonly string[]): string {
  let safe = text
  for (const secret of secrets) if (secret.length > 0) safe = safe.replaceAll(secret, '[key]')
  safe = safe.replace(looksSecret, '[key]').replace(/\s+/g, ' ').trim()
  return safe.length > 300 ? `${safe.slice(0, 299)}…` : safe
}
