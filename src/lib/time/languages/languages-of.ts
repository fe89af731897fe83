import { lazily } from '../../lazily.ts'
import { hasPlainLetters } from '../../plain-letters.ts'
import { english, englishCue } from '../english/english.ts'
import { monthNames } from '../english/words.ts'
import type { TimeLanguage } from '../time-language.ts'
import { oneOf } from '../time-rule.ts'
import { chinese } from './chinese.ts'
import { french } from './french.ts'
import { german } from './german.ts'
import { italian } from './italian.ts'
import { japanese } from './japanese.ts'
import { portuguese } from './portuguese.ts'
import { russian } from './russian.ts'
import { spanish } from './spanish.ts'
import { tableLanguage } from './table-language.ts'
import type { TimeTable } from './time-table.ts'

const han = /[\u3005\u4e00-\u9fff]/
const kana = /[\u3041-\u30ff]/
const cyrillic = /[\u0400-\u04ff]/
const latinTables = [spanish, german, french, portuguese, italian]
const englishMonth = new RegExp(`^${oneOf(monthNames)}$`)

const wholeWords = (words: readonly string[]): string => `(?<![\\p{L}'’])${oneOf(words)}(?![\\p{L}])`

/** Words of time that English has not: only with one of them is a text looked at more closely. */
const foreignWords = latinTables.flatMap(({ timeWords, months }) => [...timeWords, ...months.filter(name => !englishMonth.test(name))])
const foreignCue = lazily(() => new RegExp(wholeWords(foreignWords), 'iu'))
/** The same for a text of plain letters in lower case: it compiles in a quarter of the time. */
const plainForeignCue = new RegExp(`(?<![a-z'’])${oneOf(foreignWords)}(?![a-z])`)

const englishWords = [
  'the',
  'and',
  'i',
  'is',
  'was',
  'to',
  'of',
  'my',
  'it',
  'that',
  'you',
  'have',
  'with',
  'this',
  'for',
  'we',
  'had',
  'been',
  'at',
]
/** Enough of a text to tell its language by. */
const sampled = 2000

const languages = new Map<TimeTable, TimeLanguage>()
/** Built at first need: most runs meet one language. */
const languageFor = (table: TimeTable): TimeLanguage => {
  const known = languages.get(table)
  if (known !== undefined) return known
  const built = tableLanguage(table)
  languages.set(table, built)
  return built
}

/** Built at the first suspicion: most runs never have one. */
const tellers = lazily(() => ({
  english: new RegExp(wholeWords(englishWords), 'giu'),
  others: latinTables.map(table => ({
    table,
    common: new RegExp(wholeWords(table.commonWords), 'giu'),
    time: new RegExp(wholeWords([...table.timeWords, ...table.months]), 'giu'),
  })),
}))

/** The languages whose words of time a text may hold; none where it holds no time at all. An English text meets only the English rules. */
export const languagesOf = (text: string): readonly TimeLanguage[] => {
  const found: TimeLanguage[] = []
  const plain = hasPlainLetters(text)
  if (!plain) {
    if (kana.test(text)) found.push(languageFor(japanese))
    else if (han.test(text)) found.push(languageFor(chinese))
    if (cyrillic.test(text)) found.push(languageFor(russian))
  }
  const maybeForeign = plain ? plainForeignCue.test(text.toLowerCase()) : foreignCue().test(text)
  const latinLanguage = maybeForeign ? latinTable(text.slice(0, sampled)) : null
  if (latinLanguage !== null) found.push(languageFor(latinLanguage))
  else if (englishCue.test(text)) found.push(english)
  return found
}

/** null for English, which also wins where nothing tells. */
const latinTable = (text: string): TimeTable | null => {
  const count = (pattern: RegExp): number => text.match(pattern)?.length ?? 0
  const { english, others } = tellers()
  let [best, bestCount]: [TimeTable | null, number] = [null, count(english)]
  for (const { table, common, time } of others) {
    const hits = count(common) + count(time)
    if (hits > bestCount) [best, bestCount] = [table, hits]
  }
  return best
}
