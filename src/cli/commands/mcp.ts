import { type Command, InvalidArgumentError } from 'commander'
import { EngramError } from '../../errors.ts'
import type { Caller } from '../../serve/caller.ts'
import type { Mcp } from '../../serve/mcp/create-mcp.ts'
import { type GlobalOptions, settingsOf } from '../context.ts'
import { guardStdout } from '../guard-stdout.ts'
import { openLazily } from '../open-lazily.ts'
import { note } from '../output.ts'
import { packageVersion } from '../package-version.ts'
import { watchParent } from '../watch-parent.ts'

interface McpFlags extends GlobalOptions {
  readonly http?: boolean
  readonly host: string
  readonly port: number
  readonly readOnly?: boolean
}

export function addMcp(program: Command): void {
  program
    .command('mcp')
    .summary('the MCP server: memory for editors and agents')
    .description(
      'Serves the Model Context Protocol on stdin and stdout, or with --http on the loopback interface. Ends when the client does.\nTools, resources and the entries for editors are in docs/mcp.md.',
    )
    .option('--http', 'serve HTTP at /mcp instead of stdin and stdout; without a token, so for this machine only')
    .option('--host <name>', 'of HTTP: 127.0.0.1, ::1 or localhost', '127.0.0.1')
    .option('--port <number>', 'of HTTP; 0 for any that is free', portOf, 4319)
    .option('--read-only', 'offer only the tools that read')
    .addHelpText('after', '\nExample:\n  engram-r mcp --space ana --read-only')
    .action(async (_flags: McpFlags, command: Command) => {
      const flags = command.optsWithGlobals<McpFlags>()
      const settings = await settingsOf(flags)
      const caller: Caller = { tenant: settings.tenant, right: flags.readOnly ? 'read' : 'admin' }
      const engram = openLazily(settings)
      const { createMcp } = await import('../../serve/mcp/create-mcp.ts')
      const mcp = createMcp({ engram: engram.open, version: packageVersion(), defaultSpace: settings.space, onError })
      try {
        if (flags.http) await serveHttp(mcp, caller, flags)
        else await serveStdio(mcp, caller)
      } finally {
        endAnyway()
        // What still runs has been told to stop; it may finish the batch that it is at.
        await atMost(mcp.settled(), longestBatch)
        await engram.close()
      }
    })
}

const longestBatch = 1000
const longestEnd = 1400

async function serveStdio(mcp: Mcp, caller: Caller): Promise<void> {
  const output = guardStdout()
  const { connectStdio } = await import('../../serve/mcp/connect-stdio.ts')
  const connection = connectStdio(mcp, caller, { input: process.stdin, output, onError })
  const stopped = untilStopped()
  await Promise.race([connection.closed, stopped.promise])
  stopped.end()
  await connection.close()
}

async function serveHttp(mcp: Mcp, caller: Caller, { host, port, quiet }: McpFlags): Promise<void> {
  const { serveLoopback } = await import('../../serve/mcp/serve-loopback.ts')
  const server = await serveLoopback(mcp, caller, { host, port })
  if (!quiet) note(`MCP at ${server.url}, for this machine only. Ctrl-C ends it.`)
  const stopped = untilStopped()
  await stopped.promise
  stopped.end()
  await server.close()
}

/** A signal, or the end of the process that started this one. */
function untilStopped(): { readonly promise: Promise<void>; readonly end: () => void } {
  const { promise, resolve } = Promise.withResolvers<void>()
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
  const stop = (): void => resolve()
  for (const signal of signals) process.once(signal, stop)
  const parent = watchParent(stop)
  return {
    promise,
    end() {
      for (const signal of signals) process.off(signal, stop)
      parent.stop()
    },
  }
}

async function atMost(promise: Promise<void>, ms: number): Promise<void> {
  const { promise: late, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, ms)
  await Promise.race([promise, late])
  clearTimeout(timer)
}

/** The client is gone: nothing that somebody else keeps open or waiting may keep the process. */
function endAnyway(): void {
  setTimeout(() => process.exit(), longestEnd).unref()
}

function onError(error: unknown): void {
  note(
    `engram-r mcp: ${error instanceof EngramError ? `${error.code}: ${error.message}` : error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
  )
}

function portOf(given: string): number {
  const port = Number(given)
  if (/^\d{1,5}$/.test(given) && port <= 65_535) return port
  throw new InvalidArgumentError('Expected a number from 0 to 65535.')
}
