import type { Anchor, Memory, MemoryBody, Span, Turn } from '../domain.ts'
import { textOf } from '../lib/text-of.ts'
import { formatAnchor } from '../lib/time/format-anchor.ts'
import { parseTime } from '../lib/time/parse-time.ts'
import { resolveTimes } from '../lib/time/resolve-times.ts'
import { plainWords } from '../lib/words/plain-words.ts'
import { isQuestion, statementIn } from '../lib/words/questions.ts'
import { isReported, isUnsettled } from '../lib/words/sentence-kinds.ts'
import { splitSentences } from '../lib/words/split-sentences.ts'
import { chooseAnchor } from './choose-anchor.ts'
import { completeRecord } from './complete-record.ts'
import { findQuote } from './find-quote.ts'
import { firstWords } from './record-title.ts'
import { agrees, parseToldDate } from './told-date.ts'
import type { ToldRecord } from './told-record.ts'

/** A turn that records are told of, with those before it, oldest first. */
export interface ReadTurn {
  readonly turn: Turn
  readonly before: readonly Turn[]
}

export type CheckedRecord = { readonly memory: Memory; readonly refused: null } | { readonly memory: null; readonly refused: string }

/**
 * What a model told of a turn, checked before it is believed: its words must stand in the turn, its date agree with what the words resolve to,
 * what is open, asked, reported or said of another must stay so. Whether the words support the claim is the verifier's to say. `refused` says
 * what was wrong.
 */
export function checkRecord(told: ToldRecord, { turn, before }: ReadTurn, writtenBy: string): CheckedRecord {
  const source = quotedSpan(turn, told.quote)
  if (source === null) return refuse('its quote does not stand in the turn')
  const words = wordsOf(turn, source)
  const claim = told.claim.trim()
  const fault = placeholderFault(told) ?? speakerFault(claim, { turn, before, words }) ?? openFault(claim, words)
  if (fault !== null) return refuse(fault)
  const dated = anchorFor(told.date, turn, source)
  if (dated.refused !== null) return refuse(dated.refused)
  return { memory: completeRecord(turn, { body: bodyOf(told, claim), anchor: dated.anchor, sources: [source] }, writtenBy), refused: null }
}

function refuse(refused: string): CheckedRecord {
  return { memory: null, refused }
}

function quotedSpan(turn: Turn, quote: string): Span | null {
  const inText = findQuote(turn.text, quote)
  if (inText !== null) return { turnId: turn.id, attachment: null, ...inText }
  for (const [attachment, { caption }] of turn.attachments.entries()) {
    const inCaption = caption === null ? null : findQuote(caption, quote)
    if (inCaption !== null) return { turnId: turn.id, attachment, ...inCaption }
  }
  return null
}

/** Of the sentences that the span stands in. */
function wordsOf(turn: Turn, span: Span): string {
  const text = textOf(turn, span)
  const { start, end } = span
  const around = splitSentences(text).filter(sentence => sentence.start < end && sentence.end > start)
  return text.slice(around[0]?.start ?? start, around.at(-1)?.end ?? end)
}

const placeholder = /<[^<>]{2,60}>|\[(?:name|speaker|user|date|place)\]|^(?:string|text|claim|none|null|n\/a|\.\.\.|…)$/i

function placeholderFault({ claim, title, steps }: ToldRecord): string | null {
  return [claim, title, ...steps].some(text => placeholder.test(text.trim())) ? 'a placeholder stands in it' : null
}

const firstOrSecond = /^(?:i|i'm|i've|i'll|i'd|my|we|we're|we've|our|you|your)\b/i
const reporting = /\b(?:said|says|told|tells|mentioned|mentions|claims|claimed|thinks|believes|reported|heard|according to)\b/i

/** The claim is about the speaker, or about somebody or something that is no other participant; and another's words stay another's. */
function speakerFault(
  claim: string,
  { turn, before, words }: { readonly turn: Turn; readonly before: readonly Turn[]; readonly words: string },
): string | null {
  if (firstOrSecond.test(claim)) return 'it is not in the third person'
  const others = new Set([...before.map(({ speaker }) => speaker), 'user', 'assistant'].filter(name => !sameName(name, turn.speaker)))
  for (const other of others) if (startsWith(claim, other)) return `it makes ${other} say what ${turn.speaker} said`
  if (isReported(plainWords(words)) && startsWith(claim, turn.speaker) && !reporting.test(claim)) {
    return `it makes ${turn.speaker}'s what somebody else is reported to have said`
  }
  return null
}

const sameName = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase()

/** As the subject: "Ana likes", "The user likes", not "Ana's brother likes". */
function startsWith(claim: string, name: string): boolean {
  const start = claim.replace(/^the /i, '').toLowerCase()
  return start.startsWith(name.toLowerCase()) && !/^['’\p{L}\p{N}]/u.test(start.slice(name.length))
}

const open =
  /\b(?:might|may|maybe|perhaps|possibly|could|would|if|whether|consider\w*|think\w* (?:about|of)|wants?|hopes?|wish\w*|plans?|unsure|undecided|hypothetical\w*|suppos\w*)\b/i

/** A question is no fact, and what is left open stays open. */
function openFault(claim: string, words: string): string | null {
  const sentences = splitSentences(words)
  const asks = sentences.every(({ start, end }) => isQuestion(words.slice(start, end)) && statementIn(words, { start, end }) === null)
  if (asks && sentences.length > 0) return 'its words ask and tell nothing'
  const leftOpen = sentences.every(({ start, end }) => isUnsettled(plainWords(words.slice(start, end))))
  return leftOpen && sentences.length > 0 && !open.test(claim) && !isUnsettled(plainWords(claim))
    ? 'it settles what its words leave open'
    : null
}

type Dated = { readonly anchor: Anchor | null; readonly refused: null } | { readonly anchor: null; readonly refused: string }

/** Our arithmetic decides; a date that was told must agree with it, and none is taken on trust. */
function anchorFor(date: string, turn: Turn, source: Span): Dated {
  const mentions = resolveTimes(textOf(turn, source), turn.at)
  const own = chooseAnchor([source], mentions)
  if (date.trim() === '') return { anchor: own, refused: null }
  const days = parseToldDate(date)
  if (days === null) return own === null ? { anchor: null, refused: `its date "${date}" can't be read` } : { anchor: own, refused: null }
  if (own !== null) {
    if (agrees(days, own)) return { anchor: own, refused: null }
    return { anchor: null, refused: `its date ${date} is not that of "${own.phrase}" (${formatAnchor(own)})` }
  }
  const beside = mentions.find(({ anchor }) => anchor !== null && agrees(days, anchor))
  if (beside !== undefined) return { anchor: beside.anchor, refused: null }
  const said = turn.at === null ? null : parseTime(turn.at)
  // The day it was said on is nothing that the words say, and no harm.
  if (said !== null && days.first <= said.day && said.day <= days.last) return { anchor: null, refused: null }
  return { anchor: null, refused: `no words of the turn say ${date}` }
}

function bodyOf({ kind, title, steps }: ToldRecord, claim: string): MemoryBody {
  const named = title.trim() === '' ? firstWords(claim) : title.trim()
  switch (kind) {
    case 'episodic':
      return { kind, title: named, summary: claim }
    case 'semantic':
      return { kind, fact: claim }
    case 'procedural': {
      const told = steps.map(step => step.trim()).filter(step => step !== '')
      return { kind, title: named, steps: told.length === 0 ? [claim] : told }
    }
  }
}
