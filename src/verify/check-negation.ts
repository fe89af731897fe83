import { contentWords, sharesBeginning } from './content-words.ts'
import type { Finding } from './finding.ts'
import type { Sources } from './read-sources.ts'
import type { Statement } from './read-statement.ts'

const negator =
  /\b(?:not|never|no|nobody|nothing|neither|nor|without|cannot|hardly|unable|isnt|dont|didnt|wont|cant|nope|no longer|\w+n['’]t)\b/gi
/** A word that turns things round anywhere in a text. */
const anyNegator =
  /\b(?:not|never|no|none|nobody|nothing|neither|nor|without|cannot|hardly|unable|fail(?:ed|s)?|stop(?:ped)?|refus\w+)\b|n['’]t\b/i
/** What a title denies, nobody does; and these deny nothing. */
const idle =
  /["“„«][^"”»]{1,80}["”»]|\b(?:(?:can['’]?t|cannot|couldn['’]?t) (?:wait|believe)|no (?:doubt|problem|worries|wonder)|not (?:only|just)|why not|nothing like)\b/gi
const scopeEnd = /[.!?;:,\n]| - |\bbut\b|\bwhile\b|\balthough\b|\bdespite\b/
/** "I stopped eating meat", "I no longer eat it": the cited words may deny so what the sentence denies with "not". */
const ending = /\b(?:stop(?:ped|s)?|quit|gave up|given up|avoid(?:ed|s|ing)?|refuse[ds]? to)\b/gi
/** Content words that a negator reaches. */
const reach = 4
/** In nats: about one turn in four. */
const rareWeight = 1.5

/** Whether a sentence denies what the cited words affirm, or affirms what they only deny. English only. */
export function checkNegation(statement: Statement, { cited }: Sources, speakerKeys: ReadonlySet<string>): readonly Finding[] {
  const { words, deniesQuestion } = statement
  const sentence = statement.sentence.replace(idle, ' ')
  const turns = cited.map(({ text }) => text.replace(idle, ' '))
  const denied = deniesQuestion ? new Set(words.map(({ key }) => key)) : polarityOf(sentence, speakerKeys).denied
  if (denied.size === 0 && !turns.some(text => anyNegator.test(text))) return []
  const counts = new Map<string, { affirmed: number; denied: number }>()
  for (const text of turns) {
    const said = polarityOf(denied.size > 0 ? text.replace(ending, ' not ') : text, speakerKeys)
    for (const key of said.all) {
      const count = counts.get(key) ?? { affirmed: 0, denied: 0 }
      if (said.denied.has(key)) count.denied++
      else count.affirmed++
      counts.set(key, count)
    }
  }
  const countOf = (key: string) => counts.get(key) ?? counts.entries().find(([other]) => sharesBeginning(key, other))?.[1]
  const wordFor = (key: string | undefined): string => words.find(word => word.key === key)?.word ?? key ?? ''

  if (denied.size > 0) {
    const found = [...denied].flatMap(key => {
      const count = countOf(key)
      return count === undefined ? [] : [{ key, count }]
    })
    const clashes = found.length > 0 ? found.every(({ count }) => count.denied === 0) : !turns.some(text => anyNegator.test(text))
    return clashes ? [{ fault: `denies what the cited words don't deny: "${wordFor(found[0]?.key ?? [...denied][0])}"`, grave: true }] : []
  }
  if (anyNegator.test(sentence)) return []
  const found = words.flatMap(({ key, weight }) => {
    const count = countOf(key)
    return count === undefined ? [] : [{ key, count, rare: weight > rareWeight }]
  })
  const onlyDenied = found.filter(({ count, rare }) => rare && count.denied > 0 && count.affirmed === 0)
  if (onlyDenied.length === 0 || onlyDenied.length * 2 <= found.length) return []
  return [{ fault: `affirms what the cited words deny: "${wordFor(onlyDenied[0]?.key)}"`, grave: false }]
}

/** Keys within reach of a negator, and all keys. */
function polarityOf(
  text: string,
  speakerKeys: ReadonlySet<string>,
): { readonly denied: ReadonlySet<string>; readonly all: ReadonlySet<string> } {
  const [denied, all] = [new Set<string>(), new Set<string>()]
  const keysIn = (part: string): readonly string[] => contentWords(part).flatMap(({ key }) => (speakerKeys.has(key) ? [] : [key]))
  for (const clause of text.split(scopeEnd)) {
    for (const key of keysIn(clause)) all.add(key)
    for (const found of clause.matchAll(negator)) {
      for (const key of keysIn(clause.slice(found.index + found[0].length)).slice(0, reach)) denied.add(key)
    }
  }
  return { denied, all }
}
