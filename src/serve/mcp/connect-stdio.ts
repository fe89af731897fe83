import type { Readable, Writable } from 'node:stream'
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio'
import type { Caller } from '../caller.ts'
import type { Mcp } from './create-mcp.ts'

export interface StdioStreams {
  readonly input: Readable
  /** Holds nothing but the protocol: one JSON-RPC message a line. */
  readonly output: Writable
  /** Called with what went wrong on the wire; clients are answered all the same. */
  readonly onError: (error: unknown) => void
}

export interface StdioConnection {
  /** When the client has gone, or `close` was called. What still runs is told to stop. */
  readonly closed: Promise<void>
  close(): Promise<void>
}

/** One client on two streams, of either protocol era: what it says first decides. */
export function connectStdio(mcp: Mcp, caller: Caller, { input, output, onError }: StdioStreams): StdioConnection {
  const transport = new StdioServerTransport(input, output)
  const { promise: closed, resolve } = Promise.withResolvers<void>()
  const connection = serveStdio(() => mcp.server(caller), { transport, onerror: onError })
  const { onclose } = transport
  transport.onclose = () => {
    onclose?.()
    resolve()
  }
  return { closed, close: () => connection.close() }
}
