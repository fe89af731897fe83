/** Characters [start, end) of a text, in UTF-16 units. */
export interface Stretch {
  readonly start: number
  readonly end: number
}

// What a grapheme goes on with. The last two are letters by category, yet stick to what is before them.
const extender = /^(?:[\p{Grapheme_Extend}\p{M}\p{Emoji_Modifier}\u0e33\u0eb3]|\u200d)/u

/** Whether the character at that place belongs to the one before it: an accent, a skin tone, a joiner. */
export function extendsGrapheme(text: string, at: number): boolean {
  const code = text.charCodeAt(at)
  if (code < 0x300 || Number.isNaN(code)) return false
  return extender.test(text.slice(at, at + 2))
}

/** The stretch without white space at its ends; of no length where it holds nothing else. Never begins inside a grapheme of a space. */
export function trimStretch(text: string, { start, end }: Stretch): Stretch {
  const words = text.slice(start, end)
  const trimmedEnd = start + words.trimEnd().length
  if (trimmedEnd === start) return { start, end: start }
  const trimmedStart = end - words.trimStart().length
  // A space that carries an accent is not white space, even where the stretch begins between the two.
  const carries = extendsGrapheme(text, trimmedStart) && /[^\S\n\r]/.test(text.charAt(trimmedStart - 1))
  return { start: carries ? trimmedStart - 1 : trimmedStart, end: trimmedEnd }
}
