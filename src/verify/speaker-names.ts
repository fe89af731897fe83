import { escapePattern } from '../lib/words/escape-pattern.ts'

/** The speakers that a text names, in its order: by the whole name or its first word; "user" and the like in any case. */
export function namedSpeakers(text: string, speakers: readonly string[]): readonly string[] {
  const places = speakers.flatMap(speaker => {
    const index = text.search(speakerPattern(speaker))
    return index === -1 ? [] : [{ speaker, index }]
  })
  return places.sort((left, right) => left.index - right.index).map(({ speaker }) => speaker)
}

/** Names somebody other than to call them: "as Ana said", but not "Thanks, Ana!". */
export function speaksOf(speaker: string, text: string): boolean {
  const found = speakerPattern(speaker).exec(text)
  if (found === null || found.index === 0 || /[,!]\s*$/.test(text.slice(0, found.index))) return false
  return /[^\s!?.,]/.test(text.slice(found.index + found[0].length))
}

/** What follows where a text first names a speaker; null where it doesn't. */
export function textAfter(speaker: string, text: string): string | null {
  const found = speakerPattern(speaker).exec(text)
  return found === null ? null : text.slice(found.index + found[0].length)
}

const patterns = new Map<string, RegExp>()
const mostPatterns = 10_000

function speakerPattern(speaker: string): RegExp {
  const known = patterns.get(speaker)
  if (known !== undefined) return known
  const whole = speaker.trim()
  const [first = ''] = whole.split(/\s+/)
  const forms = [whole, ...(first.length >= 3 ? [first] : [])].filter(form => form !== '').map(escapePattern)
  const source = forms.length === 0 ? '(?!)' : `(?<![\\p{L}\\p{N}])(?:${forms.join('|')})(?![\\p{L}\\p{N}])`
  const made = new RegExp(source, whole === whole.toLowerCase() ? 'iu' : 'u')
  if (patterns.size >= mostPatterns) patterns.clear()
  patterns.set(speaker, made)
  return made
}
