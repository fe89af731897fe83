import type { Command } from 'commander'
import pc from 'picocolors'
import type { Evidence, FactCard, Signal } from '../../domain.ts'
import { evidenceJson } from '../../lib/answer-json.ts'
import type { Explanation } from '../../seams.ts'
import { existingScope, type QuestionFlags, recallOptions, withContext } from '../context.ts'
import { matchId } from '../match-id.ts'
import { print, printJson } from '../output.ts'
import { addQuestionOptions } from '../question-options.ts'

export function addRecall(program: Command): void {
  addQuestionOptions(
    program
      .command('recall')
      .summary('the evidence for a question: cards, sources, scores')
      .description('Prints the Fact Cards that a question finds, with their anchors and the exact words they rest on. No model is called.')
      .argument('<question>', 'what to look for')
      .option('--explain', 'also print what each score is made of')
      .option('--turn <id>', 'print why this turn is found, or not, instead of the cards')
      .addHelpText('after', '\nExample:\n  engram-r recall "Where does Ana live?" --space ana --tokens 300 --explain'),
  ).action((question: string, flags: QuestionFlags & { readonly explain?: boolean; readonly turn?: string }, command: Command) =>
    withContext(command, async context => {
      const scope = await existingScope(context)
      const space = context.memory.space(scope)
      if (flags.turn !== undefined) {
        const ids = (await space.turns()).map(({ id }) => id)
        const turnId = matchId(flags.turn, ids)
        const passages = await space.explain(question, turnId, recallOptions(flags, context.signal))
        if (context.json) printJson({ question, space: scope.space, turnId, passages })
        else print(passages.map(describeExplanation).join('\n'))
        return
      }
      const evidence = await space.recall(question, recallOptions(flags, context.signal))
      if (context.json) printJson(evidenceJson(evidence, scope.space))
      else print(describe(evidence, flags.explain ?? false))
    }),
  )
}

function describe(evidence: Evidence, explain: boolean): string {
  const { cards, tokens, fullContextTokens, considered, ms } = evidence
  if (cards.length === 0) return `Nothing in memory is about this: 0 of ${considered} passages match.`
  const summary = `${cards.length} ${cards.length === 1 ? 'card' : 'cards'} of ${considered} passages, ${tokens} tokens; the full transcript has ${fullContextTokens}. ${ms.search.toFixed(2)} ms.`
  return [...cards.map(card => describeCard(card, explain)), pc.dim(summary)].join('\n')
}

function describeExplanation({ text, score, rank, signals }: Explanation): string {
  const verdict =
    score === null
      ? 'no candidate: it has nothing to do with the question, or lies outside its limits'
      : `rank ${rank}, score ${score.toFixed(3)}`
  return [`${pc.bold(verdict)}: ${text}`, ...signals.map(signalLine)].join('\n')
}

function signalLine({ name, value, weight }: Signal): string {
  return pc.dim(`     ${(value * weight).toFixed(3).padStart(7)} = ${name} ${value.toFixed(3)} × ${weight.toFixed(3)}`)
}

function describeCard({ label, claim, anchor, kind, speaker, memoryId, score, signals, sources }: FactCard, explain: boolean): string {
  const facts = [
    kind ?? 'untyped',
    anchor ?? 'undated',
    `score ${score.toFixed(2)}`,
    memoryId ?? sources.map(({ turnId }) => turnId).join(' '),
  ]
  const lines = [`${pc.bold(`[${label}]`)} ${pc.cyan(speaker)}: ${claim}`, pc.dim(`     ${facts.join(' · ')}`)]
  if (explain) {
    lines.push(...signals.map(signalLine))
    for (const { turnId, text } of sources) lines.push(pc.dim(`     ${turnId}: “${text}”`))
  }
  return lines.join('\n')
}
