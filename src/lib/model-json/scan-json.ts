export interface JsonStretch {
  readonly start: number
  /** Exclusive. */
  readonly end: number
  readonly text: string
  /** False: the text ends before the value does; `text` then holds only list items that were finished, and is closed. */
  readonly complete: boolean
}

const closers: Readonly<Record<string, string>> = { '{': '}', '[': ']' }

/** The object or array that begins here; null where it is cut and no item of a list in it was finished. */
export function scanJson(text: string, start: number): JsonStretch | null {
  const open: string[] = []
  let listDepth: number | null = null
  let finished: { readonly end: number; readonly open: readonly string[] } | null = null
  let quoted = false
  for (let at = start; at < text.length; at++) {
    const character = text[at] ?? ''
    if (quoted) {
      if (character === '\\') at++
      else if (character === '"') quoted = false
      if (quoted || open.length !== listDepth) continue
    } else if (character === '"') {
      quoted = true
      continue
    } else if (character in closers) {
      open.push(closers[character] ?? '')
      if (character === '[') listDepth ??= open.length
      if (listDepth === open.length) finished = { end: at + 1, open: [...open] }
      continue
    } else if (character === '}' || character === ']') {
      if (open.pop() !== character) return null
      if (open.length === 0) return { start, end: at + 1, text: text.slice(start, at + 1), complete: true }
    } else continue
    if (listDepth !== null && open.length <= listDepth) finished = { end: at + 1, open: [...open] }
  }
  if (finished === null) return null
  return { start, end: text.length, text: text.slice(start, finished.end) + finished.open.toReversed().join(''), complete: false }
}
