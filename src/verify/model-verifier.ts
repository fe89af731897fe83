import { z } from 'zod'
import type { Turn } from '../domain.ts'
import { EngramError } from '../errors.ts'
import { completeJson } from '../lib/model-json/complete-json.ts'
import type { CitedClaim, LanguageModel, PromptTemplate, Support, Verifier, VerifyOptions } from '../seams.ts'

export interface ModelVerifierParts {
  readonly model: LanguageModel
  readonly prompt: PromptTemplate<{
    readonly question: string
    readonly sentence: string
    readonly cited: readonly Turn[]
    readonly near: readonly Turn[]
  }>
}

const checkSchema = z.object({ support: z.enum(['yes', 'partly', 'no']), fault: z.string() })
const verdicts = { yes: 'supported', partly: 'partly', no: 'unsupported' } as const

/** Asks a model about each claim. Fails with the `model_` codes. */
export function createModelVerifier({ model, prompt }: ModelVerifierParts): Verifier {
  async function verifyOne(claim: CitedClaim, options: VerifyOptions): Promise<Support> {
    const { items } = await completeJson(model, {
      messages: prompt.build(claim),
      schema: checkSchema,
      listKey: 'checks',
      name: 'checks',
      ...options,
    })
    const [check] = items
    if (check === undefined) throw new EngramError('model_no_answer', `${model.id} gave no verdict when asked for one.`)
    return { verdict: verdicts[check.support], faults: check.fault.trim() === '' ? [] : [check.fault.trim()] }
  }

  return {
    id: `model/${model.id}/${prompt.id}`,
    verify: (claims, options = {}) => Promise.all(claims.map(claim => verifyOne(claim, options))),
  }
}
