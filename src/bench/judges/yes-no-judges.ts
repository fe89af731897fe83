import type { PromptTemplate } from '../../seams.ts'
import type { Judge, Scored } from './judge.ts'
import {
  abstentionPrompt,
  type JudgeInput,
  lenientPrompt,
  longMemEvalPrompts,
  promptMarks,
  strictPrompt,
  yesOrNo,
} from './judge-prompts.ts'
import { createModelJudge } from './model-judge.ts'
import { readVerdict } from './read-verdict.ts'

interface YesNoParts {
  readonly id: string
  readonly templates: readonly PromptTemplate<JudgeInput>[]
  /** Of a question that has an answer. */
  readonly pick: (category: string) => PromptTemplate<JudgeInput>
}

/** Of a reply that says yes or no. */
export function scoreYesNo([reply = '']: readonly string[]): Scored | null {
  const verdict = readVerdict(reply)
  return verdict === null ? null : { score: Number(verdict), more: {} }
}

/** Whether an answer is right, yes or no. Questions that have no answer have a rubric of their own. */
function createYesNoJudge({ id, templates, pick }: YesNoParts): Judge {
  return createModelJudge({
    id,
    scale: 'binary',
    replyTokens: 5,
    prompts: [...templates, abstentionPrompt].map(template => [template.id, template.build(promptMarks)]),
    judges: ({ gold, abstains, criteria, weights }) => weights.length === 0 && (gold !== null || abstains || criteria.length > 0),
    asks: item => {
      const messages = (item.abstains ? abstentionPrompt : pick(item.category)).build(item)
      return [{ messages, form: yesOrNo, isVerdict: reply => readVerdict(reply) !== null }]
    },
    score: (_, replies) => scoreYesNo(replies),
  })
}

export const lenientJudge: Judge = createYesNoJudge({ id: 'lenient/1', templates: [lenientPrompt], pick: () => lenientPrompt })
export const strictJudge: Judge = createYesNoJudge({ id: 'strict/1', templates: [strictPrompt], pick: () => strictPrompt })

const byType: Readonly<Record<string, PromptTemplate<JudgeInput>>> = {
  'temporal-reasoning': longMemEvalPrompts.temporal,
  'knowledge-update': longMemEvalPrompts.update,
  'single-session-preference': longMemEvalPrompts.preference,
}
export const longMemEvalJudge: Judge = createYesNoJudge({
  id: 'longmemeval/1',
  templates: Object.values(longMemEvalPrompts),
  pick: category => byType[category] ?? longMemEvalPrompts.general,
})
