import type { AddressInfo } from 'node:net'
import type { TestContext } from 'node:test'
import { serve } from '@hono/node-server'
import { type OpenEngram, openEngram } from '../../src/index.ts'
import type { Caller } from '../../src/serve/caller.ts'
import { createProxy, type Exchange, type MemoryProxy, type ProxyOptions } from '../../src/serve/proxy/proxy.ts'
import { openMemoryStore } from '../../src/testing.ts'

export interface ProxyServer {
  /** Ends in /v1. */
  readonly baseUrl: string
  readonly engram: OpenEngram
  readonly proxy: MemoryProxy
  /** Those that are over. */
  readonly exchanges: readonly Exchange[]
  /** The nth exchange, from 1, once it is over and recorded. */
  readonly exchange: (number: number) => Promise<Exchange>
}
export interface ProxyServerOptions extends Partial<ProxyOptions> {
  readonly caller?: Caller
  /** By which way replies go out; 'connection' where not given. */
  readonly door?: 'connection' | 'web'
}

/** The proxy behind a server that listens, ending with its test. */
export async function proxyServer(
  context: TestContext,
  {
    caller = { tenant: 'acme', right: 'write' },
    engram: given,
    door = 'connection',
    ...options
  }: ProxyServerOptions & Pick<ProxyOptions, 'upstreams'>,
): Promise<ProxyServer> {
  const engram = given ?? (await openEngram({ store: openMemoryStore() }))
  const exchanges: Exchange[] = []
  const waiting: { readonly number: number; readonly resolve: (exchange: Exchange) => void }[] = []
  const proxy = createProxy({
    ...options,
    engram,
    onExchange(exchange) {
      exchanges.push(exchange)
      for (const { number, resolve } of waiting) if (number === exchanges.length) resolve(exchange)
    },
  })
  const server = await new Promise<ReturnType<typeof serve>>(resolve => {
    const listening = serve(
      { fetch: (request, env) => proxy.fetch(request, caller, door === 'connection' ? env : {}), hostname: '127.0.0.1', port: 0 },
      () => resolve(listening),
    )
  })
  context.after(async () => {
    if ('closeAllConnections' in server) server.closeAllConnections()
    await new Promise(resolve => server.close(resolve))
    await proxy.settled()
    await engram.close()
  })
  const { port } = server.address() as AddressInfo
  return {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    engram,
    proxy,
    exchanges,
    exchange: number => {
      const over = exchanges[number - 1]
      if (over !== undefined) return Promise.resolve(over)
      return new Promise(resolve => waiting.push({ number, resolve }))
    },
  }
}
