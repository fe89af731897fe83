import type { Anchor, Question } from '../domain.ts'
import { isStopWord, terms, words } from '../lib/terms.ts'
import { resolveTimes } from '../lib/time/resolve-times.ts'
import type { Partition } from './partition.ts'

/** What a question asks for, seen from one space: read once, used by every feature. */
export interface QuestionView {
  /** What to search for: its terms without the speakers' names. */
  readonly terms: readonly string[]
  /** The one speaker it names; null for none or several. */
  readonly speaker: string | null
  /** In a chat with an assistant: whose words answer it. Null in other dialogues, or when it names a speaker. */
  readonly role: 'assistant' | 'user' | null
  /** The times it names. */
  readonly times: readonly Anchor[]
  readonly asksWhen: boolean
}

const whenPattern = /^(?:when|how long|(?:in |on |since )?(?:what|which) (?:date|day|week|month|year|time)s?)\b|\bhow long\b/i
// "What did you recommend?": the assistant's own words are asked for. "Can you list ..." is a request to the reader and asks for the user's.
const assistantPattern =
  /\b(?:did you|have you|had you|were you|you (?:recommend|suggest|mention|explain|provid|list|gave|said|told|describ|propos|advis)(?:e?d)?|your (?:advice|suggestion|recommendation|answer|explanation)s?|remind me|(?:previous|last|earlier) (?:chat|conversation))\b/i

const assistantNames = new Set(['assistant', 'ai', 'bot', 'chatgpt', 'claude'])

export function viewQuestion(question: Question, partition: Partition): QuestionView {
  const asked = new Set(words(question.text))
  // A speaker called A is named by "A", not by "a".
  const exact = new Set(question.text.match(/[\p{L}\p{N}]+/gu))
  const named: string[] = []
  const names = new Set<string>()
  for (const speaker of partition.speakers) {
    const parts = words(speaker)
    if (!parts.some(part => asked.has(part) && (!isStopWord(part) || exact.has(speaker)))) continue
    named.push(speaker)
    for (const part of parts) names.add(part)
  }
  const withoutNames = terms(question.text.replace(/[\p{L}\p{N}'’]+/gu, word => (words(word).every(part => names.has(part)) ? ' ' : word)))
  const chat = [...partition.speakers].some(speaker => assistantNames.has(speaker.toLowerCase()))
  return {
    terms: withoutNames,
    speaker: named.length === 1 ? (named[0] ?? null) : null,
    role: chat && named.length === 0 ? (assistantPattern.test(question.text) ? 'assistant' : 'user') : null,
    times: resolveTimes(question.text, question.at).flatMap(({ anchor }) => (anchor === null ? [] : [anchor])),
    asksWhen: whenPattern.test(question.text.trim()),
  }
}

export function isAssistant(speaker: string): boolean {
  return assistantNames.has(speaker.toLowerCase())
}
