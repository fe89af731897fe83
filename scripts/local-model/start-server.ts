import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { JsonSupport } from './chat-request.ts'
import type { MeasuredRequest } from './chat-server.ts'

export interface LocalServer {
  /** Of the API: ends in /v1. */
  readonly baseUrl: string
  /** What each request took that it has answered, in order. */
  requests(): Promise<readonly MeasuredRequest[]>
  /** The next prompt is read from its start. */
  clearCache(): Promise<void>
  stop(): Promise<void>
}

export interface StartOptions {
  readonly model: string
  readonly cache: string
  readonly json: JsonSupport
  readonly contextTokens: number
  readonly signal: AbortSignal
}

/** Starts server.ts on a free port as a process of its own and waits until it answers. It ends with us, however we end. */
export async function startServer({ model, cache, json, contextTokens, signal }: StartOptions): Promise<LocalServer> {
  const script = fileURLToPath(new URL('server.ts', import.meta.url))
  const args = ['--model', model, '--cache', cache, '--json', json, '--context', String(contextTokens), '--port', '0']
  const child = fork(script, args, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  const ended = new Promise<number | null>(resolve => child.once('close', resolve))
  const stop = async (): Promise<void> => {
    child.kill()
    await ended
  }
  const aborted = (): boolean => child.kill()
  signal.addEventListener('abort', aborted)
  const baseUrl = await Promise.race([new Promise<string>(resolve => child.once('message', message => resolve(String(message)))), ended])
  signal.throwIfAborted()
  if (typeof baseUrl !== 'string')
    throw new Error(`The server of the model ended before it answered (exit code ${baseUrl}); its lines above say why.`)
  return {
    baseUrl,
    requests: async () => JSON.parse(await callServer(new URL('/requests', baseUrl), { signal })),
    clearCache: async () => void (await callServer(new URL('/cache', baseUrl), { method: 'DELETE', signal })),
    async stop() {
      signal.removeEventListener('abort', aborted)
      await stop()
    },
  }
}

async function callServer(url: URL, options: RequestInit): Promise<string> {
  const response = await fetch(url, options)
  const body = await response.text()
  if (response.ok) return body
  throw new Error(`${url.pathname}: ${response.status} ${body}`)
}
