export { type IssuedKey, issueKey, type KeyRequest } from './serve/access/api-key.ts'
export type { Caller, Right } from './serve/caller.ts'
export type { Limits } from './serve/limits.ts'
export { type ListeningServer, type ListenOptions, listen } from './serve/listen.ts'
export {
  createProxy,
  type Exchange,
  type MemoryProxy,
  type ProxyLimits,
  type ProxyMode,
  type ProxyOptions,
  type UpstreamOptions,
} from './serve/proxy/proxy.ts'
export { createServer, type Mount, type Server, type ServerOptions } from './serve/server.ts'
