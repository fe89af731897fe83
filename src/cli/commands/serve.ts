import { type Command, InvalidArgumentError, Option } from 'commander'
import type { Settings } from '../../config.ts'
import { EngramError } from '../../errors.ts'
import { isOwnAddress } from '../../serve/own-address.ts'
import { proxyModes } from '../../serve/proxy/proxy-options.ts'
import { type Context, withContext } from '../context.ts'
import type { ProxyFlags } from '../doors.ts'
import { note, printJson } from '../output.ts'
import { workOn } from '../work-on.ts'

interface ServeFlags extends ProxyFlags {
  readonly host: string
  readonly port: number
}

export function addServe(program: Command): void {
  program
    .command('serve')
    .summary('the HTTP API, MCP, and a memory proxy for OpenAI clients')
    .description(
      'Serves the store until Ctrl-C or SIGTERM: the HTTP API under /api (/docs says what there is), MCP at /mcp and, with --upstream, an OpenAI-compatible server at /v1 that remembers.\nWithout keys it answers to this machine only, for the tenant of --tenant; with keys (`engram-r keys create`) each request works in the tenant of its key.\nWhere an extraction model is configured it writes records meanwhile.',
    )
    .option('--host <address>', 'where to listen; where others can reach it there must be a key', '127.0.0.1')
    .option('--port <number>', '0 for any that is free', portOf, 3647)
    .option('--base-url <url>', 'of the OpenAI-compatible server of the models, up to /v1 (or ENGRAM_BASE_URL; the key in ENGRAM_API_KEY)')
    .option('--model <id>', 'that answers (or ENGRAM_MODEL)')
    .option('--upstream <url>', 'of the server that /v1 remembers for, up to /v1 (or ENGRAM_UPSTREAM; its key in ENGRAM_UPSTREAM_API_KEY)')
    .addOption(new Option('--mode <mode>', 'of the proxy, where a request names none').choices(proxyModes).default('inject'))
    .option('--cite', 'the proxy asks models to cite the cards')
    .option('--strict', 'the proxy refuses what memory fails for, instead of forwarding it without')
    .option('--keep-questions <count>', 'the proxy leaves out turns before the last so many questions that memory holds', countOf)
    .addHelpText(
      'after',
      '\nExamples:\n  engram-r serve\n  engram-r serve --upstream http://127.0.0.1:11434/v1\n  engram-r keys create && engram-r serve --host 0.0.0.0',
    )
    .action((flags: ServeFlags, command: Command) =>
      withContext(command, context => serve(context, flags), { create: true, asksModel: true, stopOn: ['SIGINT', 'SIGTERM'] }),
    )
}

async function serve(context: Context, { host, port, ...proxying }: ServeFlags): Promise<void> {
  const { memory, settings, json, quiet, signal } = context
  const onFailure = (error: unknown, route: string): void => {
    note(`${route}: ${error instanceof Error ? `${error.message}${causeOf(error)}` : String(error)}`)
  }
  if (settings.upstream !== undefined && isOwnAddress(settings.upstream, { host, port })) {
    const message = `upstream: ${settings.upstream} is this server itself. Name the server of the models, or choose another --port.`
    throw new EngramError('bad_config', message, { field: 'upstream' })
  }
  const [{ listen }, { openDoors }] = await Promise.all([import('../../serve/listen.ts'), import('../doors.ts')])
  const doors = openDoors(context, proxying)
  const server = await listen({ engram: memory, tenant: settings.tenant, host, port, onFailure, mounts: doors.mounts })
  try {
    if (json) printJson({ url: server.url })
    if (!quiet) note(greeting(server.url, settings))
    await untilStopped(context)
    if (!quiet && signal.aborted) note('Finishing what was begun; Ctrl-C again ends at once.')
  } finally {
    await server.close()
    await doors.close()
  }
}

function greeting(url: string, { store, space, upstream }: Settings): string {
  const unnamed = space === undefined ? '; who names no user has no memory without --space' : ''
  return [
    `engram-r serves ${store} at ${url}. Ctrl-C stops it.`,
    `  HTTP API  ${url}/docs`,
    `  MCP       ${url}/mcp`,
    ...(upstream === undefined ? [] : [`  OpenAI    ${url}/v1 before ${upstream}${unnamed}`]),
  ].join('\n')
}

/** Meanwhile the extraction model, where there is one, reads what comes. */
async function untilStopped(context: Context): Promise<void> {
  const { settings, signal } = context
  const stopped = new Promise<void>(resolve => {
    if (signal.aborted) resolve()
    signal.addEventListener('abort', () => resolve(), { once: true })
  })
  if (settings.extractModel === undefined) return stopped
  const worked = workOn({ ...context, quiet: true }, null, { follow: true }).catch((error: unknown) => {
    if (signal.aborted) return
    // What is served needs no records of a model: those of the rules stand in.
    note(`The extraction model has stopped: ${error instanceof Error ? error.message : String(error)}`)
  })
  await stopped
  await worked
}

function countOf(text: string): number {
  if (/^[1-9]\d{0,5}$/.test(text)) return Number(text)
  throw new InvalidArgumentError('Expected a whole number above 0.')
}

const causeOf = ({ cause }: Error): string => (cause instanceof Error ? `\n${cause.stack ?? cause.message}` : '')

function portOf(text: string): number {
  const port = Number(text)
  if (/^\d{1,5}$/.test(text) && port <= 65_535) return port
  throw new InvalidArgumentError('Expected a number from 0 to 65535.')
}
