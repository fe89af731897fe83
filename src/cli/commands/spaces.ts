import type { Command } from 'commander'
import { ofSettings, withContext } from '../context.ts'
import { print, printJson } from '../output.ts'

export function addSpaces(program: Command): void {
  program
    .command('spaces')
    .summary('what is stored, by space')
    .description("Lists the tenant's spaces with their turns and records.")
    .addHelpText('after', '\nExample:\n  engram-r spaces --tenant acme')
    .action((_, command: Command) =>
      withContext(command, async ({ memory, settings, json }) => {
        const spaces = ofSettings(await memory.spaces(), settings)
        if (json) return printJson({ spaces: spaces.map(({ scope, ...rest }) => ({ ...scope, ...rest })) })
        if (spaces.length === 0) return print(`Nothing is stored for tenant "${settings.tenant}" in ${settings.store}.`)
        const { default: Table } = await import('cli-table3')
        const table = new Table({
          head: ['space', 'turns', 'episodic', 'semantic', 'procedural', 'from', 'to'],
          style: { head: [], border: [] },
        })
        for (const { scope, turns, memories, from, to } of spaces) {
          table.push([scope.space, turns, memories.episodic, memories.semantic, memories.procedural, from ?? '-', to ?? '-'])
        }
        print(table.toString())
      }),
    )
}
