import { listOf } from './list-of.ts'

/** Names the proxies that a request has come through: an upstream may lead back to one of them. Of all headers of ours the only one that leaves. */
export const hopsHeader = 'x-engram-hops'

export const hopsOf = (headers: Readonly<Record<string, string>>): readonly string[] => listOf(headers[hopsHeader])
