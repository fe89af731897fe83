import { dirname, join } from 'node:path'
import { z } from 'zod'
import { type DialogueSource, sourcesAt } from '../../import/dialogue-source.ts'
import type { BenchmarkQuestion, Dataset, History } from './dataset.ts'
import { readItems } from './read-items.ts'
import { turnsOf } from './turns-of.ts'

const abilities = [
  'abstention',
  'contradiction_resolution',
  'event_ordering',
  'information_extraction',
  'instruction_following',
  'knowledge_update',
  'multi_session_reasoning',
  'preference_following',
  'summarization',
  'temporal_reasoning',
]

const questionSchema = z.object({
  question: z.string(),
  rubric: z.array(z.string()).optional(),
  answer: z.string().optional(),
  ideal_answer: z.string().optional(),
  ideal_response: z.string().optional(),
  ideal_summary: z.string().optional(),
  expected_compliance: z.string().optional(),
  source_chat_ids: z.unknown().optional(),
})
const fileSchema = z.record(z.string(), z.array(questionSchema))

/** BEAM: each chat a history, with the questions beside it; a question is named by its chat, ability and place from 0, `3/abstention#1`. */
export function beam(path: string): Dataset {
  return {
    name: 'beam',
    task: 'answer',
    path,
    categories: new Map(abilities.map(ability => [ability, ability])),
    apart: [],
    audit: null,
    filters: [],
    // An anchor is a day, and how BEAM spells it is of no one's words.
    writeTime: at => at.slice(0, 10),
    async *histories() {
      for (const source of await sourcesAt(path)) yield history(source)
    },
  }
}

async function history(source: DialogueSource): Promise<History> {
  const space = source.name
  const { turns, irregularities } = await turnsOf(source, 'beam')
  const known = new Set(turns.map(({ id }) => id))
  const questions: BenchmarkQuestion[] = []
  for await (const { item } of readItems(join(dirname(source.file), 'probing_questions', 'probing_questions.json'), fileSchema)) {
    for (const [category, asked] of Object.entries(item)) {
      questions.push(...asked.map((question, index) => toQuestion(question, { id: `${space}/${category}#${index}`, category, space })))
    }
  }
  const found = questions.flatMap(({ id, gold: { category, evidence, abstains, answer } }) => [
    ...(abilities.includes(category) ? [] : [{ what: 'an ability that is not known', where: id }]),
    ...(evidence.every(turn => known.has(turn)) ? [] : [{ what: 'a source id of a message that does not exist', where: id }]),
    ...(evidence.length > 0 || abstains ? [] : [{ what: 'no evidence', where: id }]),
    ...(answer === null ? [{ what: 'no answer', where: id }] : []),
  ])
  return { name: space, space, turns, questions, irregularities: [...irregularities, ...found] }
}

interface Place {
  readonly id: string
  readonly category: string
  readonly space: string
}

function toQuestion(question: z.infer<typeof questionSchema>, { id, category, space }: Place): BenchmarkQuestion {
  const { answer, ideal_answer, ideal_response, ideal_summary, expected_compliance, rubric = [], source_chat_ids } = question
  return {
    id,
    asked: { space, text: question.question.trim(), at: null },
    gold: {
      category,
      answer: answer ?? ideal_answer ?? ideal_response ?? ideal_summary ?? expected_compliance ?? null,
      quotable: false,
      abstains: category === 'abstention',
      trap: null,
      rubric: rubric.map(criterion => ({ criterion, points: 1, tags: [] })),
      weighted: false,
      tags: [],
      before: [],
      evidence: [...new Set(idsIn(source_chat_ids))],
      evidenceBy: 'turn',
      audit: null,
    },
  }
}

/** Ids stand in lists, in objects of lists, as numbers or as the first number of a text. */
function idsIn(value: unknown): readonly string[] {
  if (typeof value === 'number') return [String(value)]
  if (typeof value === 'string') return value.match(/\d+/)?.slice(0, 1) ?? []
  if (typeof value === 'object' && value !== null) return Object.values(value).flatMap(idsIn)
  return []
}
