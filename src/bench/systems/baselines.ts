import type { Turn } from '../../domain.ts'
import { createStaticEmbedder } from '../../embed/static-embedder.ts'
import { topIndices } from '../../lib/top-indices.ts'
import { transcriptOf } from '../../lib/transcript.ts'
import type { AskedQuestion, BenchmarkTask } from '../datasets/dataset.ts'
import { createBaseline, markedQuestion } from './baseline.ts'
import { fullContextPrompt, noMemoryPrompt, passagesPrompt } from './baseline-prompts.ts'
import { paperTranscript } from './paper-transcript.ts'
import { passagesReplyPrompt } from './reply-prompts.ts'
import type { System } from './system.ts'
import type { SystemModel } from './system-model.ts'

/** The paper's baseline (section 4.2): every turn, every time. */
export function createFullContext(writeTime: (at: string) => string, asking: SystemModel): System {
  return createBaseline(
    {
      about: "the whole dialogue in the paper's layout: a date line a session, a line a turn",
      template: fullContextPrompt,
      marks: { asked: markedQuestion, transcript: '{transcript}', speakers: ['{speaker}', '{speaker}'] },
      async tell({ turns }) {
        const transcript = paperTranscript(turns, writeTime)
        const speakers = [...new Set(turns.map(({ speaker }) => speaker))]
        return { show: async asked => ({ input: { asked, transcript, speakers }, shown: null }) }
      },
    },
    asking,
  )
}

/** What a model knows by itself, or guesses. */
export function createNoMemory(asking: SystemModel): System {
  return createBaseline(
    {
      about: 'the question alone',
      template: noMemoryPrompt,
      marks: { asked: markedQuestion },
      tell: async () => ({ show: async asked => ({ input: { asked }, shown: [] }) }),
    },
    asking,
  )
}

const usualMost = 25

export interface PlainRagOptions {
  readonly task: BenchmarkTask
  /** Turns. */
  readonly most?: number | undefined
}

const passageMarks = { asked: markedQuestion, passages: ['{passage}', '{passage}'] }

/** What anyone builds in an afternoon: each turn a passage with its date, embedded, the closest by cosine, in order of time. */
export function createPlainRag(asking: SystemModel, { task, most = usualMost }: PlainRagOptions): System {
  const embedder = createStaticEmbedder()
  return createBaseline(
    {
      about: `the ${most} turns that are closest by cosine (${embedder.id}), dated, in order of time`,
      template: task === 'reply' ? passagesReplyPrompt : passagesPrompt,
      marks: passageMarks,
      async tell({ turns }) {
        const vectors = await embedder.embed(turns.map(lineOf))
        const show = async (asked: AskedQuestion) => {
          const [question = new Float32Array()] = await embedder.embed([asked.text])
          const scores = Float64Array.from(vectors, vector => vector.reduce((sum, value, index) => sum + value * (question[index] ?? 0), 0))
          const closest = new Set(topIndices(scores, most))
          const chosen = turns.filter((_, index) => closest.has(index))
          return { input: { asked, passages: chosen.map(passageOf) }, shown: chosen.map(({ id }) => id) }
        }
        return { show }
      },
    },
    asking,
  )
}

/** The evidence that the key names for a question: ids of turns or of sessions. */
export type EvidenceKey = (asked: { readonly space: string; readonly text: string }) => readonly string[]

/** What retrieval that errs in nothing would give, and so the bound of all: the one system that is told a part of the key. It is never told the answer. */
export function createGoldEvidence(evidence: EvidenceKey, asking: SystemModel): System {
  return createBaseline(
    {
      about:
        "the turns, or sessions, that the benchmark's key names as evidence, dated, in order of time: no system, but what one could reach",
      template: passagesPrompt,
      marks: passageMarks,
      async tell({ turns }) {
        const show = async (asked: AskedQuestion) => {
          const named = new Set(evidence(asked))
          const chosen = turns.filter(({ id, session }) => named.has(id) || (session !== null && named.has(session)))
          return { input: { asked, passages: chosen.map(passageOf) }, shown: chosen.map(({ id }) => id) }
        }
        return { show }
      },
    },
    asking,
  )
}

const lineOf = (turn: Turn): string => transcriptOf({ ...turn, at: null }, null).trimEnd()
const passageOf = (turn: Turn): string => `${turn.at === null ? '' : `[${turn.at.replace('T', ' ')}] `}${lineOf(turn)}`
