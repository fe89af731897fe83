/**
 * A list of phrases, one a line or parted by " / ", in the form of `plainWords`: lower case, no punctuation but apostrophes. A phrase may
 * hold
 * choices, as in "every (?:day|week)".
 */
export function phraseList(lines: string): string {
  return lines
    .split(/ \/ |\n/)
    .map(phrase => phrase.trim())
    .filter(phrase => phrase !== '')
    .join('|')
}

/** The words of a list parted by spaces, as one choice. */
export function wordChoice(words: string): string {
  return `(?:${words.trim().split(/\s+/).join('|')})`
}

/** Finds a phrase anywhere among plain words. Phrases are whole words. */
export function holding(phrases: string): RegExp {
  return new RegExp(` (?:${phrases}) `)
}

/** Finds a phrase at the start of plain words. */
export function opening(phrases: string): RegExp {
  return new RegExp(`^ (?:${phrases}) `)
}
