import { hash } from 'node:crypto'
import type { Usage } from '../../domain.ts'
import { EngramError } from '../../errors.ts'
import { sumUsage } from '../../lib/sum-usage.ts'
import { withLedger } from '../../models/with-ledger.ts'
import type { PromptTemplate } from '../../seams.ts'
import type { Judge, JudgedAnswer, JudgeModel } from './judge.ts'
import { abstentionPrompt, askAgain, type JudgeInput, lenientPrompt, longMemEvalPrompts, strictPrompt } from './judge-prompts.ts'
import { readVerdict } from './read-verdict.ts'

/** One word, and room for those who can't help explaining; a model that reasons is given more by its wrapper. */
const maxOutputTokens = 1024

interface ModelJudgeParts {
  readonly id: string
  readonly templates: readonly PromptTemplate<JudgeInput>[]
  /** Of a question that has an answer. */
  readonly pick: (category: string) => PromptTemplate<JudgeInput>
}

/** Asks a model for yes or no, at temperature 0, and once more where it says neither. Questions that have no answer have a rubric of their own. */
function createModelJudge({ id, templates, pick }: ModelJudgeParts): Judge {
  const marks: JudgeInput = { question: '{question}', at: '{at}', gold: '{key}', criteria: ['{criterion}'], answer: '{reply}' }
  const built = [...templates, abstentionPrompt].map(template => [template.id, template.build(marks)])
  const scoreOf = (verdict: boolean | null): number | null => (verdict === null ? null : Number(verdict))

  async function judge(item: JudgedAnswer, { model, onCall }: JudgeModel) {
    const measured = withLedger(model)
    const usages: Usage[] = []
    let messages = (item.abstains ? abstentionPrompt : pick(item.category)).build(item)
    for (const isLast of [false, true]) {
      const { text, finish, usage } = await measured.complete({ messages, temperature: 0, maxOutputTokens, onCall })
      usages.push(usage)
      const score = finish === 'stop' ? scoreOf(readVerdict(text)) : null
      if (score !== null) return { score, reply: text, usage: sumUsage(usages) }
      if (finish !== 'stop' || isLast)
        throw new EngramError('model_no_answer', `The judge ${model.id} gave no verdict (${finish}): "${text.slice(0, 200)}"`)
      messages = askAgain(messages, text)
    }
    throw new EngramError('model_no_answer', `The judge ${model.id} gave no verdict.`)
  }

  return {
    id,
    scale: 'binary',
    hash: hash('sha256', JSON.stringify(built)),
    judges: ({ gold, abstains, criteria }) => gold !== null || abstains || criteria.length > 0,
    score: (_, reply) => (reply === null ? null : scoreOf(readVerdict(reply))),
    judge,
  }
}

export const lenientJudge: Judge = createModelJudge({ id: 'lenient/1', templates: [lenientPrompt], pick: () => lenientPrompt })
export const strictJudge: Judge = createModelJudge({ id: 'strict/1', templates: [strictPrompt], pick: () => strictPrompt })

const byType: Readonly<Record<string, PromptTemplate<JudgeInput>>> = {
  'temporal-reasoning': longMemEvalPrompts.temporal,
  'knowledge-update': longMemEvalPrompts.update,
  'single-session-preference': longMemEvalPrompts.preference,
}
export const longMemEvalJudge: Judge = createModelJudge({
  id: 'longmemeval/1',
  templates: Object.values(longMemEvalPrompts),
  pick: category => byType[category] ?? longMemEvalPrompts.general,
})
