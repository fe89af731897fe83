import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { openDataset } from '../../src/bench/datasets/open-dataset.ts'
import type { Turn } from '../../src/domain.ts'
import { readDialogues } from '../../src/import/read-dialogues.ts'
import { loadTokenCounter } from '../../src/lib/tokens.ts'
import { transcriptOf } from '../../src/lib/transcript.ts'

/** A conversation, or as much of it as fits, and questions that it answers. */
export interface Sample {
  readonly name: string
  readonly turns: readonly Turn[]
  /** Of the turns' transcript, in o200k tokens. */
  readonly transcriptTokens: number
  readonly questions: readonly SampleQuestion[]
}
export interface SampleQuestion {
  readonly text: string
  readonly at: string | null
}

export interface Limits {
  readonly questions: number
  /** Of the transcript: the sessions that fit, from the first on. */
  readonly transcriptTokens: number
}

const demo = (name: string): string => fileURLToPath(new URL(`../../assets/demo/${name}`, import.meta.url))
const demoQuestions = z.object({ at: z.string(), questions: z.array(z.object({ question: z.string() })) })
/** On the same sample, beside those that it ships with. */
const furtherQuestions = [
  'What is the name of Ilmar’s cat?',
  'Where did Tamsin buy her lemon tree?',
  'What has Kaarel bought in Haapsalu?',
  'How far did Ilmar walk to Amersfoort?',
  'Which band did Ilmar get tickets for?',
  'Why doesn’t Ilmar eat cheese any more?',
  'Where does Tamsin keep her spare key?',
  'When was the concert moved to?',
  'Who is Tamsin’s boss at the museum?',
  'In which city does Ilmar live now?',
  'How much did the paint cost when Ilmar moved?',
  'When will Kaarel open his sauna ferry?',
  'Where did Tamsin and Margot ride the tandem to?',
  'What does Ilmar do on Wednesday evenings?',
]

/** The conversation of two invented friends that ships with the package, whole. */
export async function demoSample({ questions: most }: Limits): Promise<Sample> {
  const { at, questions } = demoQuestions.parse(JSON.parse(readFileSync(demo('questions.json'), 'utf8')))
  const turns: Turn[] = []
  for await (const event of readDialogues(demo('dialogue.jsonl'))) if (event.type === 'turns') turns.push(...event.turns)
  const asked = [...questions.map(({ question }) => question), ...furtherQuestions].slice(0, most)
  return { name: 'demo', turns, transcriptTokens: await countTranscript(turns), questions: asked.map(text => ({ text, at })) }
}

/** Conversations of a LoCoMo file by their ids: the first where none is named. Questions are taken evenly from all that the turns answer. */
export async function locomoSamples(path: string, ids: readonly string[], limits: Limits): Promise<readonly Sample[]> {
  const histories = await Array.fromAsync(openDataset('locomo', path, { captions: true }).histories())
  const wanted = ids.length > 0 ? ids : histories.slice(0, 1).map(({ name }) => name)
  return Promise.all(
    wanted.map(async (name): Promise<Sample> => {
      const history = histories.find(other => other.name === name)
      if (history === undefined)
        throw new Error(`--ids: ${path} has no "${name}"; it has ${histories.map(other => other.name).join(', ')}.`)
      const { turns: all } = history
      const turns = await firstSessions(all, limits.transcriptTokens)
      const there = new Set(turns.map(({ id }) => id))
      const answered = history.questions
        .filter(({ gold }) => gold.evidence.length > 0 && gold.evidence.every(id => there.has(id)) && !gold.abstains)
        .map(({ asked }) => asked)
      const step = Math.max(1, answered.length / limits.questions)
      const questions = Array.from(
        { length: Math.min(limits.questions, answered.length) },
        (_, index) => answered[Math.floor(index * step)],
      )
      return {
        name: turns.length === all.length ? name : `${name}, the first ${turns.length} of ${all.length} turns`,
        turns,
        transcriptTokens: await countTranscript(turns),
        questions: questions.flatMap(question => (question === undefined ? [] : [{ text: question.text, at: question.at }])),
      }
    }),
  )
}

/** Whole sessions only; at least one. */
async function firstSessions(turns: readonly Turn[], mostTokens: number): Promise<readonly Turn[]> {
  const taken: Turn[] = []
  for (const session of Map.groupBy(turns, ({ session }) => session).values()) {
    if (taken.length > 0 && (await countTranscript([...taken, ...session])) > mostTokens) break
    taken.push(...session)
  }
  return taken
}

async function countTranscript(turns: readonly Turn[]): Promise<number> {
  const countTokens = await loadTokenCounter()
  return turns.reduce((sum, turn, index) => sum + countTokens(transcriptOf(turn, turns[index - 1] ?? null)), 0)
}
