import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'

const known = new Map<number, Response>()

/** Tells the server's adaptor that a reply of this status is on its way. One for all of a status: to make it takes half as long as to send the reply. */
export function alreadySent(status: number): Response {
  const made = known.get(status)
  if (made !== undefined) return made
  const sent = new Response(null, { status, headers: RESPONSE_ALREADY_SENT.headers })
  // An adaptor that replaces the globals of the process would write the head of one that was not looked into.
  void sent.body
  known.set(status, sent)
  return sent
}
