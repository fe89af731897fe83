import type { Evidence } from '../domain.ts'
import type { Answerer, LanguageModel, PromptTemplate } from '../seams.ts'
import { parseCitations } from './parse-citations.ts'
import { checkLabels, resolveCitations } from './resolve-citations.ts'

export interface ModelAnswererParts {
  readonly model: LanguageModel
  readonly template: PromptTemplate<Pick<Evidence, 'question' | 'text'>>
  /** Of the template. */
  readonly hash: string
  /** What the template tells the model to reply when the evidence does not answer. */
  readonly abstention: string
  readonly now: () => number
}

/** (5) A language model behind a template. Labels are checked; whether a card supports its sentence is not, and says so with a null verdict. */
export function createModelAnswerer({ model, template, hash, abstention, now }: ModelAnswererParts): Answerer {
  return {
    async answer(_, evidence, signal) {
      const start = now()
      const { text, usage } = await model.complete({ messages: template.build(evidence), signal })
      const modelMs = now() - start
      const sentences = checkLabels(parseCitations(text), evidence.cards)
      return {
        text: text.trim(),
        by: 'model',
        abstained: text.includes(abstention),
        sentences,
        citations: resolveCitations(sentences, evidence.cards),
        usage,
        prompt: { id: template.id, hash },
        modelMs,
      }
    },
  }
}
