/**
 * The stemmer of LoCoMo's token F1: Porter (An algorithm for suffix stripping, 1980) as NLTK's PorterStemmer changes it in its default mode, which
 * is neither the published algorithm nor Snowball's. NLTK's own rules are marked. Of a lowercase word.
 */
export function nltkPorter(word: string): string {
  const irregular = irregularForms.get(word)
  if (irregular !== undefined) return irregular
  if (word.length <= 2) return word
  return [plural, pastOrGerund, finalY, doubleSuffix, longSuffix, lastSuffix, finalE, finalDoubleL].reduce((stem, step) => step(stem), word)
}

/** NLTK. */
const irregularForms: ReadonlyMap<string, string> = new Map([
  ['sky', 'sky'],
  ['skies', 'sky'],
  ['dying', 'die'],
  ['lying', 'lie'],
  ['tying', 'tie'],
  ['news', 'news'],
  ['innings', 'inning'],
  ['inning', 'inning'],
  ['outings', 'outing'],
  ['outing', 'outing'],
  ['cannings', 'canning'],
  ['canning', 'canning'],
  ['howe', 'howe'],
  ['proceed', 'proceed'],
  ['exceed', 'exceed'],
  ['succeed', 'succeed'],
])

/** c or v for each letter; y is a vowel after a consonant. */
function shape(word: string): string {
  let letters = ''
  for (const letter of word) letters += 'aeiou'.includes(letter) || (letter === 'y' && letters.endsWith('c')) ? 'v' : 'c'
  return letters
}

/** m: how often a consonant follows a vowel. */
const measure = (stem: string): number => shape(stem).split('vc').length - 1
const isLong = (stem: string): boolean => measure(stem) > 0
const isVeryLong = (stem: string): boolean => measure(stem) > 1
const hasVowel = (stem: string): boolean => shape(stem).includes('v')
const endsDouble = (stem: string): boolean => stem.length >= 2 && stem.at(-1) === stem.at(-2) && shape(stem).endsWith('c')

/** Consonant, vowel, consonant but w, x, y. NLTK: also a vowel and a consonant alone. */
function endsShort(stem: string): boolean {
  const letters = shape(stem)
  return (letters.endsWith('cvc') && !/[wxy]$/.test(stem)) || letters === 'vc'
}

interface Rule {
  readonly suffix: string
  readonly becomes: string
  readonly when: (stem: string) => boolean
}

/** The first rule whose suffix is there decides, also where its condition fails. */
function apply(word: string, rules: readonly Rule[]): string {
  const rule = rules.find(({ suffix }) => word.endsWith(suffix))
  if (rule === undefined) return word
  const stem = word.slice(0, word.length - rule.suffix.length)
  return rule.when(stem) ? stem + rule.becomes : word
}

/** "ational ate" -> ational becomes ate. */
function rules(table: string, when: (stem: string) => boolean): readonly Rule[] {
  return table.split(', ').map(line => {
    const [suffix = '', becomes = ''] = line.split(' ')
    return { suffix, becomes, when }
  })
}

const always = (): boolean => true
const pluralRules = rules('sses ss, ies i, ss ss, s', always)

/** NLTK: a word of four letters keeps its e, dies -> die. */
function plural(word: string): string {
  return word.length === 4 && word.endsWith('ies') ? word.slice(0, -1) : apply(word, pluralRules)
}

function pastOrGerund(word: string): string {
  // NLTK: died -> die, spied -> spi.
  if (word.endsWith('ied')) return word.slice(0, word.length === 4 ? -1 : -2)
  if (word.endsWith('eed')) return isLong(word.slice(0, -3)) ? word.slice(0, -1) : word
  const suffix = ['ed', 'ing'].find(ending => word.endsWith(ending) && hasVowel(word.slice(0, -ending.length)))
  if (suffix === undefined) return word
  const stem = word.slice(0, -suffix.length)
  if (/(?:at|bl|iz)$/.test(stem)) return `${stem}e`
  if (endsDouble(stem)) return /[lsz]$/.test(stem) ? stem : stem.slice(0, -1)
  return measure(stem) === 1 && endsShort(stem) ? `${stem}e` : stem
}

/** NLTK: only after a consonant that is not the whole stem. */
function finalY(word: string): string {
  const stem = word.slice(0, -1)
  return word.endsWith('y') && stem.length > 1 && shape(stem).endsWith('c') ? `${stem}i` : word
}

const doubleSuffixes: readonly Rule[] = [
  ...rules(
    'ational ate, tional tion, enci ence, anci ance, izer ize, bli ble, alli al, entli ent, eli e, ousli ous, ization ize, ation ate, ator ate, alism al, iveness ive, fulness ful, ousness ous, aliti al, iviti ive, biliti ble, fulli ful',
    isLong,
  ),
  // NLTK: the l counts with the stem, so that geologi is long enough.
  { suffix: 'logi', becomes: 'log', when: stem => isLong(`${stem}l`) },
]

/** NLTK: alli first, and what is left once more; bli for abli; fulli; logi. */
function doubleSuffix(word: string): string {
  if (word.endsWith('alli') && isLong(word.slice(0, -4))) return doubleSuffix(word.slice(0, -2))
  return apply(word, doubleSuffixes)
}

const longSuffixes = rules('icate ic, ative, alize al, iciti ic, ical ic, ful, ness', isLong)
const longSuffix = (word: string): string => apply(word, longSuffixes)

const lastSuffixes: readonly Rule[] = [
  ...rules('al, ance, ence, er, ic, able, ible, ant, ement, ment, ent', isVeryLong),
  { suffix: 'ion', becomes: '', when: stem => isVeryLong(stem) && /[st]$/.test(stem) },
  ...rules('ou, ism, ate, iti, ous, ive, ize', isVeryLong),
]
const lastSuffix = (word: string): string => apply(word, lastSuffixes)

function finalE(word: string): string {
  const stem = word.slice(0, -1)
  return word.endsWith('e') && (isVeryLong(stem) || (measure(stem) === 1 && !endsShort(stem))) ? stem : word
}

function finalDoubleL(word: string): string {
  return word.endsWith('ll') && isVeryLong(word.slice(0, -1)) ? word.slice(0, -1) : word
}
