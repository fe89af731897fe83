import { type Command, Option } from 'commander'
import type { RestoredBatch } from '../../archive/restore-archive.ts'
import type { Scope } from '../../domain.ts'
import { EngramError } from '../../errors.ts'
import { type DateOrder, type FormatName, formatNames } from '../../import/dialogue-format.ts'
import type { DialogueSource } from '../../import/dialogue-source.ts'
import { scopeText } from '../../lib/scope-text.ts'
import { type Context, withContext } from '../context.ts'
import { note, print, printJson } from '../output.ts'
import { createProgress, type Progress } from '../progress.ts'

interface ImportFlags {
  readonly format: FormatName | 'auto'
  readonly dateOrder?: DateOrder
  readonly zone?: string
}

interface SpaceCount {
  readonly scope: Scope
  read: number
  added: number
  duplicate: number
  failed: number
}

interface Failure {
  readonly file: string
  readonly line: number | null
  readonly reason: string
}

/** What one run of the command has done so far. */
interface Tally {
  readonly spaces: Map<string, SpaceCount>
  readonly failures: Failure[]
}

export function addImport(program: Command): void {
  program
    .command('import')
    .summary('dialogues into spaces')
    .description(
      `Reads dialogues and stores their turns and records. Formats: ${formatNames.join(', ')}; auto looks at the content.\nThe same import again adds nothing; one that was stopped goes on where it was.`,
    )
    .argument('<file...>', 'files or, for beam, folders; - for stdin')
    .addOption(new Option('--format <name>', 'what the files are').choices(['auto', ...formatNames]).default('auto'))
    .addOption(new Option('--date-order <order>', 'for dates like 3/4/24 where the file does not tell').choices(['dmy', 'mdy']))
    .option('--zone <name>', 'the IANA zone the dialogues were held in, for times that have none; else they stay local')
    .addHelpText('after', '\nExample:\n  engram-r import conversations.json --space me')
    .action((files: string[], flags: ImportFlags, command: Command) =>
      withContext(command, context => importFiles(files, flags, context), { create: true }),
    )
}

async function importFiles(files: readonly string[], flags: ImportFlags, context: Context): Promise<void> {
  const start = performance.now()
  const tally: Tally = { spaces: new Map(), failures: [] }
  const progress = createProgress('Importing', { silent: context.json || context.quiet })
  try {
    for (const file of files) await importFile(file, flags, { context, tally, progress })
  } catch (error) {
    // What came before the fault is stored: say so, together with the fault.
    if (!(error instanceof EngramError) || tally.spaces.size === 0) throw error
    tally.failures.push({ file: error.file ?? files.at(-1) ?? '', line: error.line, reason: error.message })
  } finally {
    progress.stop()
  }
  await report(tally, performance.now() - start, context)
}

interface Run {
  readonly context: Context
  readonly tally: Tally
  readonly progress: Progress
}

async function importFile(file: string, flags: ImportFlags, { context, tally, progress }: Run): Promise<void> {
  const { settings, signal, quiet, json, store, assembly } = context
  const options = { format: flags.format, space: settings.space, dateOrder: flags.dateOrder, zone: flags.zone }
  const [{ createArchiveRestorer }, { readDialogueStream, readDialogues }] = await Promise.all([
    import('../../archive/restore-archive.ts'),
    import('../../import/read-dialogues.ts'),
  ])
  const restorer = createArchiveRestorer(store, { file })
  const remark = (text: string): void => {
    if (!quiet && !json) note(`${file}: ${text}`)
  }
  // An export of another version, or one that was cut, may lack records.
  const toDerive = new Set<SpaceCount>()
  const restored = (batch: RestoredBatch | null): void => {
    if (batch === null) return
    const count = tallyBatch(tally, { ...batch, file })
    toDerive.add(count)
    progress.update(count.read, count.read, `${batch.scope.space}: ${count.read} turns`)
  }
  for await (const event of file === '-' ? readDialogueStream(standardInput(), options) : readDialogues(file, options)) {
    signal.throwIfAborted()
    switch (event.type) {
      case 'format':
        remark(`taken for ${event.format}: ${event.because}`)
        break
      case 'note':
        remark(event.note)
        break
      case 'skipped':
        remark(`${event.count} ${event.what} left out`)
        break
      case 'failure':
        tally.failures.push({ file: event.file, line: event.line, reason: event.reason })
        break
      case 'entry':
        restored(await restorer.add(event.value, event.line))
        break
      case 'turns': {
        const scope = { tenant: settings.tenant, space: event.space }
        const receipt = await assembly.engram.remember(scope, event.turns, signal)
        const count = tallyBatch(tally, { scope, receipt, turns: event.turns.length, file })
        progress.update(event.bytesRead, event.bytesTotal ?? event.bytesRead, `${event.space}: ${count.read} turns`)
        break
      }
    }
  }
  restored(await restorer.finish())
  for (const { scope } of toDerive) await assembly.engram.derive(scope, { signal })
}

function standardInput(): DialogueSource {
  return { file: 'standard input', name: 'stdin', bytes: process.stdin, bytesTotal: null }
}

function tallyBatch({ spaces, failures }: Tally, { scope, receipt, turns, file }: RestoredBatch & { readonly file: string }): SpaceCount {
  const key = scopeText(scope)
  const count = spaces.get(key) ?? { scope, read: 0, added: 0, duplicate: 0, failed: 0 }
  spaces.set(key, count)
  count.read += turns
  count.added += receipt.added
  count.duplicate += receipt.duplicates
  count.failed += receipt.conflicts.length
  for (const { turnId } of receipt.conflicts) {
    const reason = `turn ${turnId} of space "${scope.space}": another turn with this id and other content is stored; this one is not`
    failures.push({ file, line: null, reason })
  }
  return count
}

async function report({ spaces, failures }: Tally, ms: number, { memory, json }: Context): Promise<void> {
  const counts = [...spaces.values()].map(async ({ scope, ...turns }) => {
    const stored = await memory.space(scope).summary()
    return { space: scope.space, turns, memories: stored?.memories ?? { episodic: 0, semantic: 0, procedural: 0 } }
  })
  const counted = await Promise.all(counts)
  if (json) printJson({ spaces: counted, failures, ms: Math.round(ms) })
  else {
    for (const { space, turns, memories } of counted) {
      print(
        `${space}: ${turns.read} turns read, ${turns.added} added, ${turns.duplicate} known already, ${turns.failed} failed; ` +
          `now ${memories.episodic} episodic, ${memories.semantic} semantic, ${memories.procedural} procedural records.`,
      )
    }
    for (const { file, line, reason } of failures) note(`${file}${line === null ? '' : `:${line}`}: ${reason}`)
  }
  if (failures.length > 0) process.exitCode = counted.some(({ turns }) => turns.read > 0) ? 3 : 1
}
