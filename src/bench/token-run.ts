import type { Message } from '../domain.ts'
import { loadTokenCounter } from '../lib/tokens.ts'
import type { Dataset } from './datasets/dataset.ts'
import { createManifestWriter, type Manifest } from './datasets/manifest.ts'
import { createSystemOpener } from './systems/open-system.ts'
import { createPromptTap } from './systems/prompt-tap.ts'

export interface TokenSum {
  readonly questions: number
  readonly inputTokens: number
  /** Rounded. */
  readonly perQuestion: number
}

export interface SystemTokens extends TokenSum {
  readonly about: string
  readonly byCategory: Readonly<Record<string, TokenSum>>
}

export interface TokenRun {
  readonly dataset: Manifest
  /** How they were counted. */
  readonly counted: string
  /** Of all categories that its users put into totals. */
  readonly questions: number
  readonly systems: Readonly<Record<string, SystemTokens>>
}

const counted =
  'o200k_harmony tokens of the text of all messages: rules, evidence, question. What a chat format puts around messages is not counted.'

export interface TokenOptions {
  /** Labels: names, or names with settings. */
  readonly systems: readonly string[]
  readonly onQuestion?: (history: number, done: number, of: number) => void
}

/** Counts what each system would put before a model for each question. No model is called. */
export async function runTokens(dataset: Dataset, { systems: names, onQuestion = () => {} }: TokenOptions): Promise<TokenRun> {
  const tap = createPromptTap()
  const open = createSystemOpener({ task: dataset.task, writeTime: dataset.writeTime, asking: { model: tap.model } })
  const opened = await Promise.all(names.map(async name => ({ name, system: await open(name) })))
  const systems = opened.map(one => ({ ...one, sums: new Map<string, { questions: number; inputTokens: number }>() }))
  const count = await createMessageCounter()
  const manifest = createManifestWriter(dataset)
  let histories = 0
  for await (const history of dataset.histories()) {
    histories += 1
    manifest.add(history)
    const { space, turns } = history
    const questions = history.questions.filter(({ gold }) => !dataset.apart.includes(gold.category))
    let done = 0
    for (const { system, sums } of systems) {
      const told = await system.tell({ space, turns })
      for (const { asked, gold } of questions) {
        onQuestion(histories, done++, systems.length * questions.length)
        const tokens = count(await tap.firstPrompt(() => told.answer(asked)))
        const sum = sums.get(gold.category) ?? { questions: 0, inputTokens: 0 }
        sums.set(gold.category, { questions: sum.questions + 1, inputTokens: sum.inputTokens + tokens })
      }
    }
  }
  const order = [...dataset.categories.values()]
  const results = systems.map(({ name, system, sums }) => {
    const byCategory = [...sums].toSorted(([left], [right]) => order.indexOf(left) - order.indexOf(right))
    const questions = byCategory.reduce((sum, [, of]) => sum + of.questions, 0)
    const inputTokens = byCategory.reduce((sum, [, of]) => sum + of.inputTokens, 0)
    const perCategory = Object.fromEntries(byCategory.map(([category, of]) => [category, tokenSum(of)]))
    return [name, { about: system.about, ...tokenSum({ questions, inputTokens }), byCategory: perCategory }] as const
  })
  const questions = results[0]?.[1].questions ?? 0
  return { dataset: await manifest.finish(), counted, questions, systems: Object.fromEntries(results) }
}

function tokenSum({ questions, inputTokens }: { readonly questions: number; readonly inputTokens: number }): TokenSum {
  return { questions, inputTokens, perQuestion: Math.round(inputTokens / questions) }
}

/** The questions on one dialogue may share a long message: it is counted once. */
async function createMessageCounter(): Promise<(messages: readonly Message[]) => number> {
  const countTokens = await loadTokenCounter()
  let last = { content: '', tokens: 0 }
  const tokensOf = (content: string): number => {
    if (content !== last.content) last = { content, tokens: countTokens(content) }
    return last.tokens
  }
  return messages => messages.reduce((sum, { content }, index) => sum + (index === 0 ? tokensOf(content) : countTokens(content)), 0)
}
