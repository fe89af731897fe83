import type { Anchor, Question } from '../domain.ts'
import { asciiOnly } from '../lib/ascii-only.ts'
import { contentWords, isStopWord, stem, words } from '../lib/terms.ts'
import { resolveTimes } from '../lib/time/resolve-times.ts'
import { lasting } from './lasting.ts'
import type { Measured } from './measured.ts'
import type { Partition } from './partition.ts'
import type { SparseScores } from './sparse-scores.ts'

/** What a question asks for, seen from one space: read once, used by every feature. */
export interface QuestionView {
  /** Of the question without the speakers' names: its words but for stop words, and those stemmed, in order and with repeats. */
  readonly words: readonly string[]
  readonly terms: readonly string[]
  /** The stems of the names left out. */
  readonly names: ReadonlySet<string>
  /** The one speaker it names; null for none or several. */
  readonly speaker: string | null
  /** In a chat with an assistant: whose words answer it. Null in other dialogues, or when it names a speaker. */
  readonly role: 'assistant' | 'user' | null
  /** The times it names. */
  readonly times: readonly Anchor[]
  readonly asksWhen: boolean
  /** BM25 of the passages that hold or stand near its words. */
  readonly wordScores: SparseScores
  /** The vector of its text by the static table, of unit length or zeros. */
  readonly vector: Float32Array
  /** Nearness in meaning by passage, as cosines; null where the question has no word of the table. */
  readonly cosines: Measured | null
  /** The same by the vectors of an embedder; null where there is no embedder. */
  readonly embedded: Measured | null
}

const whenPattern = /^(?:when|how long|(?:in |on |since )?(?:what|which) (?:date|day|week|month|year|time)s?)\b|\bhow long\b/i
// "What did you recommend?" asks for the assistant's own words; "Can you list ..." is a request to the reader and asks for the user's.
const toldForms =
  'recommended|suggested|mentioned|told|provided|gave|listed|said|explained|wrote|generated|created|advised|proposed|outlined|described|shared|showed'
const givenThings = 'advice|suggestions?|recommendations?|explanations?|guidance|tips|answers?|instructions?'
const assistantPattern = new RegExp(
  `\\b(?:did you|you (?:\\w+ )?(?:${toldForms})|your (?:\\w+ )?(?:${givenThings}))\\b|\\bremind me\\b|\\b(?:previous|earlier|last) (?:chat|conversation)\\b`,
  'i',
)

const assistantNames = new Set(['assistant', 'ai', 'bot', 'chatgpt', 'claude'])

/** `embedded`: cosines by an embedder's vectors, by passage. */
export function viewQuestion(question: Question, partition: Partition, embedded: Measured | null = null): QuestionView {
  const asked = askedIn(partition)(question)
  return {
    ...asked,
    wordScores: partition.lexical.search(new Map(asked.terms.map(term => [term, 1]))),
    cosines: partition.vectors.search(asked.vector),
    embedded,
  }
}

type Asked = Omit<QuestionView, 'wordScores' | 'cosines' | 'embedded'>

const mostAsked = 200

/** What a question says, as long as the space stays as it is: an agent asks the same one at each of its steps. */
const askedIn = lasting(partition => {
  const known = new Map<string, Asked>()
  return (question: Question): Asked => {
    const { text, at } = question
    const key = `${at ?? ''}\n${text}`
    let asked = known.get(key)
    if (asked === undefined) {
      if (known.size >= mostAsked) known.clear()
      asked = readQuestion(question, partition)
      known.set(key, asked)
    }
    return asked
  }
})

function readQuestion({ text: whole, at }: Question, partition: Partition): Asked {
  const said = new Set(words(whole))
  const { speakers, chat } = speakersIn(partition)
  const named: string[] = []
  const names = new Set<string>()
  for (const { speaker, parts } of speakers) {
    if (!parts.some(part => said.has(part) && (!isStopWord(part) || saysExactly(whole, speaker)))) continue
    named.push(speaker)
    for (const part of parts) names.add(part)
  }
  const isName = (word: string): boolean =>
    plainWord.test(word) ? names.has(word.toLowerCase()) : words(word).every(part => names.has(part))
  const text = whole.replace(asciiOnly.test(whole) ? asciiWord : anyWord, word => (isName(word) ? ' ' : word))
  const told = contentWords(text)
  return {
    words: told,
    terms: told.map(stem),
    names: new Set([...names].map(stem)),
    speaker: named.length === 1 ? (named[0] ?? null) : null,
    role: chat && named.length === 0 ? (assistantPattern.test(whole) ? 'assistant' : 'user') : null,
    times: resolveTimes(whole, at).flatMap(({ anchor }) => (anchor === null ? [] : [anchor])),
    asksWhen: whenPattern.test(whole.trim()),
    vector: partition.vectors.vectorOf(text),
  }
}

const plainWord = /^[A-Za-z0-9]+$/
const anyWord = /[\p{L}\p{N}'’]+/gu
/** The same in a text of ASCII alone, in a fraction of the time. */
const asciiWord = /[A-Za-z0-9']+/g

const speakersIn = lasting(({ speakers }) => ({
  speakers: [...speakers].map(speaker => ({ speaker, parts: words(speaker) })),
  chat: [...speakers].some(isAssistant),
}))

/** A speaker called A is named by "A", not by "a". */
function saysExactly(text: string, speaker: string): boolean {
  return text.match(/[\p{L}\p{N}]+/gu)?.includes(speaker) ?? false
}

export function isAssistant(speaker: string): boolean {
  return assistantNames.has(speaker.toLowerCase())
}
