import { barePrefixes, closingVocatives, interjections } from './opener-phrases.ts'
import type { Stretch } from './stretch.ts'

// "Hey" and "hey", without making the name after it match in lower case too.
const eitherCase = (phrases: string): string => phrases.replaceAll(/(?<=^|\|)[a-z]/g, letter => `[${letter}${letter.toUpperCase()}]`)

const pause = '\\s*(?:[,!.:;…]+|[–—]+|\\s-+)\\s*'
// "Hey Ana, I moved": a name may stand between the greeting and the comma.
const greeting = new RegExp(`^(?:${eitherCase(interjections)})(?: \\p{Lu}[\\p{L}'’-]*)?${pause}(?=\\S)`, 'u')
const bare = new RegExp(`^(?:${eitherCase(barePrefixes)})\\s+(?=\\S)`)
// Anything that could be one of them is a short run of letters before a space or a mark.
const firstLetters = /^[a-z]/i

/**
 * A sentence without the greeting, interjections and the other's name it opens or closes with: "Hey Ana, so I moved, Ana!" becomes "I
 * moved". What is
 * left is never empty.
 * @param addressee the other speaker; null when unknown
 */
export function trimOpeners(text: string, { start, end }: Stretch, addressee: string | null): Stretch {
  let from = start
  for (;;) {
    const rest = text.slice(from, end)
    if (!firstLetters.test(rest)) break
    const found = greeting.exec(rest) ?? bare.exec(rest)
    const length = found?.[0].length ?? (addressee === null ? 0 : vocativeLength(rest, addressee))
    if (length === 0 || length >= rest.length) break
    from += length
  }
  return { start: from, end: trimClosing(text, from, end, addressee) }
}

function vocativeLength(rest: string, addressee: string): number {
  const [found, name] = /^([\p{L}'’-]+)[,!]+\s+(?=\S)/u.exec(rest) ?? []
  return found !== undefined && name !== undefined && names(name, addressee) ? found.length : 0
}

function trimClosing(text: string, start: number, end: number, addressee: string | null): number {
  const tail = Math.max(start, end - 24)
  const comma = tail + text.slice(tail, end).lastIndexOf(',')
  if (comma < tail || comma === start) return end
  const last = /^,\s*([\p{L}'’-]+)\s*[.!…]*$/u.exec(text.slice(comma, end))?.[1]
  if (last === undefined) return end
  const vocative = closingVocatives.has(last.toLowerCase()) || (addressee !== null && names(last, addressee))
  return vocative && text.slice(start, comma).trim() !== '' ? comma : end
}

/** Whether a word is the addressee's first name or its short form: "Mel" for "Melanie". */
function names(word: string, addressee: string): boolean {
  const lower = word.toLowerCase()
  return lower.length >= 2 && addressee.toLowerCase().startsWith(lower) && (lower.length >= 3 || lower === addressee.toLowerCase())
}
