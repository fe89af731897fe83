import type { Memory, Turn } from '../domain.ts'
import { EngramError } from '../errors.ts'
import { completeJson } from '../lib/model-json/complete-json.ts'
import type { BackgroundWriter, LanguageModel, PromptTemplate, Verifier } from '../seams.ts'
import { believeRecords, type Refusal } from './believe-records.ts'
import type { ReadTurn } from './check-record.ts'
import { modelContext, modelWriterId, writerName } from './model-writer-id.ts'
import { type ToldRecord, toldRecordSchema } from './told-record.ts'

export interface BatchWriterParts {
  readonly model: LanguageModel
  readonly prompt: PromptTemplate<{ readonly before: readonly Turn[]; readonly turns: readonly Turn[] }>
  /** Of the prompt. */
  readonly hash: string
  readonly verifier: Verifier
  readonly onRefusal: (refusal: Refusal) => void
}

/** Turns in a call: enough to share the instructions, few enough for a small model to keep apart. */
const batch = 12

/**
 * Routes and extracts several turns in one call. A reply that was cut, or that can't be used, is asked for again in halves; a turn that gives
 * no usable reply alone has failed.
 */
export function createBatchWriter({ model, prompt, hash, verifier, onRefusal }: BatchWriterParts): BackgroundWriter {
  const writtenBy = writerName({ model: model.id, prompt: prompt.id, hash })

  async function write(turns: readonly ReadTurn[], signal?: AbortSignal): Promise<Written> {
    const told = await tell(turns, signal)
    const memories = await believeRecords(told.records, { writtenBy, verifier, onRefusal, signal })
    return { memories, failed: told.failed }
  }

  async function tell(turns: readonly ReadTurn[], signal: AbortSignal | undefined): Promise<Told> {
    const [first] = turns
    if (first === undefined) return { records: [], failed: [] }
    try {
      const messages = prompt.build({ before: first.before, turns: turns.map(({ turn }) => turn) })
      const { items, truncated } = await completeJson(model, {
        messages,
        schema: toldRecordSchema,
        listKey: 'records',
        name: 'records',
        signal,
      })
      const records = items.flatMap(record => {
        const read = turns[record.turn - 1]
        return read === undefined ? [] : [{ record, read }]
      })
      if (!truncated) return { records, failed: [] }
      // What the last finished record is about may have had more.
      const upTo = Math.max(0, ...items.map(({ turn }) => turn)) - 1
      if (turns.length === 1) return { records, failed: [{ turnId: first.turn.id, reason: 'the reply was cut off' }] }
      const kept = records.filter(({ record }) => record.turn <= upTo)
      return joined({ records: kept, failed: [] }, await halves(turns.slice(Math.max(0, upTo)), signal))
    } catch (error) {
      if (!(error instanceof EngramError) || !perTurn.has(error.code)) throw error
      if (turns.length > 1) return halves(turns, signal)
      return { records: [], failed: [{ turnId: first.turn.id, reason: error.message }] }
    }
  }

  async function halves(turns: readonly ReadTurn[], signal: AbortSignal | undefined): Promise<Told> {
    const middle = Math.ceil(turns.length / 2)
    return joined(await tell(turns.slice(0, middle), signal), await tell(turns.slice(middle), signal))
  }

  return { id: modelWriterId, context: modelContext, batch, write }
}

/** Failures that lie in what was asked, so that asking less may help. */
const perTurn = new Set<string>(['model_no_answer', 'model_truncated'])

interface Told {
  readonly records: readonly { readonly record: ToldRecord; readonly read: ReadTurn }[]
  readonly failed: Written['failed']
}

interface Written {
  readonly memories: readonly Memory[]
  readonly failed: readonly { readonly turnId: string; readonly reason: string }[]
}

const joined = (a: Told, b: Told): Told => ({ records: [...a.records, ...b.records], failed: [...a.failed, ...b.failed] })
