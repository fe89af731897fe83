import { type Command, InvalidArgumentError } from 'commander'
import { listen } from '../../serve/listen.ts'
import { type Context, withContext } from '../context.ts'
import { note, printJson } from '../output.ts'
import { workOn } from '../work-on.ts'

interface ServeFlags {
  readonly host: string
  readonly port: number
}

export function addServe(program: Command): void {
  program
    .command('serve')
    .summary('the HTTP API')
    .description(
      'Serves the store until Ctrl-C or SIGTERM: /docs says what there is. Without keys it answers to this machine only, for the tenant of --tenant;\nwith keys (`engram-r keys create`) each request works in the tenant of its key. Where an extraction model is configured it writes records meanwhile.',
    )
    .option('--host <address>', 'where to listen', '127.0.0.1')
    .option('--port <number>', '0 for any that is free', portOf, 3647)
    .option('--base-url <url>', 'of the OpenAI-compatible server of the models, up to /v1 (or ENGRAM_BASE_URL; the key in ENGRAM_API_KEY)')
    .option('--model <id>', 'that answers (or ENGRAM_MODEL)')
    .addHelpText('after', '\nExample:\n  engram-r serve --port 3647')
    .action((flags: ServeFlags, command: Command) =>
      withContext(command, context => serve(context, flags), { create: true, stopOn: ['SIGINT', 'SIGTERM'] }),
    )
}

async function serve(context: Context, { host, port }: ServeFlags): Promise<void> {
  const { memory, settings, json, quiet, signal } = context
  const onFailure = (error: unknown, route: string): void => {
    note(`${route}: ${error instanceof Error ? `${error.message}${causeOf(error)}` : String(error)}`)
  }
  const server = await listen({ engram: memory, tenant: settings.tenant, host, port, onFailure })
  try {
    if (json) printJson({ url: server.url })
    if (!quiet) note(`engram-r serves ${settings.store} at ${server.url} (${server.url}/docs). Ctrl-C stops it.`)
    await untilStopped(context)
    if (!quiet && signal.aborted) note('Finishing what was begun; Ctrl-C again ends at once.')
  } finally {
    await server.close()
  }
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

const causeOf = ({ cause }: Error): string => (cause instanceof Error ? `\n${cause.stack ?? cause.message}` : '')

function portOf(text: string): number {
  const port = Number(text)
  if (/^\d{1,5}$/.test(text) && port <= 65_535) return port
  throw new InvalidArgumentError('Expected a number from 0 to 65535.')
}
