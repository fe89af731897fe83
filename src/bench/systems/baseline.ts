import type { LedgerEntry, PromptName } from '../../domain.ts'
import { EngramError } from '../../errors.ts'
import { withLedger } from '../../models/with-ledger.ts'
import { promptHash } from '../../prompt/prompt-hash.ts'
import { abstention } from '../../prompt/templates.ts'
import type { PromptTemplate } from '../../seams.ts'
import type { AskedQuestion } from '../datasets/dataset.ts'
import type { Dialogue, System } from './system.ts'
import type { SystemModel } from './system-model.ts'

export interface BaselineParts<Input> {
  readonly about: string
  readonly template: PromptTemplate<Input>
  /** Marks in place of what the template is given: what it builds from them names it. */
  readonly marks: Input
  /** What it shows of a dialogue for a question, and the ids of the turns where that is not all of them. */
  tell(dialogue: Dialogue): Promise<Shower<Input>>
}

export interface Shower<Input> {
  /** Every request to a model that taking the dialogue in led to. */
  readonly calls?: readonly LedgerEntry[]
  show(asked: AskedQuestion): Promise<{ readonly input: Input; readonly shown: readonly string[] | null }>
}

/** A system that puts something before a model under a template and takes what it says for the answer. */
export function createBaseline<Input>({ about, template, marks, tell }: BaselineParts<Input>, asking: SystemModel): System {
  const prompt: PromptName = { id: template.id, hash: promptHash(template, marks) }
  const { model, effort, temperature, maxOutputTokens } = asking
  const measured = withLedger(model)
  return {
    about,
    prompt,
    async tell(dialogue) {
      const { calls: taking = [], show } = await tell(dialogue)
      return {
        calls: taking,
        async answer(asked) {
          const start = performance.now()
          const { input, shown } = await show(asked)
          const found = performance.now()
          const calls: LedgerEntry[] = []
          const { text, usage, finish } = await measured.complete({
            messages: template.build(input),
            effort,
            temperature,
            maxOutputTokens,
            onCall: call => calls.push({ ...call, stage: 'answer' }),
          })
          if (finish === 'refused') throw new EngramError('model_no_answer', `${model.id} refused to answer.`)
          const end = performance.now()
          return {
            text: text.trim(),
            abstained: text.includes(abstention),
            shown,
            cited: null,
            repair: null,
            prompt,
            usage,
            calls,
            ms: { search: found - start, model: end - found, total: end - start },
          }
        },
      }
    },
  }
}

/** A question in the hash of a prompt. */
export const markedQuestion: AskedQuestion = { space: '{space}', text: '{question}', at: '{at}' }
