import type { Command } from 'commander'
import pc from 'picocolors'
import type { Memory, MemoryKind } from '../../domain.ts'
import { memoryText } from '../../lib/memory-text.ts'
import { formatAnchor } from '../../lib/time/format-anchor.ts'
import { existingScope, withContext } from '../context.ts'
import { print, printJson } from '../output.ts'
import { kindList } from '../question-options.ts'

export function addMemories(program: Command): void {
  program
    .command('memories')
    .summary('the typed records of a space')
    .description('Prints the records of a space in log order of their turns. With --json, one object a line.')
    .option('--kinds <list>', 'only these kinds: episodic, semantic, procedural', kindList)
    .addHelpText('after', '\nExample:\n  engram-r memories --space ana --kinds procedural')
    .action(({ kinds }: { readonly kinds?: MemoryKind[] }, command: Command) =>
      withContext(command, async context => {
        const memories = await context.memory.space(await existingScope(context)).memories()
        for (const memory of memories) {
          if (kinds !== undefined && !kinds.includes(memory.body.kind)) continue
          if (context.json) printJson(memory)
          else print(describeMemory(memory))
        }
      }),
    )
}

export function describeMemory({ id, body, speaker, anchor, turnId }: Memory): string {
  const when = anchor === null ? '' : ` · ${formatAnchor(anchor)}`
  return `${pc.bold(id)} ${pc.dim(`${body.kind}${when} · turn ${turnId}`)}\n     ${pc.cyan(speaker)}: ${memoryText(body)}`
}
