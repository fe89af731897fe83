import { monthNames, weekdayNames } from '../lib/time/english/words.ts'
import { escapePattern } from '../lib/words/escape-pattern.ts'
import { contentWords, sharesBeginning } from './content-words.ts'
import type { Finding } from './finding.ts'
import type { Sources } from './read-sources.ts'
import type { Statement } from './read-statement.ts'

const capitalised = "\\p{Lu}[\\p{L}\\p{N}&.'’-]*[\\p{L}\\p{N}]"
/** "The Name of the Wind" is one name, "Pride and Prejudice" only where it is quoted. */
const namePattern = new RegExp(
  `(?<=["“])(?<title>\\p{Lu}[^"”\\n]{1,80})(?=["”])|${capitalised}(?: (?:(?:of|the|de|von|van|der|du|la) ){0,2}${capitalised})*`,
  'gu',
)
const opensSentence = /(?:^|[.!?:"“‘'(\n]\s*)$/u
const timeNames: ReadonlySet<string> = new Set([...monthNames, ...weekdayNames])

/**
 * Names of a sentence, speakers and dates aside, that the cited words don't hold. A name of several words is known by one of them, a quoted
 * title by all. One that is near the cited turns, or in the question, leaves the sentence open. English only: elsewhere capitals tell no names.
 */
export function checkNames(
  { rest, question }: Statement,
  { citedKeys, nearKeys, text }: Sources,
  speakerKeys: ReadonlySet<string>,
): readonly Finding[] {
  const findings: Finding[] = []
  const asked = new Set(contentWords(question).map(({ key }) => key))
  const cited = (key: string): boolean => citedKeys.has(key) || citedKeys.values().some(other => sharesBeginning(key, other))
  const anywhere = (key: string): boolean => cited(key) || nearKeys.has(key) || asked.has(key)
  for (const found of rest.matchAll(namePattern)) {
    const name = found[0].replace(/['’]s$/, '')
    const words = contentWords(name).filter(({ key, word }) => !speakerKeys.has(key) && word.length > 2 && !timeNames.has(word))
    const judged = opensSentence.test(rest.slice(0, found.index)) && found.groups?.title === undefined ? words.filter(isName) : words
    if (judged.length === 0) continue
    const isTitle = found.groups?.title !== undefined
    if (isTitle ? words.every(({ key }) => cited(key)) : words.some(({ key }) => cited(key))) continue
    if (isAbbreviated(name, text)) continue
    const known = isTitle ? words.every(({ key }) => anywhere(key)) : words.some(({ key }) => anywhere(key))
    findings.push({ fault: `${isTitle ? `the quoted "${name}"` : `the name ${name}`} is in none of the cited words`, grave: !known })

    /** The word that opens a sentence has its capital anyway: it must be a name by other signs. */
    function isName({ key, word }: { readonly key: string; readonly word: string }, index: number): boolean {
      if (index > 0 || key !== contentWords(name.split(' ')[0] ?? '')[0]?.key) return true
      return name !== found[0] || isWrittenAsName(word, `${question}\n${text}`)
    }
  }
  return findings
}

/** Within a sentence, with a capital. */
function isWrittenAsName(word: string, text: string): boolean {
  const name = escapePattern(word.replace(/^./u, letter => letter.toUpperCase()))
  return new RegExp(`(?<=[\\p{Ll}\\d,] )${name}(?!\\p{L})`, 'u').test(text)
}

/** "Counter Strike" where the turns say "CS". */
function isAbbreviated(name: string, text: string): boolean {
  const initials = name.match(/(?<=^| )\p{Lu}/gu)?.join('') ?? ''
  return initials.length > 1 && new RegExp(`(?<!\\p{L})${initials}(?!\\p{L})`, 'u').test(text)
}
