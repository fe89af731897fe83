import { z } from 'zod'
import { type MemoryKind, memoryKinds, type Turn } from '../domain.ts'
import { EngramError } from '../errors.ts'
import { completeJson } from '../lib/model-json/complete-json.ts'
import type { LanguageModel, PromptTemplate, Router } from '../seams.ts'

export interface ModelRouterParts {
  readonly model: LanguageModel
  readonly prompt: PromptTemplate<{ readonly before: readonly Turn[]; readonly turns: readonly Turn[] }>
}

const bitsSchema = z.object({ turn: z.number().int(), episodic: z.boolean(), semantic: z.boolean(), procedural: z.boolean() })

/** The paper's router (section A.3): a small model answers three bits a turn, each turn by itself. Fails with the `model_` codes. */
export function createModelRouter({ model, prompt }: ModelRouterParts): Router {
  async function routeTurn(turn: Turn, signal: AbortSignal | undefined): Promise<ReadonlySet<MemoryKind>> {
    const messages = prompt.build({ before: [], turns: [turn] })
    const { items } = await completeJson(model, { messages, schema: bitsSchema, listKey: 'turns', name: 'routes', signal })
    const [bits] = items
    if (bits === undefined) throw new EngramError('model_no_answer', `${model.id} routed no turn when asked about one.`)
    return new Set(memoryKinds.filter(kind => bits[kind]))
  }

  return { route: (turns, signal) => Promise.all(turns.map(turn => routeTurn(turn, signal))) }
}
