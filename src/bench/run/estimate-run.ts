import type { Message } from '../../domain.ts'
import { loadTokenCounter } from '../../lib/tokens.ts'
import type { Dataset } from '../datasets/dataset.ts'
import { judgeOf } from '../judges/open-judges.ts'
import { createSystemOpener, isAddress } from '../systems/open-system.ts'
import { createPromptTap } from '../systems/prompt-tap.ts'
import { verdictsOf } from './judge-answers.ts'
import { judgedItem } from './judged-item.ts'
import { keyParts } from './key-parts.ts'
import type { RunScope } from './run-plan.ts'
import { askedHistories, questionRow, selectQuestions } from './select-questions.ts'

/** Tokens of an answer with some reasoning, where nothing is known of the model. Of verdicts each judge says it. */
const assumed = { answer: 300 }
/** Chat formats wrap each message in a few tokens of their own. */
const tokensPerMessage = 4

export interface CallEstimate {
  readonly calls: number
  readonly inputTokens: number
  readonly outputTokens: number
}

export interface RunEstimate {
  readonly questions: number
  /** Of first drafts: an answer that is repaired takes a second call, of about as many tokens. Without those at addresses: what they send is not known. */
  readonly systems: Readonly<Record<string, CallEstimate>>
  readonly judges: Readonly<Record<string, CallEstimate>>
  readonly total: CallEstimate
  readonly assumed: typeof assumed
}

/** What a whole run would send, counted from its very prompts; no request is made. What a run has already is not taken off. */
export async function estimateRun(dataset: Dataset, plan: RunScope): Promise<RunEstimate> {
  const count = await loadTokenCounter()
  const tokensOf = (messages: readonly Message[]): number =>
    messages.reduce((sum, { content }) => sum + count(content) + tokensPerMessage, 0)
  const selection = await selectQuestions(dataset, plan)
  const tap = createPromptTap()
  const open = createSystemOpener({ task: dataset.task, writeTime: dataset.writeTime, asking: tap, ...keyParts(selection) })
  const systems = await Promise.all(
    plan.systems.filter(name => !isAddress(name)).map(async name => ({ name, system: await open(name), ...createSum() })),
  )
  for await (const { space, turns, questions } of askedHistories(dataset, selection)) {
    for (const { system, add } of systems) {
      const told = await system.tell({ space, turns })
      for (const { asked } of questions) {
        const messages = await tap.firstPrompt(() => told.answer(asked))
        if (messages.length > 0) add(tokensOf(messages), assumed.answer)
      }
    }
  }
  const judges = plan.judges.map(judgeOf).map(judge => ({ id: judge.id, judge, ...createSum() }))
  for (const { judge, add } of judges) {
    for (const row of selection.questions.map(questionRow)) {
      if (!judge.judges(row)) continue
      // The key stands in for an answer.
      const item = judgedItem(row, { answer: row.gold ?? '', abstained: null })
      const verdicts = verdictsOf(judge, { question: row, judgeRuns: plan.judgeRuns }).length * plan.systems.length
      for (const messages of judge.prompts(item)) {
        const tokens = tokensOf(messages)
        for (let verdict = 0; verdict < verdicts; verdict += 1) add(tokens, judge.replyTokens)
      }
    }
  }
  const sums = [...systems, ...judges].map(({ sum }) => sum())
  return {
    questions: selection.questions.length,
    systems: Object.fromEntries(systems.map(({ name, sum }) => [name, sum()])),
    judges: Object.fromEntries(judges.flatMap(({ id, sum }) => (sum().calls === 0 ? [] : [[id, sum()]]))),
    total: {
      calls: sums.reduce((all, { calls }) => all + calls, 0),
      inputTokens: sums.reduce((all, { inputTokens }) => all + inputTokens, 0),
      outputTokens: sums.reduce((all, { outputTokens }) => all + outputTokens, 0),
    },
    assumed,
  }
}

function createSum(): { readonly add: (input: number, output: number) => void; readonly sum: () => CallEstimate } {
  let total: CallEstimate = { calls: 0, inputTokens: 0, outputTokens: 0 }
  return {
    add(input, output) {
      total = { calls: total.calls + 1, inputTokens: total.inputTokens + input, outputTokens: total.outputTokens + output }
    },
    sum: () => total,
  }
}
