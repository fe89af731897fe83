import { Server as NodeServer } from 'node:http'
import type { Socket } from 'node:net'
import { createAdaptorServer } from '@hono/node-server'
import { EngramError } from '../errors.ts'
import { problemOf, problemResponse } from './problem.ts'

export interface Address {
  readonly host: string
  /** 0 for any that is free. */
  readonly port: number
}

export interface ListeningServer {
  /** Without a path. */
  readonly url: string
  readonly port: number
  /** Takes no more, finishes what it took, and ends. The store stays open. */
  close(): Promise<void>
}

type Fetch = (request: Request, env: object) => Response | Promise<Response>

/** Serves a fetch handler over HTTP; to hand its requests on, make them genuine first. Throws `bad_config` where the address can not be bound. */
export async function listenHttp(fetch: Fetch, { host, port }: Address): Promise<ListeningServer> {
  const http = createAdaptorServer({
    fetch: (request, env) => (request.method === 'TRACE' ? refuseTrace() : fetch(request, env)),
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
        http.close(error => (error === undefined ? resolve() : reject(error)))
        for (const [socket, requests] of running) if (requests === 0) socket.destroy()
      })
      return closed
    },
  }
}

/** By the standard there is no such request. */
function refuseTrace(): Response {
  const error = new EngramError('wrong_method', 'Nothing here takes TRACE.')
  return problemResponse(problemOf(error), { allow: 'DELETE, GET, HEAD, POST' })
}
