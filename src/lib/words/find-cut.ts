import { lazily } from '../lazily.ts'
import { extendsGrapheme, type Stretch } from './stretch.ts'

const graphemes = lazily(() => new Intl.Segmenter('en', { granularity: 'grapheme' }))
const pauses: readonly RegExp[] = [/[\n\r]/, /\s/, /[、，；：。]/]

/**
 * Where to cut a stretch that is longer than `most` characters: after the last newline, space or wide comma of the second half of the
 * first `most`, else between two graphemes. Never inside a grapheme, and always after `start`: one that is longer than `most` stays whole.
 */
export function findCut(text: string, { start, end }: Stretch, most: number): number {
  for (const pause of pauses) {
    for (let at = Math.min(end, start + most); at > start + most / 2; at--) {
      if (pause.test(text.charAt(at - 1)) && !goesOn(text, at)) return at
    }
  }
  for (let reach = most + 64; ; reach *= 2) {
    const window = text.slice(start, Math.min(end, start + reach))
    const found = graphemes().segment(window).containing(most)
    if (found === undefined) return end
    if (found.index > 0) return start + found.index
    if (found.segment.length < window.length || start + window.length === end) return start + found.segment.length
  }
}

function goesOn(text: string, at: number): boolean {
  return extendsGrapheme(text, at) || (text.charAt(at) === '\n' && text.charAt(at - 1) === '\r')
}
