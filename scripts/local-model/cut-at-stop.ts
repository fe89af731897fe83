/**
 * What may be shown of a text that is still being written: it ends before the first of these stops, and what may be the beginning of one, or
 * of a character, is held back.
 */
export function cutAtStop(text: string, stops: readonly string[]): { readonly shown: string; readonly stopped: boolean } {
  const starts = stops.map(stop => text.indexOf(stop)).filter(index => index >= 0)
  if (starts.length > 0) return { shown: text.slice(0, Math.min(...starts)), stopped: true }
  // Bytes of a character that is not whole yet read as U+FFFD.
  const whole = text.replace(/\uFFFD+$/, '')
  const longest = Math.max(0, ...stops.map(({ length }) => length - 1))
  for (let held = Math.min(longest, whole.length); held > 0; held--) {
    const tail = whole.slice(-held)
    if (stops.some(stop => stop.startsWith(tail))) return { shown: whole.slice(0, -held), stopped: false }
  }
  return { shown: whole, stopped: false }
}
