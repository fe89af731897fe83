import { EngramError } from '../errors.ts'
import { isLoopback } from './access/local-only.ts'
import { type ListeningServer, listenHttp } from './listen-http.ts'
import { createServer, type ServerOptions } from './server.ts'

export type { ListeningServer }

export interface ListenOptions extends Omit<ServerOptions, 'local'> {
  /** 127.0.0.1 where not given: this machine alone. Elsewhere only with a key in the store. */
  readonly host?: string
  /** 0 for any that is free. */
  readonly port: number
  /** Whose memory it is while the store has no keys. */
  readonly tenant: string
}

/** Throws `bad_config` where it would be open to others, or can not be bound. */
export async function listen({ host = '127.0.0.1', port, tenant, ...options }: ListenOptions): Promise<ListeningServer> {
  const isLocal = isLoopback(host)
  if (!isLocal && (await options.engram.keys.keys(null)).length === 0) {
    const message = `host: ${host} can be reached by others, and there is no key. Make one with \`engram-r keys create\`, or leave --host out.`
    throw new EngramError('bad_config', message, { field: 'host' })
  }
  const server = createServer({ ...options, local: isLocal ? { tenant, right: 'admin' } : null })
  const http = await listenHttp((request, env) => server.fetch(request, env), { host, port })
  return {
    ...http,
    close() {
      server.stop()
      return http.close()
    },
  }
}
