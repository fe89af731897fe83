import { hash } from 'node:crypto'
import type { LedgerEntry } from '../../domain.ts'
import { withLedger } from '../../models/with-ledger.ts'
import type { LanguageModel } from '../../seams.ts'
import { createExternalServer } from './external-server.ts'
import type { System } from './system.ts'

/** Opens the system at an address. */
export type ExternalSystems = (address: string) => Promise<System>

/** Any memory system that speaks docs/benchmarks.md's two requests. It gets turns, and of a question its words and date: no gold is within reach. */
export function createExternalSystem(address: string, wrap: (model: LanguageModel) => LanguageModel): System {
  const server = createExternalServer(address)
  const model = withLedger(wrap(server))
  const prompt = { id: 'external/1', hash: hash('sha256', address) }
  return {
    about: `whatever answers at ${address}`,
    prompt,
    async tell(dialogue) {
      const taking: LedgerEntry[] = []
      await model.complete({ ...server.tellRequest(dialogue), onCall: call => taking.push({ ...call, stage: 'extract' }) })
      return {
        calls: taking,
        async answer(asked) {
          const start = performance.now()
          const calls: LedgerEntry[] = []
          const { text, usage } = await model.complete({
            ...server.askRequest(dialogue, asked),
            onCall: call => calls.push({ ...call, stage: 'answer' }),
          })
          const { answer, abstained, shown, cited } = server.readAsk(text)
          const ms = performance.now() - start
          return {
            text: answer.trim(),
            abstained: abstained ?? null,
            shown: shown ?? null,
            cited: cited ?? null,
            repair: null,
            prompt,
            usage,
            calls,
            // Its search and its model can't be told apart from here.
            ms: { search: 0, model: ms, total: ms },
          }
        },
      }
    },
  }
}
