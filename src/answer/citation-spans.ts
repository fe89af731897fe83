/** Characters [start, end) of a text that cite, in UTF-16 units, and what they cite. */
export interface CitationSpan {
  readonly start: number
  readonly end: number
  /** E1, E2, ... in the order written, each once. Never empty; whether there are such cards is not checked. */
  readonly labels: readonly string[]
}

// What models write for [E1]: other brackets and digits, lists, ranges, lines ([E1†L2]), notes ([E1: as she said]), links, superscripts.
const digit = '[\\d\\u00b2\\u00b3\\u00b9\\u2070-\\u2079\\u2080-\\u2089\\uff10-\\uff19]'
const noun = '(?:(?:(?:fact )?cards?|evidence|sources?|see|cf\\.?):? )?'
const line = '(?:\\s?†[^\\[\\]【】,;\\n]{0,40})?'
const label = `${noun}[EＥ][ \\u00a0_#]?${digit}{1,9}(?!${digit})${line}`
const separator = '(?:\\s*(?:,\\s*(?:and|or)\\b|[,;&/+|–—-]|(?:and|or|to|through)\\b)\\s*|\\s+)'
const list = `(${label}(?:${separator}(?:${label}|${noun}${digit}{1,3}(?!${digit})))*)`
const note = '(?:\\s*[:,(–—-]\\s*[^\\[\\]【】\\n]{1,120})?'
const link = '(?:\\((?:[a-z][a-z+.-]*:|[#/.])[^()\\s]{0,300}\\))?'
const bracketed = new RegExp(
  [
    `\\\\?\\[{1,2}\\^?\\s{0,9}${list}${note}\\s{0,9}\\\\?\\]{1,2}${link}`,
    `[【［〔]\\s{0,9}${list}${note}\\s{0,9}[】］〕]`,
    `[(（{]\\s{0,9}${list}\\s{0,9}[)）}]`,
    `<sup>\\s{0,9}${list}\\s{0,9}</sup>`,
  ].join('|'),
  'giu',
)
/** Between citations of one place. */
const gap = /^[ \t]*(?:[,;&]|and\b)?[ \t]*$/i
/** What a citation may be wrapped in, as it ends before it and begins after it. */
const wrappers: readonly (readonly [before: RegExp, after: RegExp])[] = [
  [/<sup>\s{0,9}$/i, /^\s{0,9}<\/sup>/i],
  [/[(（]\s{0,9}(?:(?:see|cf\.?|sources?|evidence|cards?):? )?$/i, /^\s{0,9}[)）]/],
  [/\*\*$/, /^\*\*/],
  [/\*$/, /^\*/],
  [/`$/, /^`/],
  [/(?:,\s{0,9})?\b(?:according to|as (?:said|stated|noted|shown|mentioned|seen) in) $/i, /^,?/],
]
const reach = 40
const mostInRange = 50

/** The citations of a text, in its order and apart. A label that stands in no brackets is text: "according to E1". */
export function citationSpans(text: string): readonly CitationSpan[] {
  const runs: { start: number; end: number; labels: Set<string> }[] = []
  for (const { index, 0: written, ...match } of text.matchAll(bracketed)) {
    const labels = labelsOf([match[1], match[2], match[3], match[4]].find(found => found !== undefined) ?? '')
    const last = runs.at(-1)
    if (last !== undefined && index - last.end <= reach && gap.test(text.slice(last.end, index))) {
      last.end = index + written.length
      for (const each of labels) last.labels.add(each)
    } else runs.push({ start: index, end: index + written.length, labels: new Set(labels) })
  }
  return runs.map(({ start, end, labels }, index) => {
    const room = { from: runs[index - 1]?.end ?? 0, to: runs[index + 1]?.start ?? text.length }
    return { ...unwrap(text, { start, end }, room), labels: [...labels] }
  })
}

function unwrap(
  text: string,
  span: { readonly start: number; readonly end: number },
  room: { readonly from: number; readonly to: number },
) {
  const before = text.slice(Math.max(room.from, span.start - reach), span.start)
  const after = text.slice(span.end, Math.min(room.to, span.end + reach))
  for (const [opens, closes] of wrappers) {
    const [opened, closed] = [opens.exec(before), closes.exec(after)]
    if (opened !== null && closed !== null) return { start: span.start - opened[0].length, end: span.end + closed[0].length }
  }
  return span
}

function* labelsOf(list: string): Generator<string> {
  const plain = list.normalize('NFKC').replace(/†[^,;]*/g, '')
  let previous: { readonly number: number; readonly end: number } | null = null
  for (const match of plain.matchAll(/\d+/g)) {
    const number = Number(match[0])
    const range = previous !== null && /^\s*(?:[–—-]|to|through)\s*(?:E[ _#]?)?$/iu.test(plain.slice(previous.end, match.index))
    // A range is opened up, unless it is absurd: then its ends stand for themselves and fail as unknown labels.
    if (range && previous !== null && number > previous.number && number - previous.number <= mostInRange) {
      for (let between = previous.number + 1; between < number; between++) yield `E${between}`
    }
    yield `E${number}`
    previous = { number, end: match.index + match[0].length }
  }
}
