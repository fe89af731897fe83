import type { Command } from 'commander'
import pc from 'picocolors'
import type { Answer } from '../../domain.ts'
import { clipText } from '../../lib/words/clip-text.ts'
import { askOptions, existingScope, type QuestionFlags, withContext } from '../context.ts'
import { answerJson, print, printJson } from '../output.ts'
import { addQuestionOptions } from '../question-options.ts'

export function addAsk(program: Command): void {
  addQuestionOptions(
    program
      .command('ask')
      .summary('a cited answer, or the closest notes')
      .description('Answers a "when" if it is sure; to anything else it quotes the closest cards, cited, and says that they are notes.')
      .argument('<question>', 'what to answer')
      .addHelpText('after', '\nExample:\n  engram-r ask "When did Ana move to Lyon?" --space ana'),
  ).action((question: string, flags: QuestionFlags, command: Command) =>
    withContext(command, async context => {
      const scope = await existingScope(context)
      const answer = await context.memory.space(scope).ask(question, askOptions(flags, context.signal))
      if (context.json) printJson(answerJson(answer, scope.space))
      else print(describeAnswer(answer))
    }),
  )
}

/** The answer, and under it the exact words that each citation opens. */
export function describeAnswer({ text, citations, evidence: { tokens, fullContextTokens } }: Answer): string {
  const sources = citations.map(({ label, turnId, quote }) => pc.dim(`    [${label}] is turn ${turnId}: “${inOneLine(quote)}”`))
  return [text, ...sources, pc.dim(`    ${tokens} tokens of cards; the full transcript has ${fullContextTokens}.`)].join('\n')
}

const longestLine = 120

function inOneLine(quote: string): string {
  return clipText(quote.replace(/\s+/g, ' '), longestLine)
}
