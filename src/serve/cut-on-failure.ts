import type { ServerResponse } from 'node:http'

/**
 * A reply whose body fails midway ends with its connection, so that its reader sees that it is not whole. Left to itself the adaptor would write
 * the error's message into the body, and to the console.
 */
export function cutOnFailure(reply: Response, outgoing: ServerResponse | undefined): Response {
  if (reply.body === null || outgoing === undefined) return reply
  const reader = reply.body.getReader()
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const { done, value } = await reader.read()
          if (done) controller.close()
          else controller.enqueue(value)
        } catch {
          outgoing.destroy()
          controller.close()
        }
      },
      cancel: reason => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  )
  return new Response(body, reply)
}
