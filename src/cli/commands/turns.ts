import type { Command } from 'commander'
import pc from 'picocolors'
import type { Turn } from '../../domain.ts'
import { existingScope, withContext } from '../context.ts'
import { print, printJson } from '../output.ts'

export function addTurns(program: Command): void {
  program
    .command('turns')
    .summary('the turn log of a space')
    .description('Prints the turns of a space in log order. With --json, one object a line.')
    .addHelpText('after', '\nExample:\n  engram-r turns --space ana')
    .action((_, command: Command) =>
      withContext(command, async context => {
        const turns = await context.memory.space(await existingScope(context)).turns()
        for (const turn of turns) {
          if (context.json) printJson(turn)
          else print(describeTurn(turn))
        }
      }),
    )
}

export function describeTurn({ id, at, speaker, text, attachments }: Turn): string {
  const shared = attachments.map(
    ({ type, reference, caption }) => `\n     ${pc.dim(`${type} ${reference ?? ''}${caption === null ? '' : `: ${caption}`}`)}`,
  )
  return `${pc.bold(id)} ${pc.dim(at ?? 'undated')} ${pc.cyan(speaker)}: ${text}${shared.join('')}`
}
