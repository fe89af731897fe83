import { createWriteStream } from 'node:fs'
import { rename } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Command } from 'commander'
import { writeArchive } from '../../archive/write-archive.ts'
import { existingScope, withContext } from '../context.ts'
import { note, printJson } from '../output.ts'

export function addExport(program: Command): void {
  program
    .command('export')
    .summary('everything, as JSON lines')
    .description("Writes the tenant's spaces (or the one of --space) whole: turns, records, vectors. `import` of the file restores them.")
    .option('--out <file>', 'where to; else stdout')
    .addHelpText('after', '\nExample:\n  engram-r export --out memory.jsonl')
    .action(({ out }: { readonly out?: string }, command: Command) =>
      withContext(command, async context => {
        const { store, memory, settings, assembly, signal } = context
        const { tenant } = settings
        const names = settings.space === undefined ? await memory.spaceNames(tenant) : [(await existingScope(context)).space]
        const scopes = names.map(space => ({ tenant, space }))
        for (const scope of scopes) await assembly.engram.derive(scope, { signal })
        const lines = Readable.from(withLineEnds(writeArchive(store, scopes)))
        if (out === undefined) return pipeline(lines, process.stdout, { end: false, signal })
        // Written beside and renamed: a stop leaves no half export under the name.
        const partial = `${out}.partial`
        await pipeline(lines, createWriteStream(partial), { signal })
        await rename(partial, out)
        if (context.json) printJson({ out, spaces: scopes.map(({ space }) => space) })
        else if (!context.quiet) note(`Exported ${scopes.length} spaces to ${out}.`)
      }),
    )
}

async function* withLineEnds(lines: AsyncIterable<string>): AsyncIterable<string> {
  for await (const line of lines) yield `${line}\n`
}
