import type { TestContext } from 'node:test'
import { type OpenEngram, type OpenOptions, openEngram } from '../../src/index.ts'
import { issueKey, type ListeningServer, type ListenOptions, listen, type Right } from '../../src/server.ts'
import { openMemoryStore } from '../../src/testing.ts'

export interface Reply {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  // biome-ignore lint/suspicious/noExplicitAny: tests look into it freely
  readonly json: any
}

export interface Asked {
  /** An object is sent as JSON. */
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  readonly key?: string | undefined
}
export type Call = (method: string, path: string, asked?: Asked) => Promise<Reply>

export interface TestServer {
  readonly url: string
  readonly engram: OpenEngram
  readonly server: ListeningServer
  readonly call: Call
  /** A new key of a tenant. */
  key(tenant: string, right?: Right): Promise<string>
}

export interface TestServerOptions extends Partial<ListenOptions> {
  readonly open?: Partial<OpenOptions>
}

/** A server that listens on this machine, over a store in memory, until the test ends. */
export async function testServer(context: TestContext, { open = {}, ...options }: TestServerOptions = {}): Promise<TestServer> {
  const engram = options.engram ?? (await openEngram({ store: openMemoryStore(), ...open }))
  const server = await listen({ tenant: 'default', port: 0, ...options, engram })
  context.after(async () => {
    await server.close()
    await engram.close()
  })
  return {
    url: server.url,
    engram,
    server,
    call: callOf(server.url),
    async key(tenant, right = 'admin') {
      const { token, key } = issueKey({ tenant, right, name: null, now: new Date() })
      await engram.keys.addKey(key)
      return token
    },
  }
}

export function callOf(url: string): Call {
  return async (method, path, { body, headers = {}, key } = {}) => {
    const plain = body === undefined || typeof body === 'string'
    const reply = await fetch(`${url}${path}`, {
      method,
      headers: {
        ...(plain ? {} : { 'content-type': 'application/json' }),
        ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: plain ? body : JSON.stringify(body) }),
    })
    const text = await reply.text()
    return { status: reply.status, headers: reply.headers, text, json: parse(text) }
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

export const talk = [
  { id: 't1', speaker: 'Ana', text: 'I moved to Lyon last week.', at: '2024-03-01' },
  { id: 't2', speaker: 'Ben', text: 'I adopted a cat called Miso.', at: '2024-03-02' },
  { id: 't3', speaker: 'Ana', text: 'To water the ferns, first fill the can, then pour it slowly.', at: '2024-03-03' },
] as const
