import { z } from 'zod'

const completion = z.looseObject({ choices: z.array(z.looseObject({ message: z.unknown().optional() })) })

/** Some servers answer a request for a stream with one JSON body, their errors above all: made into a stream of one event. */
export async function jsonAsEvents(response: Response): Promise<Response> {
  if (!response.ok || !/\bjson\b/.test(response.headers.get('content-type') ?? '')) return response
  const body: unknown = await response.json()
  const { data } = completion.safeParse(body)
  const event =
    data === undefined ? body : { ...data, choices: data.choices.map(({ message, ...choice }) => ({ ...choice, delta: message })) }
  return new Response(`data: ${JSON.stringify(event)}\n\n`, { headers: { 'content-type': 'text/event-stream' } })
}
