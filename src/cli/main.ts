#!/usr/bin/env node
import { readFileSync } from 'node:fs'
import { Command, CommanderError } from 'commander'
import { EngramError } from '../errors.ts'
import { addAsk } from './commands/ask.ts'
import { addDemo } from './commands/demo.ts'
import { addDoctor } from './commands/doctor.ts'
import { addExport } from './commands/export.ts'
import { addForget } from './commands/forget.ts'
import { addImport } from './commands/import.ts'
import { addMemories } from './commands/memories.ts'
import { addRecall } from './commands/recall.ts'
import { addReindex } from './commands/reindex.ts'
import { addRemember } from './commands/remember.ts'
import { addShow } from './commands/show.ts'
import { addSpaces } from './commands/spaces.ts'
import { addTurns } from './commands/turns.ts'

/** 0 done; 1 failed; 2 wrong usage; 3 partly done. */
const exitCodes = { failed: 1, usage: 2 }

// Node 22 warns that node:sqlite is experimental, at every start. Every other warning is shown.
const listeners = process.listeners('warning')
process.removeAllListeners('warning')
process.on('warning', warning => {
  if (warning.name === 'ExperimentalWarning' && warning.message.includes('SQLite')) return
  for (const listener of listeners) listener(warning)
})

const program = new Command('engram-r')
  .description('A memory layer for language models: dialogues become typed records, questions get cited Fact Cards.')
  .version(version())
  .option('--store <path>', "the store file (or ENGRAM_STORE; default: in the user's data folder)")
  .option('--tenant <name>', 'whose spaces (or ENGRAM_TENANT; default: "default")')
  .option('--space <name>', "which conversation, user or agent (or ENGRAM_SPACE; default: the tenant's only one)")
  .option('--preset <name>', 'default, paper, paper-base or full-context')
  .option('--config <file>', 'a JSON file with store, tenant, space, preset')
  .option('--json', 'print one JSON object on stdout, everything else on stderr')
  .option('--quiet', 'no progress and no remarks')
  .showHelpAfterError('(engram-r --help shows what there is)')
  .configureHelp({ showGlobalOptions: true })
  .exitOverride()

for (const add of [
  addDemo,
  addImport,
  addRemember,
  addRecall,
  addAsk,
  addSpaces,
  addShow,
  addTurns,
  addMemories,
  addForget,
  addExport,
  addReindex,
  addDoctor,
]) {
  add(program)
}

// A reader that has seen enough, as `| head`, is no failure.
process.stdout.on('error', error => {
  if ('code' in error && error.code === 'EPIPE') process.exit(0)
  throw error
})

try {
  await program.parseAsync()
} catch (error) {
  process.exitCode = report(error)
}

function report(error: unknown): number {
  // Commander has already said what was wrong, or shown the help that was asked for.
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : exitCodes.usage
  const known = error instanceof EngramError ? error : null
  const message = error instanceof Error ? error.message : String(error)
  if (process.argv.includes('--json')) {
    const { code = 'failed', field = null, file = null, line = null } = known ?? {}
    process.stdout.write(`${JSON.stringify({ error: { code, message, field, file, line } })}\n`)
  } else {
    process.stderr.write(`engram-r: ${message}\n`)
    if (known === null && error instanceof Error) process.stderr.write(`${error.stack ?? ''}\n`)
  }
  return known?.code === 'bad_config' || known?.code === 'bad_input' ? exitCodes.usage : exitCodes.failed
}

function version(): string {
  const { version: text } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))
  return String(text)
}
