import { z } from 'zod'
import { EngramError } from '../../errors.ts'
import type { BenchmarkQuestion, Dataset, History, Irregularity } from './dataset.ts'
import { type Audit, type AuditedQuestion, readLocomoAudit } from './locomo-audit.ts'
import { errataVersion, locomoErrata } from './locomo-errata.ts'
import { evidenceIds, irregularEvidence } from './locomo-evidence.ts'
import { readItems } from './read-items.ts'
import { sourceOf, turnsOf } from './turns-of.ts'

const sampleSchema = z.object({
  sample_id: z.string().min(1),
  conversation: z.record(z.string(), z.unknown()),
  qa: z.array(
    z.object({
      question: z.string(),
      answer: z.union([z.string(), z.number()]).optional(),
      adversarial_answer: z.string().optional(),
      category: z.int(),
      evidence: z.array(z.string()),
    }),
  ),
})
type Sample = z.infer<typeof sampleSchema>
type Item = Sample['qa'][number]

/** In the order of the paper's tables. The numbers are those of the file, checked by their counts in the whole set: see locomoCounts. */
const categories: ReadonlyMap<string, string> = new Map([
  ['4', 'single-hop'],
  ['1', 'multi-hop'],
  ['2', 'temporal'],
  ['3', 'open-domain'],
  ['5', 'adversarial'],
])

/** Questions of each category in the published file of ten conversations. Who names the numbers otherwise gets other counts. */
export const locomoCounts: Readonly<Record<string, number>> = {
  'single-hop': 841,
  'multi-hop': 282,
  temporal: 321,
  'open-domain': 96,
  adversarial: 446,
}

export interface LocomoOptions {
  /** Captions of pictures are part of what systems see. The paper's token counts show that it had none. */
  readonly captions: boolean
  /** An audit's file of errors; null: the published key alone. */
  readonly audit: string | null
}

/** LoCoMo: each sample a history; a question is named by its sample and its place there from 0, `conv-26#5`. */
export function locomo(path: string, { captions, audit }: LocomoOptions): Dataset {
  return {
    name: 'locomo',
    task: 'answer',
    path,
    categories,
    apart: ['adversarial'],
    audit,
    filters: [captions ? 'with captions of pictures' : 'without captions of pictures'],
    writeTime,
    async *histories() {
      const audited = audit === null ? new Map<string, AuditedQuestion>() : await readLocomoAudit(audit)
      for await (const { item, value } of readItems(path, sampleSchema)) yield history(item, value, { captions, audited })
    },
  }
}

interface HistoryOptions {
  readonly captions: boolean
  readonly audited: ReadonlyMap<string, AuditedQuestion>
}

async function history(sample: Sample, value: unknown, { captions, audited }: HistoryOptions): Promise<History> {
  const { sample_id: name, qa } = sample
  const read = await turnsOf(sourceOf(value, name), 'locomo')
  const known = new Set(read.turns.map(({ id }) => id))
  const irregularities = [...read.irregularities, ...datesWithoutSession(sample), ...askedTwice(sample)]
  const questions = qa.map((item, index) => {
    const id = `${name}#${index}`
    for (const what of [...irregularWords(item), ...irregularEvidence(item.evidence, known)]) irregularities.push({ what, where: id })
    const erratum = locomoErrata.get(id)
    if (erratum !== undefined)
      irregularities.push({ what: `gold that the dialogue contradicts (${errataVersion})`, where: `${id}: ${erratum}` })
    const found = audited.get(id)
    if (found !== undefined && found.question !== item.question.trim()) throw otherKey(id)
    return question(item, { id, space: name, audit: found ?? null })
  })
  const turns = captions ? read.turns : read.turns.map(turn => ({ ...turn, attachments: [] }))
  return { name, space: name, turns, questions, irregularities }
}

interface QuestionPlace {
  readonly id: string
  readonly space: string
  readonly audit: Audit | null
}

function question(item: Item, { id, space, audit }: QuestionPlace): BenchmarkQuestion {
  const { question: text, answer, adversarial_answer: trap, category, evidence } = item
  const name = categories.get(String(category)) ?? `category ${category}`
  return {
    id,
    asked: { space, text: text.trim(), at: null },
    gold: {
      category: name,
      answer: answer === undefined ? null : String(answer).trim(),
      quotable: answer !== undefined && name !== 'open-domain',
      // Two adversarial questions have a true answer, and are graded by it.
      abstains: name === 'adversarial' && answer === undefined,
      trap: trap ?? null,
      rubric: [],
      weighted: false,
      tags: [],
      before: [],
      evidence: evidenceIds(evidence),
      evidenceBy: 'turn',
      audit,
    },
  }
}

function otherKey(id: string): EngramError {
  return new EngramError('bad_file', `The audit has another question as ${id}: it is of another version of the file.`)
}

function irregularWords({ question: text, answer, adversarial_answer: trap, category }: Item): readonly string[] {
  const isKnown = categories.has(String(category))
  return [
    ...(isKnown ? [] : ['a category with a number that is not known']),
    ...(text === text.trim() ? [] : ['a question with blanks at its ends, cut off']),
    ...(typeof answer === 'number' ? ['an answer that is a number, read as text'] : []),
    ...(typeof answer === 'string' && answer !== answer.trim() ? ['an answer with blanks at its ends, cut off'] : []),
    ...(category !== 5 && answer === undefined ? ['no answer'] : []),
    ...(answer !== undefined && trap !== undefined ? ['an adversarial question that has a true answer, graded by it'] : []),
  ]
}

/** There are dates of sessions that don't exist: sessions are counted by their turns. */
function datesWithoutSession({ sample_id, conversation }: Sample): readonly Irregularity[] {
  return Object.keys(conversation)
    .map(key => /^(session_\d+)_date_time$/.exec(key)?.[1])
    .filter(session => session !== undefined && !Array.isArray(conversation[session]))
    .map(session => ({ what: 'a date of a session that does not exist, passed over', where: `${sample_id} ${session}` }))
}

function askedTwice({ sample_id, qa }: Sample): readonly Irregularity[] {
  return qa.flatMap(({ question: text }, index) => {
    const first = qa.findIndex(other => other.question === text)
    return first === index ? [] : [{ what: 'the same question again', where: `${sample_id}#${first}, ${sample_id}#${index}` }]
  })
}

const months = 'January February March April May June July August September October November December'.split(' ')

/** 2023-05-08T13:56 -> "1:56 pm on 8 May, 2023", as in the file. */
function writeTime(at: string): string {
  const [, year, month, day, hour, minute] = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d)/.exec(at) ?? []
  if (hour === undefined) return at
  const meridiem = Number(hour) < 12 ? 'am' : 'pm'
  return `${Number(hour) % 12 || 12}:${minute} ${meridiem} on ${Number(day)} ${months[Number(month) - 1]}, ${year}`
}
