import { numberWords } from '../lib/time/english/words.ts'
import { oneOf } from '../lib/time/time-rule.ts'

const countFrom = (first: number, step: number, words: readonly string[]): readonly (readonly [string, number])[] =>
  words.map((word, index) => [word, first + step * index])

const ones = new Map(countFrom(1, 1, numberWords.slice(0, 9)))
const tens = new Map(countFrom(20, 10, 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ')))
const scales = new Map([...countFrom(100, 900, ['hundred', 'thousand']), ['million', 1_000_000] as const])
const others = new Map([
  ...countFrom(1, 1, numberWords),
  ...countFrom(13, 1, 'thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(' ')),
  ...countFrom(1, 1, 'once twice thrice'.split(' ')),
  ...([
    ['zero', 0],
    ['couple', 2],
    ['both', 2],
    ['dozen', 12],
    ['another', 1],
    ['single', 1],
  ] as const),
  ...scales,
])
/** They seldom count: "one of them", "both". */
const looseWords: ReadonlySet<string> = new Set(['one', 'once', 'both', 'another', 'single'])

const numberPattern = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:(?<digits>\\d+(?:[,’]\\d{3})*(?:\\.\\d+)?)|(?<ten>${oneOf(tens.keys())})(?:[ -](?<one>${oneOf(ones.keys())}))?(?!\\p{L})|` +
    `(?<word>${oneOf(others.keys())})(?!\\p{L}))(?:(?: |-)(?<scale>${oneOf(scales.keys())}))?(?=(?:[ -](?<unit>day|week|month|year)s?(?!\\p{L}))?)`,
  'giu',
)
const plainDigits = /^\d+$/

/** A number as it is written, with what it counts to. */
export interface WrittenNumber {
  readonly text: string
  readonly value: number
  /** It may be no count at all: "one of them". */
  readonly loose: boolean
  /** Where it counts time. */
  readonly unit: 'day' | 'week' | 'month' | 'year' | null
}

export function isNumberWord(word: string): boolean {
  return others.has(word) || tens.has(word) || plainDigits.test(word)
}

/** The numbers of a text, in digits or English words, in order: "twenty-five" and "25", "2 thousand" and "2,000" are the same. */
export function readNumbers(text: string): readonly WrittenNumber[] {
  return [...text.normalize('NFKC').matchAll(numberPattern)].map(({ 0: written, groups = {} }) => {
    const [ten, one, word, scale, unit] = [groups.ten, groups.one, groups.word, groups.scale, groups.unit].map(
      part => part?.toLowerCase() ?? '',
    )
    const value =
      groups.digits === undefined
        ? (tens.get(ten ?? '') ?? 0) + (ones.get(one ?? '') ?? 0) + (others.get(word ?? '') ?? 0)
        : Number(groups.digits.replace(/[,’]/g, ''))
    return {
      text: written,
      value: value * (scales.get(scale ?? '') ?? 1),
      loose: looseWords.has(written.toLowerCase()),
      unit: unit === 'day' || unit === 'week' || unit === 'month' || unit === 'year' ? unit : null,
    }
  })
}
