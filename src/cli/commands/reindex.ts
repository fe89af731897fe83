import type { Command } from 'commander'
import { ofSettings, withContext } from '../context.ts'
import { print, printJson } from '../output.ts'
import { createProgress } from '../progress.ts'

export function addReindex(program: Command): void {
  program
    .command('reindex')
    .summary('draw the records again from the log')
    .description(
      'Reads the turn log again and replaces what the extractor had written, then embeds what the preset needs and has not.\nStopped midway, the same command goes on where it was.',
    )
    .option('--extract', 'have the extraction model read everything again too, for a new model or prompt; then run `engram-r jobs run`')
    .addHelpText('after', '\nExample:\n  engram-r reindex --space ana')
    .action(({ extract = false }: { readonly extract?: boolean }, command: Command) =>
      withContext(command, async ({ memory, settings, assembly, signal, json, quiet }) => {
        const { extractor } = assembly
        const summaries = ofSettings(await memory.spaces(), settings)
        const total = summaries.reduce((sum, { turns }) => sum + turns, 0)
        const progress = createProgress('Reindexing', { silent: json || quiet })
        const spaces = []
        let done = 0
        for (const { scope, turns } of summaries) {
          let read = 0
          const onTurns = (count: number): void => {
            read += count
            progress.update(done + Math.min(read, turns), total, scope.space)
          }
          await memory.space(scope).reindex({ extract, onTurns, signal })
          done += turns
          spaces.push({ space: scope.space, turnsRead: read })
        }
        progress.stop()
        if (json) return printJson({ spaces, writer: extractor.id })
        for (const { space, turnsRead } of spaces) print(`${space}: ${turnsRead} turns read again by ${extractor.id}.`)
      }),
    )
}
