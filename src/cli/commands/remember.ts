import { text } from 'node:stream/consumers'
import type { Command } from 'commander'
import { EngramError } from '../../errors.ts'
import type { TurnInput } from '../../lib/turn-input.ts'
import { withContext } from '../context.ts'
import { print, printJson } from '../output.ts'
import { describeWork, workOn } from '../work-on.ts'

interface RememberFlags {
  readonly speaker?: string
  readonly at?: string
  readonly session?: string
  readonly id?: string
  readonly wait?: boolean
}

export function addRemember(program: Command): void {
  program
    .command('remember')
    .summary('store one turn, or turns from stdin')
    .description(
      'Stores a turn. With -, or without a text, reads turns from stdin, a JSON object a line: {"speaker", "text", "at"?, "id"?, "session"?}.',
    )
    .argument('[text]', 'what was said; - for stdin')
    .option('--speaker <name>', 'who said it')
    .option('--at <time>', 'when (ISO 8601)')
    .option('--session <id>', 'in which conversation')
    .option('--id <id>', 'its id; else one made of its content')
    .option('--wait', 'until the extraction model has written its records too')
    .addHelpText(
      'after',
      '\nExample:\n  engram-r remember "I moved to Lyon last week." \\\n    --speaker Ana --at 2024-03-02T18:00 --space ana',
    )
    .action((said: string | undefined, flags: RememberFlags, command: Command) =>
      withContext(
        command,
        async context => {
          const { settings, memory, json, signal } = context
          const { tenant, space } = settings
          if (space === undefined) throw new EngramError('bad_input', 'Say which space it belongs to with --space.', { field: 'space' })
          const turns = said === undefined || said === '-' ? parseLines(await text(process.stdin)) : [oneTurn(said, flags)]
          const receipt = await memory.space({ tenant, space }).remember(turns, { signal })
          const { added, duplicates, conflicts, turnIds } = receipt
          const work = flags.wait ? await workOn(context, { tenant, space }, { untilRead: true }) : null
          if (json) printJson({ space, added, duplicates, conflicts, turnIds, ...(work && { work }) })
          else {
            print(`${added} turns remembered in space "${space}", ${duplicates} known already.${conflicts.map(conflictLine).join('')}`)
            if (work !== null) print(describeWork(work))
          }
          if (conflicts.length > 0) process.exitCode = 3
        },
        { create: true, asksModel: flags.wait ?? false },
      ),
    )
}

export function conflictLine({ turnId }: { readonly turnId: string }): string {
  return `\nNot stored: a turn with the id "${turnId}" and other content is there already.`
}

function oneTurn(said: string, { speaker, at, session, id }: RememberFlags): TurnInput {
  if (speaker === undefined) throw new EngramError('bad_input', 'Say who said it with --speaker.', { field: 'speaker' })
  return { speaker, text: said, at, session, id }
}

function parseLines(input: string): TurnInput[] {
  const lines = input.split('\n').map((line, index) => ({ line: line.trim(), number: index + 1 }))
  return lines.filter(({ line }) => line !== '').map(({ line, number }) => parseLine(line, number))
}

function parseLine(line: string, number: number): TurnInput {
  try {
    return JSON.parse(line)
  } catch (cause) {
    const message = cause instanceof Error ? cause.message : String(cause)
    throw new EngramError('bad_file', `stdin:${number}: expected a JSON object, one turn a line: ${message}.`, {
      file: 'stdin',
      line: number,
      cause,
    })
  }
}
