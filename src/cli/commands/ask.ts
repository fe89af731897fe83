import { type Command, Option } from 'commander'
import pc from 'picocolors'
import { type Answer, efforts, type Sentence, verificationModes } from '../../domain.ts'
import { answerJson } from '../../lib/answer-json.ts'
import { clipText } from '../../lib/words/clip-text.ts'
import type { DraftEvent } from '../../seams.ts'
import { existingScope, type QuestionFlags, recallOptions, withContext } from '../context.ts'
import { print, printJson } from '../output.ts'
import { addQuestionOptions } from '../question-options.ts'

interface AskFlags extends QuestionFlags {
  readonly stream?: boolean
}

export function addAsk(program: Command): void {
  addQuestionOptions(
    program
      .command('ask')
      .summary('a cited, verified answer; without a model the closest notes')
      .description(
        'With a model, answers from the cards; each sentence is checked against the words it cites, repaired once, and left out if it still fails.\nWithout one, answers a "when" if it is sure; to anything else it quotes the closest cards, cited, and says that they are notes.',
      )
      .argument('<question>', 'what to answer')
      .option('--model <id>', 'that answers (or ENGRAM_MODEL)')
      .option('--base-url <url>', 'of its OpenAI-compatible server, up to /v1 (or ENGRAM_BASE_URL; the key in ENGRAM_API_KEY)')
      .addOption(new Option('--effort <level>', 'how much it may reason').choices(efforts))
      .addOption(
        new Option('--verify <mode>', 'report: say what fails; repair (default): mend or leave it out; strict: else abstain').choices(
          verificationModes,
        ),
      )
      .option('--stream', 'print the draft as it comes, then the verified answer where it differs')
      .addHelpText(
        'after',
        '\nExamples:\n  engram-r ask "When did Ana move to Lyon?" --space ana\n  engram-r ask "Where does Ana live?" --space ana \\\n    --model qwen3 --base-url http://127.0.0.1:11434/v1',
      ),
  ).action((question: string, flags: AskFlags, command: Command) =>
    withContext(
      command,
      async context => {
        const scope = await existingScope(context)
        const draft = flags.stream ? draftPrinter(context.json) : null
        const answer = await context.memory
          .space(scope)
          .ask(question, { ...recallOptions(flags, context.signal), ...(draft && { onDraft: draft.onDraft }) })
        if (context.json) return printJson({ ...(flags.stream && { type: 'answer' }), ...answerJson(answer, scope.space) })
        draft?.end()
        print(describeAnswer(answer, { alreadyShown: draft?.text() === answer.text }))
      },
      { asksModel: true },
    ),
  )
}

function draftPrinter(json: boolean): {
  readonly onDraft: (event: DraftEvent) => void
  readonly text: () => string
  readonly end: () => void
} {
  let text = ''
  return {
    text: () => text.trim(),
    end: () => {
      if (text !== '') print('')
    },
    onDraft(event) {
      if (json) return printJson(event)
      if (event.type !== 'text') return
      text += event.text
      process.stdout.write(event.text)
    },
  }
}

/** The answer, and under it the exact words that each citation opens and what the verifier found. */
export function describeAnswer(answer: Answer, { alreadyShown = false }: { readonly alreadyShown?: boolean } = {}): string {
  const { text, citations, sentences, repair, usage, evidence } = answer
  const sources = citations.map(({ label, turnId, quote }) => pc.dim(`    [${label}] is turn ${turnId}: “${inOneLine(quote)}”`))
  const doubts = sentences.flatMap(sentence => doubt(sentence) ?? [])
  const dropped = (repair?.dropped ?? []).map(({ text: words, verdict, faults }) =>
    pc.yellow(`    left out, ${[verdict, ...faults].join(': ')}: “${inOneLine(words)}”`),
  )
  const spent =
    usage === null
      ? ''
      : ` The model read ${told(usage.inputTokens)} tokens and wrote ${told(usage.outputTokens)}, ${told(usage.reasoningTokens)} of them reasoning.`
  return [
    ...(alreadyShown ? [] : [text]),
    ...sources,
    ...doubts,
    ...dropped,
    pc.dim(`    ${evidence.tokens} tokens of cards; the full transcript has ${evidence.fullContextTokens}.${spent}`),
  ].join('\n')
}

function doubt({ verdict, faults, text }: Sentence): string | null {
  if (verdict === null || verdict === 'supported') return null
  return pc.yellow(`    ${verdict}${faults.length === 0 ? '' : ` (${faults.join('; ')})`}: “${inOneLine(text)}”`)
}

const told = (tokens: number | null): string => (tokens === null ? 'an unknown number of' : String(tokens))

const longestLine = 120

function inOneLine(quote: string): string {
  return clipText(quote.replace(/\s+/g, ' '), longestLine)
}
