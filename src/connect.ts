import type { AssembleOptions } from './assemble.ts'
import type { Settings } from './config.ts'
import { EngramError } from './errors.ts'
import type { Embedder, LanguageModel } from './seams.ts'

/** The models and the embedder that settings name, each behind its retries, limits, ledger and cache. No server is reached before it is asked, but for the length of vectors that is not set. */
export async function connectModels(
  settings: Settings,
): Promise<Pick<AssembleOptions, 'model' | 'answering' | 'verifier' | 'extraction' | 'embedder'>> {
  const {
    model,
    checkModel,
    extractModel,
    embedModel,
    embedDimensions,
    extractMode,
    effort,
    temperature,
    maxOutputTokens,
    contextTokens,
    verification,
  } = settings
  const asked = model ?? checkModel ?? extractModel ?? embedModel
  if (asked === undefined) return {}
  const { baseUrl, apiKey } = settings
  if (baseUrl === undefined) {
    throw new EngramError('bad_config', `baseUrl: the server of ${asked} is not said. Set --base-url, ENGRAM_BASE_URL or "baseUrl".`, {
      field: 'baseUrl',
    })
  }
  const connect = await connector(settings, { baseUrl, apiKey })
  return {
    model: model === undefined ? undefined : connect(model),
    answering: { effort, temperature, maxOutputTokens, contextTokens, verification },
    verifier: checkModel === undefined ? undefined : (await import('./models.ts')).modelVerifier(connect(checkModel)),
    extraction: extractModel === undefined ? undefined : { model: connect(extractModel), mode: extractMode },
    embedder: embedModel === undefined ? undefined : await embedderOf(embedModel, { baseUrl, apiKey, dimensions: embedDimensions }),
  }
}

async function embedderOf(
  model: string,
  endpoint: { readonly baseUrl: string; readonly apiKey: string | undefined; readonly dimensions: number | undefined },
): Promise<Embedder> {
  const { createEndpointEmbedder } = await import('./embed/endpoint-embedder.ts')
  return createEndpointEmbedder({ ...endpoint, model })
}

async function connector(
  settings: Settings,
  endpoint: { readonly baseUrl: string; readonly apiKey: string | undefined },
): Promise<(model: string) => LanguageModel> {
  const { createEndpointModel, withMoreRoom } = await import('./models.ts')
  const wrap = await modelWrapper(settings)
  return model => wrap(createEndpointModel({ ...endpoint, model }), withMoreRoom)
}

/** What stands between whatever is asked over the network and who asks: time limit, ledger, limits, retries, recording. `around`: between retries and recording. */
export async function modelWrapper({
  timeoutSeconds,
  concurrency,
  requestsPerMinute,
  prices,
  modelCache,
  replayOnly = false,
}: Settings): Promise<(model: LanguageModel, around?: (model: LanguageModel) => LanguageModel) => LanguageModel> {
  const { createCompletionCache, withCache, withLedger, withLimits, withRetry, withTimeout } = await import('./models.ts')
  const cache = modelCache === undefined ? null : createCompletionCache(modelCache)
  return (model, around = reached => reached) => {
    const timed = withTimeout(model, timeoutSeconds === undefined ? {} : { timeoutMs: timeoutSeconds * 1000 })
    const reached = around(withRetry(withLimits(withLedger(timed, { prices }), { concurrency, requestsPerMinute })))
    return cache === null ? reached : withCache(reached, { cache, mode: replayOnly ? 'replay-only' : 'record' })
  }
}
