import { z } from 'zod'
import { EngramError } from '../errors.ts'
import { explainBroken, explainReply } from '../lib/requests/explain-failure.ts'
import { type EndpointOptions, readEndpoint } from '../lib/requests/read-endpoint.ts'
import { faultOf } from '../lib/requests/request-fault.ts'
import { createRetrier, type RetryOptions } from '../lib/requests/retry-requests.ts'
import { withinTime } from '../lib/requests/within-time.ts'
import type { Embedder } from '../seams.ts'
import { withChecks } from './checked-embedder.ts'
import { readVectors } from './read-vectors.ts'

export interface EndpointEmbedderOptions extends EndpointOptions {
  /** As the server calls it. */
  readonly model: string
  /** Of the vectors. Asked of the server where it can choose, and always checked; where not given, one word is embedded at once to see. */
  readonly dimensions?: number | undefined
  /** Texts in one request; halved where the server objects. */
  readonly batchSize?: number
  /** Of one request. */
  readonly timeoutMs?: number
  readonly retry?: RetryOptions
}

// Plain fetch: the AI SDK's embedding models keep the order of the wire, whatever `index` says, and refuse base64.

/**
 * Vectors from any OpenAI-compatible /embeddings, retried, in the order of the texts, of unit length. A blank text is not sent and gets a zero
 * vector. Texts are sent as they are: the seam does not tell a question from a passage, so models that want a prefix for each do less well.
 */
export async function createEndpointEmbedder({
  model,
  dimensions,
  batchSize = 96,
  timeoutMs = 60_000,
  retry = {},
  ...options
}: EndpointEmbedderOptions): Promise<Embedder> {
  const endpoint = readEndpoint(options)
  const asked = { who: `The embedding model ${model} at ${endpoint.host}`, secrets: endpoint.secrets }
  const { who } = asked
  const retried = createRetrier(retry)
  let chooses = dimensions !== undefined
  let size = batchSize

  async function send(input: readonly string[], signal: AbortSignal): Promise<readonly Float32Array[]> {
    const body = { model, input, encoding_format: 'float', ...(chooses && { dimensions }) }
    const headers = { 'content-type': 'application/json', ...endpoint.headers }
    const reply = await fetch(`${endpoint.baseUrl}/embeddings`, { method: 'POST', headers, body: JSON.stringify(body), signal })
      .then(async response => ({ response, text: await response.text() }))
      .catch((error: unknown) => {
        throw explainBroken(error, asked, signal)
      })
    const { status, ok } = reply.response
    const vectors = ok ? readVectors(reply.text, { who, count: input.length }) : null
    if (vectors === null) throw explainReply({ status, headers: Object.fromEntries(reply.response.headers), body: reply.text }, asked)
    return vectors
  }

  async function embedBatch(input: readonly string[], signal: AbortSignal | undefined): Promise<readonly Float32Array[]> {
    try {
      return await retried(() => withinTime(inTime => send(input, inTime), { who, timeoutMs, signal }), { who, signal })
    } catch (error) {
      const { status = null, quote = '' } = faultOf(error) ?? {}
      if (![400, 413, 422].includes(status ?? 0)) throw error
      if (chooses && /dimension/i.test(quote)) {
        chooses = false
        return await embedBatch(input, signal)
      }
      if (input.length === 1 || !(status === 413 || /batch|size|too (?:many|large|long)|maximum|limit|exceed/i.test(quote))) throw error
      const half = Math.ceil(input.length / 2)
      const halves = [...(await embedBatch(input.slice(0, half), signal)), ...(await embedBatch(input.slice(half), signal))]
      size = Math.min(size, half)
      return halves
    }
  }

  async function embed(texts: readonly string[], signal?: AbortSignal): Promise<readonly Float32Array[]> {
    const sent = texts.filter(text => text.trim() !== '')
    const vectors: Float32Array[] = []
    while (vectors.length < sent.length) {
      vectors.push(...(await embedBatch(sent.slice(vectors.length, vectors.length + size), signal)))
    }
    const rest = vectors.values()
    return texts.map(text => (text.trim() === '' ? new Float32Array(length) : (rest.next().value ?? new Float32Array())))
  }

  const length = dimensions ?? (await embedBatch(['word'], undefined))[0]?.length ?? 0
  if (!z.int().positive().safeParse(length).success) {
    throw new EngramError('bad_config', `dimensions: expected a whole number above 0, got ${length}.`, { field: 'dimensions' })
  }
  return withChecks({ id: `${model}/${length}`, dimensions: length, embed })
}
