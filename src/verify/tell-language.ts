/** As much of a text's language as the rules need. */
export interface TextLanguage {
  /** null where the text is too short to tell. */
  readonly english: boolean | null
  /** Of most of its letters; null where it has none. */
  readonly script: string | null
}

/** Small words of English that no neighbouring language spells alike. */
const englishWords: ReadonlySet<string> = new Set(
  `the and with that this these those have been your his their they she it's i'm you you're what when where who why how which did does
  don't didn't from would could should about are were there after before because while into than then just some other`.split(/\s+/),
)
/** Small words of English that others have too. */
const sharedWords: ReadonlySet<string> = new Set(
  'a an i me my we he her in on at to of for is was be do has had it so as by not no or but if'.split(' '),
)
const otherWords: ReadonlySet<string> = new Set(
  `el la los las que en una un por con del y se muy mi ich und der die das ist nicht ein eine mit für je le les et est une des dans pas eu os um uma
  em não para il lo gli che di per sono non het een van ik niet zijn och att det som jag inte og jeg ikke się nie jest na ve bir bu ja`.split(
    /\s+/,
  ),
)
const wordPattern = /\p{L}[\p{L}\p{M}'’]*/gu
/** Names stand in texts of any language. */
const plainWord = /^\p{Ll}/u
const leastShare = 0.3
/** Fewer plain words tell nothing. */
const leastWords = 6
const sampled = 500

const scripts = ['Latin', 'Cyrillic', 'Greek', 'Arabic', 'Hebrew', 'Devanagari', 'Thai', 'Hangul'].map(script => ({
  script,
  pattern: new RegExp(`\\p{Script=${script}}`, 'gu'),
}))
/** Chinese and Japanese share most of their letters. */
const han = { script: 'Han', pattern: /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu }

export function tellLanguage(text: string): TextLanguage {
  const sample = text.slice(0, sampled)
  const script = mainScript(sample)
  if (script !== 'Latin') return { english: script === null ? null : false, script }
  const words = sample.match(wordPattern) ?? []
  const lower = words.map(word => word.toLowerCase().replace('’', "'"))
  const count = (of: ReadonlySet<string>): number => lower.reduce((sum, word) => (of.has(word) ? sum + 1 : sum), 0)
  const [english, other] = [count(englishWords), count(otherWords)]
  if (english !== other) return { english: english > other, script }
  const plain = words.filter(word => plainWord.test(word)).length
  return { english: plain < leastWords || count(sharedWords) / plain >= leastShare ? null : false, script }
}

/** Whether words of the one can be looked for in the other. */
export function comparable(left: TextLanguage, right: TextLanguage): boolean {
  const apart = left.english !== null && right.english !== null && left.english !== right.english
  return !apart && (left.script === null || right.script === null || left.script === right.script)
}

const beyondAscii = /[^\0-\x7f]/
const asciiLetter = /[a-z]/i

function mainScript(text: string): string | null {
  if (!beyondAscii.test(text)) return asciiLetter.test(text) ? 'Latin' : null
  let [main, most] = [null as string | null, 0]
  for (const { script, pattern } of [...scripts, han]) {
    const count = text.match(pattern)?.length ?? 0
    if (count > most) [main, most] = [script, count]
  }
  return main
}
