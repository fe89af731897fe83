import fc from 'fast-check'

const pieces: readonly string[] = [
  'I moved to Oslo last year. ',
  'Do you know why? ',
  'Mr. Bean paid 3.50 EUR, e.g. for tea',
  '"Why?" he asked. ',
  'Thanks! ',
  '1. Boil it\n',
  '- Cut it\n',
  '| a | b |\n',
  '```\n',
  '\r\n',
  '\n',
  ' ',
  '\t',
  '.',
  '?',
  '!',
  '。',
  '？',
  '我住在成都。',
  'ที่นี่ ำ',
  'ﾞ',
  'אני גרה בחיפה',
  'أعمل هنا؟',
  '🎉',
  '👩‍👩‍👧',
  '🇵🇹',
  '🏻',
  '\u0301',
  '\u200d',
  '\u0600',
  '\u0d4e',
  '\u2028',
  '\u0085',
  '\ufeff',
  '\ud83d',
  '\udc00',
  'x'.repeat(500),
  "I'd",
  '’',
  '“',
]

/**
 * Texts that break splitters: many scripts, emoji of several characters, accents and joiners alone, halves of surrogate pairs, long runs.
 */
export const awkwardText: fc.Arbitrary<string> = fc.oneof(
  fc.array(fc.constantFrom(...pieces), { maxLength: 24 }).map(parts => parts.join('')),
  fc.string({ unit: 'binary', maxLength: 400 }),
  fc.string({ unit: 'grapheme', maxLength: 400 }),
)

/** Where a grapheme begins, or the white space that a sign before it was to join to (" " after U+0600); and the end of the text. */
export function graphemeStarts(text: string): ReadonlySet<number> {
  const starts = new Set([text.length])
  for (const { index, segment } of new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(text)) {
    starts.add(index)
    if (segment !== '\r\n' && /.\s$/su.test(segment)) starts.add(index + segment.length - 1)
  }
  return starts
}
