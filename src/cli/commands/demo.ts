import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Command } from 'commander'
import pc from 'picocolors'
import type { Answer, Memory, MemoryKind } from '../../domain.ts'
import { memoryKinds } from '../../domain.ts'
import { answerJson } from '../../lib/answer-json.ts'
import { packageFile } from '../../lib/package-file.ts'
import type { OpenEngram, Space } from '../../open.ts'
import type { GlobalOptions } from '../context.ts'
import { print, printJson } from '../output.ts'
import { describeAnswer } from './ask.ts'
import { describeMemory } from './memories.ts'

const samples = packageFile('assets/demo/')

interface Sample {
  readonly space: string
  readonly at: string
  readonly questions: readonly { readonly question: string }[]
}

export function addDemo(program: Command): void {
  program
    .command('demo')
    .summary('the whole walk on a shipped dialogue')
    .description(
      'Routes, types and stores a shipped dialogue of several sessions, then asks it questions: cards, citations, and the tokens that they save.\nNo key, no network, nothing left behind.',
    )
    .addHelpText('after', '\nExample:\n  engram-r demo --json')
    .action(async (_, command: Command) => {
      const { json = false } = command.optsWithGlobals<GlobalOptions>()
      const { openEngram } = await import('../../open.ts')
      const folder = mkdtempSync(join(tmpdir(), 'engram-r-demo-'))
      const memory = await openEngram({ store: join(folder, 'memory.db') })
      try {
        await walk(memory, json)
      } finally {
        await memory.close()
        rmSync(folder, { recursive: true, force: true })
      }
    })
}

async function walk(memory: OpenEngram, json: boolean): Promise<void> {
  const sample: Sample = JSON.parse(readFileSync(new URL('questions.json', samples), 'utf8'))
  const space = memory.space({ tenant: 'demo', space: sample.space })
  await importSample(space)
  const turns = await space.turns()
  const memories = await space.memories()
  const answers: Answer[] = []
  for (const { question } of sample.questions) answers.push(await space.ask(question, { at: sample.at }))
  const tokens = {
    fullContext: answers[0]?.evidence.fullContextTokens ?? 0,
    cardsPerQuestion: Math.round(answers.reduce((sum, { evidence }) => sum + evidence.tokens, 0) / answers.length),
  }
  const counts = Object.fromEntries(memoryKinds.map(kind => [kind, memories.filter(({ body }) => body.kind === kind).length]))
  if (json)
    return printJson({ turns: turns.length, memories: counts, questions: answers.map(answer => answerJson(answer, sample.space)), tokens })

  const silent = turns.filter(({ id }) => !memories.some(({ turnId }) => turnId === id))
  const sessions = new Set(turns.map(({ session }) => session)).size
  heading(`1. Remember: ${turns.length} turns, ${sessions} sessions, ${turns[0]?.at?.slice(0, 10)} to ${turns.at(-1)?.at?.slice(0, 10)}`)
  print(
    `${counts.episodic} episodic, ${counts.semantic} semantic and ${counts.procedural} procedural records, by rules alone; ${silent.length} turns of small talk made none. One of each:`,
  )
  for (const kind of memoryKinds) for (const shown of oneOf(memories, kind)) print(describeMemory(shown))
  heading('2. Ask: answers whose every citation opens the words it rests on')
  for (const answer of answers) print(`${pc.bold(`? ${answer.question.text}`)}\n${describeAnswer(answer)}\n`)
  heading('3. What it saves')
  const saved = Math.round(100 * (1 - tokens.cardsPerQuestion / tokens.fullContext))
  print(
    `The full transcript has ${tokens.fullContext} tokens; the cards for a question have ${tokens.cardsPerQuestion} on average: ${saved}% less to read.`,
  )
  print(pc.dim('Your own: engram-r import FILE --space NAME, then engram-r ask "..." --space NAME.'))
}

async function importSample(space: Space): Promise<void> {
  const { readDialogues } = await import('../../import/read-dialogues.ts')
  for await (const event of readDialogues(fileURLToPath(new URL('dialogue.jsonl', samples)), { format: 'jsonl' })) {
    if (event.type === 'turns') await space.remember(event.turns)
  }
}

/** Events and deadlines are shown with their dates, facts without. */
function oneOf(memories: readonly Memory[], kind: MemoryKind): readonly Memory[] {
  const ofKind = memories.filter(({ body }) => body.kind === kind)
  const telling = ofKind.filter(({ anchor }) => (anchor === null) === (kind === 'semantic'))
  return [...telling, ...ofKind].slice(0, 1)
}

function heading(text: string): void {
  print(`\n${pc.bold(pc.underline(text))}\n`)
}
