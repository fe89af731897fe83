import { Command, CommanderError } from 'commander'
import { EngramError } from '../errors.ts'
import { packageVersion } from './package-version.ts'

/** 0 done; 1 failed; 2 wrong usage; 3 partly done. */
const exitCodes = { failed: 1, usage: 2 }

/** `overview`: for the help of all commands, which names none within another. */
type AddCommand = (program: Command, options: { readonly overview: boolean }) => void | Promise<void>

/** Each command with what adds it; loaded when it is meant, or all for the help. In the order of the help. */
const commands: Readonly<Record<string, () => Promise<AddCommand>>> = {
  demo: async () => (await import('./commands/demo.ts')).addDemo,
  import: async () => (await import('./commands/import.ts')).addImport,
  remember: async () => (await import('./commands/remember.ts')).addRemember,
  recall: async () => (await import('./commands/recall.ts')).addRecall,
  ask: async () => (await import('./commands/ask.ts')).addAsk,
  spaces: async () => (await import('./commands/spaces.ts')).addSpaces,
  show: async () => (await import('./commands/show.ts')).addShow,
  turns: async () => (await import('./commands/turns.ts')).addTurns,
  memories: async () => (await import('./commands/memories.ts')).addMemories,
  forget: async () => (await import('./commands/forget.ts')).addForget,
  export: async () => (await import('./commands/export.ts')).addExport,
  reindex: async () => (await import('./commands/reindex.ts')).addReindex,
  jobs: async () => (await import('./commands/jobs.ts')).addJobs,
  mcp: async () => (await import('./commands/mcp.ts')).addMcp,
  serve: async () => (await import('./commands/serve.ts')).addServe,
  keys: async () => (await import('./commands/keys.ts')).addKeys,
  bench: async () => (await import('./commands/bench.ts')).addBench,
  doctor: async () => (await import('./commands/doctor.ts')).addDoctor,
}

/** Runs one command line; sets the exit code. */
export async function runProgram(args: readonly string[]): Promise<void> {
  silenceSqliteWarning()
  // A reader that has seen enough, as `| head`, is no failure.
  process.stdout.on('error', error => {
    if ('code' in error && error.code === 'EPIPE') process.exit(0)
    throw error
  })
  try {
    const program = createProgram()
    const wanted = args.filter(arg => Object.hasOwn(commands, arg))
    const overview = wanted.length === 0
    for (const name of overview ? Object.keys(commands) : wanted) await (await commands[name]?.())?.(program, { overview })
    await program.parseAsync(args, { from: 'user' })
  } catch (error) {
    process.exitCode = report(error, args)
  }
}

const helpEnd = `
Examples:
  engram-r demo                                      what it does, on a dialogue
  engram-r import chat.json --space me               your own
  engram-r ask "When did Ana move?" --space me
  engram-r serve --upstream http://127.0.0.1:11434/v1

engram-r help COMMAND says more of each.`

function createProgram(): Command {
  return new Command('engram-r')
    .description('A memory layer for language models: dialogues become typed records, questions get cited Fact Cards.')
    .version(packageVersion())
    .option('--store <path>', "the store file (or ENGRAM_STORE; default: in the user's data folder)")
    .option('--tenant <name>', 'whose spaces (or ENGRAM_TENANT; default: "default")')
    .option('--space <name>', "which conversation, user or agent (or ENGRAM_SPACE; default: the tenant's only one)")
    .option('--preset <name>', 'default, paper, paper-base or full-context')
    .option('--config <file>', 'a JSON file of settings: store, space, model, baseUrl, ... (docs/configuration.md)')
    .option('--json', 'print one JSON object on stdout, everything else on stderr')
    .option('--quiet', 'no progress and no remarks')
    .showHelpAfterError('(engram-r --help shows what there is)')
    .configureHelp({ showGlobalOptions: true })
    .addHelpText('after', helpEnd)
    .exitOverride()
}

/** Node 22 warns that node:sqlite is experimental, at every start. Every other warning is shown. */
function silenceSqliteWarning(): void {
  const listeners = process.listeners('warning')
  process.removeAllListeners('warning')
  process.on('warning', warning => {
    if (warning.name === 'ExperimentalWarning' && warning.message.includes('SQLite')) return
    for (const listener of listeners) listener(warning)
  })
}

function report(error: unknown, args: readonly string[]): number {
  // Commander has already said what was wrong, or shown the help that was asked for.
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : exitCodes.usage
  const known = error instanceof EngramError ? error : null
  const message = error instanceof Error ? error.message : String(error)
  if (args.includes('--json')) {
    const { code = 'failed', field = null, file = null, line = null } = known ?? {}
    process.stdout.write(`${JSON.stringify({ error: { code, message, field, file, line } })}\n`)
  } else {
    process.stderr.write(`engram-r: ${message}\n`)
    if (known === null && error instanceof Error) process.stderr.write(`${error.stack ?? ''}\n`)
  }
  return known?.code === 'bad_config' || known?.code === 'bad_input' ? exitCodes.usage : exitCodes.failed
}
