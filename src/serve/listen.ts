import { Server as NodeServer } from 'node:http'
import type { Socket } from 'node:net'
import { createAdaptorServer } from '@hono/node-server'
import { EngramError } from '../errors.ts'
import { isLoopback } from './access/local-only.ts'
import { problemOf, problemResponse } from './problem.ts'
import { createServer, type ServerOptions } from './server.ts'

export interface ListenOptions extends Omit<ServerOptions, 'local'> {
  /** 127.0.0.1 where not given: this machine alone. Elsewhere only with a key in the store. */
  readonly host?: string
  /** 0 for any that is free. */
  readonly port: number
  /** Whose memory it is while the store has no keys. */
  readonly tenant: string
}

export interface ListeningServer {
  /** Without a path. */
  readonly url: string
  readonly port: number
  /** Takes no more, finishes what it took, and ends. The store stays open. */
  close(): Promise<void>
}

/** Throws `bad_config` where it would be open to others, or can not be bound. */
export async function listen({ host = '127.0.0.1', port, tenant, ...options }: ListenOptions): Promise<ListeningServer> {
  const isLocal = isLoopback(host)
  if (!isLocal && (await options.engram.keys.keys(null)).length === 0) {
    const message = `host: ${host} can be reached by others, and there is no key. Make one with \`engram-r keys create\`, or leave --host out.`
    throw new EngramError('bad_config', message, { field: 'host' })
  }
  const server = createServer({ ...options, local: isLocal ? { tenant, right: 'admin' } : null })
  const http = createAdaptorServer({
    fetch: (request, env) => (request.method === 'TRACE' ? refuseTrace() : server.fetch(genuine(request), env)),
    overrideGlobalObjects: false,
  })
  if (!(http instanceof NodeServer)) throw new EngramError('internal', 'Expected an HTTP server.')
  let closed: Promise<void> | null = null
  // Requests that each connection waits for. Node's own list of idle connections leaves out those that have not asked anything yet.
  const running = new Map<Socket, number>()
  const count = (socket: Socket, change: number): void => {
    const before = running.get(socket)
    if (before === undefined) return
    const left = before + change
    running.set(socket, left)
    if (closed !== null && left === 0) socket.destroySoon()
  }
  http.on('connection', socket => {
    running.set(socket, 0)
    socket.once('close', () => running.delete(socket))
  })
  http.on('request', ({ socket }, reply) => {
    count(socket, 1)
    reply.once('close', () => count(socket, -1))
    if (closed !== null) reply.setHeader('connection', 'close')
  })
  await new Promise<void>((resolve, reject) => {
    http.once('error', cause => {
      const isTaken = 'code' in cause && cause.code === 'EADDRINUSE'
      const message = isTaken
        ? `port: ${host}:${port} is taken by another program, perhaps by another server of ours. End it, or choose another --port.`
        : `${host}:${port} can not be listened on (${cause.message}). Choose another --port or --host.`
      reject(new EngramError('bad_config', message, { field: 'port', cause }))
    })
    http.listen(port, host, resolve)
  })
  const address = http.address()
  const bound = typeof address === 'object' && address !== null ? address.port : port
  return {
    url: `http://${host.includes(':') ? `[${host.replace(/^\[|\]$/g, '')}]` : host}:${bound}`,
    port: bound,
    close() {
      closed ??= new Promise((resolve, reject) => {
        server.stop()
        http.close(error => (error === undefined ? resolve() : reject(error)))
        for (const [socket, requests] of running) if (requests === 0) socket.destroy()
      })
      return closed
    },
  }
}

/**
 * The adaptor's requests only look like one unless it replaces the globals of the whole process: they can be handed neither to `new Request` nor to
 * another's `fetch`.
 */
function genuine({ url, method, headers, body, signal }: Request): Request {
  return new Request(url, { method, headers, body, signal, duplex: 'half' })
}

/** By the standard there is no such request. */
function refuseTrace(): Response {
  const error = new EngramError('wrong_method', 'Nothing here takes TRACE.')
  return problemResponse(problemOf(error), { allow: 'DELETE, GET, HEAD, POST' })
}
