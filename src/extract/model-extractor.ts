import type { Memory, MemoryKind, Turn } from '../domain.ts'
import { completeJson } from '../lib/model-json/complete-json.ts'
import type { Extractor, LanguageModel, PromptTemplate, Verifier } from '../seams.ts'
import { believeRecords, type Refusal } from './believe-records.ts'
import { modelContext, modelWriterId, writerName } from './model-writer-id.ts'
import { toldRecordSchema } from './told-record.ts'

export interface ModelExtractorParts {
  readonly model: LanguageModel
  readonly prompt: PromptTemplate<{
    readonly before: readonly Turn[]
    readonly turns: readonly Turn[]
    readonly kinds: readonly MemoryKind[]
  }>
  /** Of the prompt. */
  readonly hash: string
  /** Whether the words of a turn support what is told of it. */
  readonly verifier: Verifier
  readonly onRefusal: (refusal: Refusal) => void
}

/** The paper's extractor (section A.4): a small model writes a record for each kind set. What fails a check is left out. Fails with the `model_` codes. */
export function createModelExtractor({ model, prompt, hash, verifier, onRefusal }: ModelExtractorParts): Extractor {
  const id = modelWriterId
  return {
    id,
    context: modelContext,
    async extract(turn, kinds, before, signal): Promise<readonly Memory[]> {
      if (kinds.size === 0) return []
      const messages = prompt.build({ before, turns: [turn], kinds: [...kinds] })
      const { items } = await completeJson(model, { messages, schema: toldRecordSchema, listKey: 'records', name: 'records', signal })
      const told = items.filter(({ kind }) => kinds.has(kind)).map(record => ({ record, read: { turn, before } }))
      return believeRecords(told, { writtenBy: writerName({ model: model.id, prompt: prompt.id, hash }), verifier, onRefusal, signal })
    },
  }
}
