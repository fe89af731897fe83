import { createServer } from 'node:http'

// A stand-in for Ollama, vLLM, llama.cpp or a hosted server.
const server = createServer(async (request, response) => {
  let body = ''
  for await (const chunk of request) body += chunk
  const message = { role: 'assistant', content: body.includes('Seattle') ? 'Ana lives in Seattle [E1].' : 'Not in memory.' }
  const usage = { prompt_tokens: 260, completion_tokens: 64, completion_tokens_details: { reasoning_tokens: 52 } }
  response.setHeader('content-type', 'application/json')
  response.end(JSON.stringify({ choices: [{ index: 0, message, finish_reason: 'stop' }], usage }))
})
await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
const address = server.address()
const baseUrl = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/v1`

// #region any-endpoint
import { type LanguageModel, openEngram } from 'engram-r'
import {
  createCompletionCache,
  createEndpointModel,
  withCache,
  withLedger,
  withLimits,
  withMoreRoom,
  withRetry,
  withTimeout,
} from 'engram-r/models'

const endpoint = createEndpointModel({ baseUrl, model: 'gpt-oss-20b', apiKey: process.env.MODEL_KEY })
const cache = createCompletionCache('answers.db')
const timed = withLedger(withTimeout(endpoint, { timeoutMs: 60_000 }), { prices: { input: 0.05, output: 0.2 } })
const model: LanguageModel = withCache(withMoreRoom(withRetry(withLimits(timed, { concurrency: 4 }))), { cache })

const memory = await openEngram({ store: 'memory.db', model })
const ana = memory.space({ tenant: 'acme', space: 'ana' })
await ana.remember({ speaker: 'Ana', text: 'I moved to Seattle.', at: '2024-03-01' })
const { text, usage } = await ana.ask('Where does Ana live?')
console.log(text, usage) // Ana lives in Seattle [E1]. … reasoningTokens: 52, reported
await memory.close()
await cache.close()
// #endregion

server.close()
server.closeAllConnections()
