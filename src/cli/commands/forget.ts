import type { Command } from 'commander'
import { EngramError } from '../../errors.ts'
import type { Space } from '../../open.ts'
import type { Selection } from '../../seams.ts'
import { existingScope, withContext } from '../context.ts'
import { matchId } from '../match-id.ts'
import { print, printJson } from '../output.ts'

interface ForgetFlags {
  readonly turn?: string[]
  readonly memory?: string[]
  readonly before?: string
  readonly all?: boolean
  readonly dryRun?: boolean
}

export function addForget(program: Command): void {
  program
    .command('forget')
    .summary('erase, with a receipt')
    .description(
      'Erases turns with all that was drawn from them, or records with the right to be drawn again: the words of a forgotten record stay in the log and are offered to nobody.\nPrints how much went.',
    )
    .option('--turn <id...>', 'these turns')
    .option('--memory <id...>', 'these records, and all that share their words')
    .option('--before <time>', 'turns dated before that time (ISO 8601)')
    .option('--all', 'the whole space')
    .option('--dry-run', 'only say how much would go')
    .addHelpText('after', '\nExample:\n  engram-r forget --turn s3-07 --space ana --dry-run')
    .action((flags: ForgetFlags, command: Command) =>
      withContext(command, async context => {
        const scope = await existingScope(context)
        const space = context.memory.space(scope)
        const receipt = await space.forget(await selectionOf(flags, space), { dryRun: flags.dryRun ?? false })
        if (context.json) return printJson(receipt)
        const { turns, memories, vectors } = receipt
        print(
          `${flags.dryRun ? 'Would forget' : 'Forgot'} ${turns} turns, ${memories} records, ${vectors} vectors of space "${scope.space}".`,
        )
      }),
    )
}

async function selectionOf({ turn, memory, before, all }: ForgetFlags, space: Space): Promise<Selection> {
  const given = [turn, memory, before, all].filter(value => value !== undefined).length
  if (given !== 1)
    throw new EngramError('bad_input', 'Say what to forget: one of --turn, --memory, --before, --all.', { field: 'selection' })
  if (all) return { type: 'all' }
  if (before !== undefined) return { type: 'before', at: before }
  if (turn !== undefined) {
    const ids = (await space.turns()).map(({ id }) => id)
    return { type: 'turns', ids: turn.map(id => matchId(id, ids)) }
  }
  const ids = (await space.memories()).map(({ id }) => id)
  return { type: 'memories', ids: (memory ?? []).map(id => matchId(id, ids)) }
}
