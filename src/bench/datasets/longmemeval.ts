import { statSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { EngramError } from '../../errors.ts'
import { parseSessionTime } from '../../import/longmemeval.ts'
import type { BenchmarkQuestion, Dataset, Gold, History, Irregularity } from './dataset.ts'
import { evidenceOf } from './longmemeval-evidence.ts'
import { type FurtherQuestions, fileSchema, type HistoryItem } from './longmemeval-schema.ts'
import { opaqueId } from './opaque-id.ts'
import { readItems } from './read-items.ts'
import { sourceOf, turnsOf } from './turns-of.ts'

const types = [
  'single-session-user',
  'single-session-assistant',
  'single-session-preference',
  'multi-session',
  'temporal-reasoning',
  'knowledge-update',
]
/** Questions that are not of the official set, beside a history of it. */
const further = 'further'

/**
 * LongMemEval, S, M or oracle, original or cleaned: each item a history. A question is named by its item, and by its place from 0 where an item
 * has several. A folder is one set: files of histories, and files of further questions on them.
 */
export function longmemeval(path: string): Dataset {
  return {
    name: 'longmemeval',
    task: 'answer',
    path,
    categories: new Map([...types, further].map(type => [type, type])),
    apart: [],
    audit: null,
    filters: [],
    writeTime,
    async *histories() {
      const files = statSync(path, { throwIfNoEntry: false })?.isDirectory()
        ? (await readdir(path)).toSorted().map(name => join(path, name))
        : [path]
      const others = await furtherQuestions(files)
      let histories = 0
      for (const file of files) {
        for await (const { item, value } of readItems(file, fileSchema)) {
          if (!('haystack_sessions' in item)) break
          histories += 1
          yield history(item, value, others.get(item.question_id) ?? [])
        }
      }
      if (histories === 0)
        throw new EngramError('bad_file', `${path} holds questions without their histories. Name the file that has both.`, { file: path })
    },
  }
}

/** By the history that they are asked on. */
async function furtherQuestions(files: readonly string[]): Promise<ReadonlyMap<string, FurtherQuestions['questions']>> {
  const found = new Map<string, FurtherQuestions['questions']>()
  for (const file of files) {
    for await (const { item } of readItems(file, fileSchema)) {
      if ('haystack_sessions' in item) break
      found.set(item.question_id, [...(found.get(item.question_id) ?? []), ...item.questions])
    }
  }
  return found
}

async function history(item: HistoryItem, value: unknown, others: FurtherQuestions['questions']): Promise<History> {
  const name = item.question_id
  const space = opaqueId('history', name)
  const read = await turnsOf(sourceOf(value, name), 'longmemeval')
  const turns = read.turns.map(turn => {
    const session = turn.session ?? ''
    const opaque = opaqueId('session', session)
    return { ...turn, session: opaque, id: turn.id.startsWith(session) ? opaque + turn.id.slice(session.length) : turn.id }
  })
  const at = parseSessionTime(item.question_date ?? '')
  const make = (id: string, text: string, gold: Pick<Gold, 'category' | 'answer' | 'evidence' | 'evidenceBy'>): BenchmarkQuestion => ({
    id,
    asked: { space, text: text.trim(), at },
    gold: {
      ...gold,
      quotable: false,
      abstains: name.endsWith('_abs'),
      trap: null,
      rubric: [],
      weighted: false,
      tags: [],
      before: [],
      audit: null,
    },
  })
  const isList = item.questions !== undefined
  const own = (item.questions ?? [item.question ?? '']).map((text, index) =>
    make(isList ? `${name}#${index}` : name, text, {
      category: item.question_type,
      answer: textOf(isList ? item.answers?.[index] : item.answer),
      ...evidenceOf(item, index),
    }),
  )
  const added = others.map(({ question, answer, answer_session_ids }, index) =>
    make(`${name}+${index}`, question, {
      category: further,
      answer: textOf(answer),
      evidence: answer_session_ids.map(id => opaqueId('session', id)),
      evidenceBy: 'session',
    }),
  )
  return { name, space, turns, questions: [...own, ...added], irregularities: [...read.irregularities, ...irregularitiesOf(item)] }
}

function textOf(answer: string | number | undefined): string | null {
  return answer === undefined ? null : String(answer).trim()
}

function irregularitiesOf(item: HistoryItem): readonly Irregularity[] {
  const { question_id: where, answer, answers = [], haystack_dates: dates = [], haystack_session_ids: ids = [] } = item
  const days = new Set(dates.map(date => date.slice(0, 10)))
  const found: readonly [string, boolean][] = [
    ['an answer that is a number, read as text', [answer, ...answers].some(one => typeof one === 'number')],
    ['several questions in one item, one question each', item.questions !== undefined],
    [
      'no question date: relative words in the question have nothing to resolve against',
      parseSessionTime(item.question_date ?? '') === null,
    ],
    ['sessions not in order of time, put in order', dates.some((date, index) => index > 0 && date < (dates[index - 1] ?? ''))],
    ['a session id twice, told apart by number', new Set(ids).size < ids.length],
    ['all sessions on one day', dates.length > 1 && days.size === 1],
    ['a type that is not known', !types.includes(item.question_type)],
  ]
  return found.filter(([, isSo]) => isSo).map(([what]) => ({ what, where }))
}

const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']

/** 2023-05-20T02:21 -> "2023/05/20 (Sat) 02:21", as in the file. */
function writeTime(at: string): string {
  const day = at.slice(0, 10)
  const weekday = weekdays[new Date(`${day}T00:00:00Z`).getUTCDay()]
  return `${day.replaceAll('-', '/')} (${weekday}) ${at.slice(11, 16)}`.trimEnd()
}
