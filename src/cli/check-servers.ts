import type { Settings } from '../config.ts'

/** What `doctor` found. */
export interface Finding {
  readonly check: string
  readonly ok: boolean
  readonly detail: string
  /** What to do about it; null when nothing. */
  readonly remedy: string | null
}

interface Server {
  readonly check: 'models' | 'upstream'
  readonly url: string
  /** The setting of its address and the variable of its key, for what to do. */
  readonly setting: string
  readonly keyVariable: string
  readonly apiKey: string | undefined
}
interface Listed {
  /** What GET /models says. */
  readonly models: string
}

const patienceMs = 5_000

/** Whether the server of the models answers, and knows them. */
export async function checkModels({ baseUrl, apiKey, model, checkModel, extractModel, embedModel }: Settings): Promise<readonly Finding[]> {
  const wanted = [...new Set([model, checkModel, extractModel, embedModel].flatMap(id => id ?? []))]
  if (wanted.length === 0) return []
  const check = 'models'
  const named = wanted.join(', ')
  if (baseUrl === undefined) return [{ check, ok: false, detail: named, remedy: 'Say where they are: ENGRAM_BASE_URL or "baseUrl".' }]
  const reply = await ask({ check, url: baseUrl, setting: 'baseUrl', keyVariable: 'ENGRAM_API_KEY', apiKey })
  if (!('models' in reply)) return [reply]
  const { host } = new URL(baseUrl)
  const missing = wanted.filter(id => !reply.models.includes(JSON.stringify(id)))
  if (missing.length === 0) return [{ check, ok: true, detail: `${named} at ${host}`, remedy: null }]
  return [{ check, ok: false, detail: `${host} does not list ${missing.join(', ')}`, remedy: `GET ${baseUrl}/models says what it has.` }]
}

/** Whether the server that `serve` is a proxy for answers. */
export async function checkUpstream({ upstream, upstreamApiKey }: Settings): Promise<readonly Finding[]> {
  const check = 'upstream'
  if (upstream === undefined)
    return [{ check, ok: true, detail: 'none: serve is no memory proxy without --upstream or ENGRAM_UPSTREAM', remedy: null }]
  const { host } = new URL(upstream)
  const reply = await ask({ check, url: upstream, setting: 'upstream', keyVariable: 'ENGRAM_UPSTREAM_API_KEY', apiKey: upstreamApiKey })
  if ('models' in reply) return [{ check, ok: true, detail: `${host} answers`, remedy: null }]
  return [reply]
}

async function ask({ check, url, setting, keyVariable, apiKey }: Server): Promise<Finding | Listed> {
  const { host } = new URL(url)
  const address = new URL(url)
  address.pathname = `${address.pathname.replace(/\/$/, '')}/models`
  try {
    const reply = await fetch(address, {
      headers: apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` },
      signal: AbortSignal.timeout(patienceMs),
    })
    if (reply.ok) return { models: await reply.text() }
    const isKey = reply.status === 401 || reply.status === 403
    // Clients of a proxy bring keys of their own.
    if (isKey && check === 'upstream' && apiKey === undefined)
      return { check, ok: true, detail: `${host} answers, and wants a key: that of each client, or ${keyVariable}`, remedy: null }
    const path = `${setting} should end where /models and /chat/completions begin: usually in /v1.`
    return {
      check,
      ok: false,
      detail: `${host} answers with status ${reply.status}`,
      remedy: isKey ? `Set the key in ${keyVariable}.` : path,
    }
  } catch (error) {
    const reason = error instanceof Error && error.cause instanceof Error ? error.cause.message : String(error)
    return { check, ok: false, detail: `${host} does not answer: ${reason}`, remedy: `Start the server, or correct ${setting}.` }
  }
}
