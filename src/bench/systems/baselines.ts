import { createStaticEmbedder } from '../../embed/static-embedder.ts'
import { topIndices } from '../../lib/top-indices.ts'
import { transcriptOf } from '../../lib/transcript.ts'
import { fullContextPrompt, noMemoryPrompt, plainRagPrompt } from './baseline-prompts.ts'
import { paperTranscript } from './paper-transcript.ts'
import type { System } from './system.ts'

/** The paper's baseline (section 4.2): every turn, every time. */
export function createFullContext(writeTime: (at: string) => string): System {
  return {
    about: "the whole dialogue in the paper's layout: a date line a session, a line a turn",
    async tell({ turns }) {
      const transcript = paperTranscript(turns, writeTime)
      const speakers = [...new Set(turns.map(({ speaker }) => speaker))]
      return { promptFor: async asked => fullContextPrompt(transcript, speakers, asked) }
    },
  }
}

/** What a model knows by itself, or guesses. */
export function createNoMemory(): System {
  return { about: 'the question alone', tell: async () => ({ promptFor: async asked => noMemoryPrompt(asked) }) }
}

const passages = 25

/** What anyone builds in an afternoon: each turn a passage with its date, embedded, the closest by cosine, in order of time. */
export function createPlainRag(): System {
  const embedder = createStaticEmbedder()
  return {
    about: `the ${passages} turns that are closest by cosine (${embedder.id}), dated, in order of time`,
    async tell({ turns }) {
      const lines = turns.map(turn => transcriptOf({ ...turn, at: null }, null).trimEnd())
      const vectors = await embedder.embed(lines)
      return {
        async promptFor(asked) {
          const [question = new Float32Array()] = await embedder.embed([asked.text])
          const scores = Float64Array.from(vectors, vector => vector.reduce((sum, value, index) => sum + value * (question[index] ?? 0), 0))
          const closest = [...topIndices(scores, passages)].toSorted((left, right) => left - right)
          const chosen = closest.map(index => {
            const at = turns[index]?.at ?? null
            return `${at === null ? '' : `[${at.replace('T', ' ')}] `}${lines[index]}`
          })
          return plainRagPrompt(chosen, asked)
        },
      }
    },
  }
}
