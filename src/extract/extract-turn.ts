import type { Memory, MemoryBody, MemoryKind, Turn } from '../domain.ts'
import { resolveTimes } from '../lib/time/resolve-times.ts'
import type { SentenceKinds } from '../lib/words/sentence-kinds.ts'
import { groupSentences } from '../lib/words/split-passages.ts'
import type { SentenceStretch } from '../lib/words/split-sentences.ts'
import { askedQuestion } from './asked-question.ts'
import { chooseAnchor } from './choose-anchor.ts'
import { completeRecord, type Draft } from './complete-record.ts'
import { type PassageContext, type ReadStatement, readPassage } from './read-passage.ts'
import { firstWords, recordTitle } from './record-title.ts'
import { type SharedCaption, sharedCaptions } from './shared-captions.ts'
import { sourceSpans } from './source-spans.ts'
import { splitSteps } from './split-steps.ts'
import { type Passage, writeClaim, writeStatement } from './write-claim.ts'

export interface TurnReading {
  readonly kinds: ReadonlySet<MemoryKind>
  readonly before: Turn | undefined
  /** What stands in the records as their writer. */
  readonly writer: string
}

/** The records of a turn; see createRuleExtractor. */
export function extractTurn(turn: Turn, { kinds, before, writer }: TurnReading): readonly Memory[] {
  if (kinds.size === 0) return []
  const passages = readPassages(turn, before)
  const anywhere = kindsShown(passages)
  const drafts: Draft[] = []
  const captions = kinds.has('episodic') ? sharedCaptions(turn) : []
  // A caption goes with what is said about it; the rest of a long one stands alone.
  const companions = captions.filter(
    ({ source }, index) => captions.findIndex(other => other.source.attachment === source.attachment) === index,
  )
  if (passages.length === 0 && companions.length > 0) drafts.push(draftShared(turn, companions))
  for (const [index, passage] of passages.entries()) {
    if (kinds.has('episodic')) drafts.push(draftEvent(turn, passage, index === 0 ? companions : []))
    const facts = kinds.has('semantic') ? showing(passage, 'semantic', anywhere) : []
    if (facts.length > 0) drafts.push(draftFact(turn, passage, facts))
    const steps = kinds.has('procedural') ? showing(passage, 'procedural', anywhere) : []
    if (steps.length > 0) drafts.push(draftSteps(turn, passage, steps))
  }
  for (const caption of captions) if (!companions.includes(caption)) drafts.push(draftShared(turn, [caption]))
  return drafts.map(draft => completeRecord(turn, draft, writer))
}

function readPassages(turn: Turn, before: Turn | undefined): readonly Passage[] {
  const { text, at } = turn
  const addressee = before === undefined || before.speaker === turn.speaker ? null : before.speaker
  const question = askedQuestion(turn, before)
  return groupSentences(text)
    .map((sentences, index) => readTimedPassage(text, sentences, { at, addressee, question: index === 0 ? question : null }))
    .filter(({ statements }) => statements.length > 0)
}

function readTimedPassage(
  text: string,
  sentences: readonly [SentenceStretch, ...SentenceStretch[]],
  { at, ...context }: PassageContext & { readonly at: string | null },
): Passage {
  const statements = readPassage(text, sentences, context)
  if (statements.length === 0) return { text, statements, mentions: [] }
  const from = sentences[0].start
  const words = text.slice(from, sentences.at(-1)?.end)
  const mentions = resolveTimes(words, at).map(mention => ({ ...mention, start: mention.start + from, end: mention.end + from }))
  return { text, statements, mentions }
}

function kindsShown(passages: readonly Passage[]): SentenceKinds {
  const shown = { semantic: false, procedural: false }
  for (const { statements } of passages) {
    for (const { kinds } of statements) {
      shown.semantic ||= kinds.semantic
      shown.procedural ||= kinds.procedural
    }
  }
  return shown
}

/** The statements of a passage that show a kind, with those they lean on. Where the whole turn shows none, yet the router saw it: all. */
function showing(passage: Passage, kind: keyof SentenceKinds, anywhere: SentenceKinds): readonly ReadStatement[] {
  if (!anywhere[kind]) return passage.statements
  const { statements } = passage
  const chosen = new Set<ReadStatement>()
  const wholeList = kind === 'procedural' && statements.some(({ item, kinds }) => item && kinds.procedural)
  for (const [index, statement] of statements.entries()) {
    const inList = wholeList && (statement.item || announces(statement, statements[index + 1]))
    if (!statement.kinds[kind] && !inList) continue
    for (let first = index; ; first--) {
      const needed = statements[first]
      if (needed === undefined) break
      chosen.add(needed)
      if (!needed.leans) break
    }
  }
  return statements.filter(statement => chosen.has(statement))
}

/** "To deploy:", before a list. */
function announces({ text }: ReadStatement, next: ReadStatement | undefined): boolean {
  return next?.item === true && /[:：]$/.test(text)
}

function draftEvent(turn: Turn, passage: Passage, captions: readonly SharedCaption[]): Draft {
  const { statements, mentions } = passage
  const title = recordTitle(statements, { speaker: turn.speaker, mentions })
  const summary = [writeClaim(passage, statements), ...captions.map(({ words }) => words)].join('\n')
  return draft({ kind: 'episodic', title, summary }, turn, { passage, statements, captions })
}

function draftFact(turn: Turn, passage: Passage, statements: readonly ReadStatement[]): Draft {
  return draft({ kind: 'semantic', fact: writeClaim(passage, statements) }, turn, { passage, statements })
}

function draftSteps(turn: Turn, passage: Passage, statements: readonly ReadStatement[]): Draft {
  const title = recordTitle(statements, { speaker: turn.speaker, mentions: passage.mentions })
  const steps: string[] = []
  for (const statement of statements) {
    const words = splitSteps(passage.text, statement).map(stretch => writeStatement(passage, statement, stretch))
    const last = steps.pop()
    if (last === undefined) steps.push(...words)
    else if (statement.leans) steps.push(`${last} ${words.join(' ')}`)
    else steps.push(last, ...words)
  }
  return draft({ kind: 'procedural', title, steps }, turn, { passage, statements })
}

function draftShared({ speaker }: Turn, captions: readonly SharedCaption[]): Draft {
  const summary = captions.map(({ words }) => words).join('\n')
  return {
    body: { kind: 'episodic', title: firstWords(`${speaker} ${summary}`), summary },
    anchor: null,
    sources: captions.map(({ source }) => source),
  }
}

function draft(
  body: MemoryBody,
  turn: Turn,
  {
    passage,
    statements,
    captions = [],
  }: { readonly passage: Passage; readonly statements: readonly ReadStatement[]; readonly captions?: readonly SharedCaption[] },
): Draft {
  const questions = statements.flatMap(({ asked }) => (asked === null ? [] : [asked.source]))
  return {
    body,
    anchor: chooseAnchor(statements, passage.mentions),
    sources: [...sourceSpans(turn.id, turn.text, statements), ...captions.map(({ source }) => source), ...questions],
  }
}
