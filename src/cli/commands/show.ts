import type { Command } from 'commander'
import pc from 'picocolors'
import { EngramError } from '../../errors.ts'
import { existingScope, withContext } from '../context.ts'
import { matchId } from '../match-id.ts'
import { print, printJson } from '../output.ts'
import { describeMemory } from './memories.ts'
import { describeTurn } from './turns.ts'

export function addShow(program: Command): void {
  program
    .command('show')
    .summary('one turn or record, with what hangs on it')
    .description('Shows a record with the exact words it rests on, or a turn with the records drawn from it.')
    .argument('<id>', 'as any other command prints it; the first characters are enough if they fit one thing')
    .addHelpText('after', '\nExample:\n  engram-r show m3f9a2 --space ana')
    .action((id: string, _, command: Command) =>
      withContext(command, async context => {
        const scope = await existingScope(context)
        const { assembly, json } = context
        await assembly.engram.derive(scope)
        const partition = await assembly.partitions.open(scope)
        const memories = [...partition.memories()]
        const found = matchId(id, [...partition.turns.map(turn => turn.id), ...memories.map(memory => memory.id)])
        const memory = memories.find(candidate => candidate.id === found)
        const turn = partition.turn(found)
        if (memory !== undefined) {
          const sources = memory.sources.map(partition.quote)
          if (json) return printJson({ memory, sources })
          return print([describeMemory(memory), ...sources.map(({ turnId, text }) => pc.dim(`     ${turnId}: “${text}”`))].join('\n'))
        }
        if (turn === undefined) throw new EngramError('not_found', `Nothing has the id "${id}".`)
        const drawn = partition.memoriesOf(turn.id)
        if (json) return printJson({ turn, memories: drawn })
        print([describeTurn(turn), ...drawn.map(describeMemory)].join('\n'))
      }),
    )
}
