interface BodySize {
  /** What its head says; NaN where it does not. */
  readonly told: number
  readonly most: number
}

/** All of a request's body; null when it is larger. */
export async function readBody(request: Request, { told, most }: BodySize): Promise<Uint8Array<ArrayBuffer> | null> {
  if (told > most) return null
  // Not a byte more will come: read at once, without a stream.
  if (told <= most) return new Uint8Array(await request.arrayBuffer())
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of request.body ?? []) {
    size += chunk.length
    if (size > most) return null
    chunks.push(chunk)
  }
  const body = new Uint8Array(size)
  let at = 0
  for (const chunk of chunks) {
    body.set(chunk, at)
    at += chunk.length
  }
  return body
}
