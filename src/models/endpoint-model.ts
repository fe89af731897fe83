import { type EndpointOptions, readEndpoint } from '../lib/requests/read-endpoint.ts'
import { faultOf } from '../lib/requests/request-fault.ts'
import type { LanguageModel } from '../seams.ts'
import type { AiSdkModel } from './ai-sdk-model.ts'
import { createAdapter } from './from-ai-sdk.ts'
import { jsonAsEvents } from './json-as-events.ts'
import { createRejectedParameters, type RejectedParameters } from './rejected-parameters.ts'

export interface EndpointModelOptions extends EndpointOptions {
  /** As the server calls it. */
  readonly model: string
}

/**
 * A model behind any OpenAI-compatible chat endpoint; its id is the model's. A parameter that the server refuses is left out, or renamed, from
 * then on; the refused request is sent again at once and counts as one with it. Packages load, and the server is reached, on the first request.
 */
export function createEndpointModel({ model: modelId, ...options }: EndpointModelOptions): LanguageModel {
  const endpoint = readEndpoint(options)
  const parameters = createRejectedParameters()
  let loading: Promise<AiSdkModel> | null = null
  const load = () => {
    loading ??= loadProvider(modelId, { ...endpoint, parameters })
    return loading
  }
  const asked = { who: `The model ${modelId} at ${endpoint.host}`, secrets: endpoint.secrets }
  const adapter = createAdapter({ id: modelId, asked, load })
  return {
    id: modelId,
    async complete(request) {
      for (;;) {
        try {
          return await adapter.complete(request)
        } catch (error) {
          const fault = faultOf(error)
          if ((fault?.status !== 400 && fault?.status !== 422) || !parameters.learn(fault.quote)) throw error
        }
      }
    },
  }
}

interface Provider {
  readonly baseUrl: string
  readonly headers: Readonly<Record<string, string>>
  readonly parameters: RejectedParameters
}

async function loadProvider(modelId: string, { baseUrl, headers, parameters }: Provider): Promise<AiSdkModel> {
  const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible')
  const provider = createOpenAICompatible({
    name: 'endpoint',
    baseURL: baseUrl,
    headers: { ...headers },
    includeUsage: true,
    supportsStructuredOutputs: true,
    transformRequestBody: body => parameters.rewrite(body),
    fetch: async (address, init) => {
      const response = await fetch(address, init)
      return typeof init?.body === 'string' && init.body.includes('"stream":true') ? await jsonAsEvents(response) : response
    },
  })
  return provider.chatModel(modelId)
}
