/** A segmenter of this language, made on first need: each takes milliseconds, and a short command may need none. */
export function lazySegmenter(locale: 'en' | 'el', granularity: 'sentence' | 'grapheme'): () => Intl.Segmenter {
  let made: Intl.Segmenter | null = null
  return () => {
    made ??= new Intl.Segmenter(locale, { granularity })
    return made
  }
}
