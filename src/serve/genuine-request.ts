/**
 * A request that may be handed on. Those of the adaptor only look like one unless it replaces the globals of the whole process: they can be given
 * neither to `new Request` nor to another's `fetch`. `own`: headers in place of its own.
 */
export function genuineRequest({ url, method, headers, body, signal }: Request, own: Headers = headers): Request {
  return new Request(url, { method, headers: own, body, signal, duplex: 'half' })
}
