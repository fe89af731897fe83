/** The chunks of a streamed chat completion, up to its [DONE]. Throws where the stream ends without one. */
export async function* readChunks(response: Response): AsyncGenerator<unknown> {
  let rest = ''
  for await (const text of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    const events = (rest + text).split('\n\n')
    rest = events.pop() ?? ''
    for (const event of events) {
      // A line that begins with a colon only keeps the connection alive.
      if (!event.startsWith('data: ')) continue
      const data = event.slice('data: '.length)
      if (data === '[DONE]') return
      yield JSON.parse(data)
    }
  }
  throw new Error('The stream ended without [DONE].')
}
