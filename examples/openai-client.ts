import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { serve } from '@hono/node-server'
import { openEngram } from 'engram-r'
import { createProxy, type Exchange } from 'engram-r/server'

// A stand-in for the model's server: it knows what stands in the request, and nothing else.
const model = createServer(async (request, response) => {
  let body = ''
  for await (const chunk of request) body += chunk
  const content = /\[(E\d+)\] user: I moved to Seattle/.test(body) ? 'You live in Seattle.' : 'I do not know where you live.'
  const choices = [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }]
  response.setHeader('content-type', 'application/json')
  response.end(JSON.stringify({ id: 'c', object: 'chat.completion', created: 0, model: 'm', choices }))
})
await new Promise<void>(resolve => model.listen(0, '127.0.0.1', resolve))
const upstream = `http://127.0.0.1:${(model.address() as AddressInfo).port}`

// What `engram-r serve --upstream URL` does.
const memory = await openEngram({ store: 'memory.db' })
const exchanges: Exchange[] = []
const proxy = createProxy({ engram: memory, upstreams: [{ baseUrl: upstream }], onExchange: exchange => exchanges.push(exchange) })
const server = serve({ fetch: request => proxy.fetch(request, { tenant: 'acme', right: 'write' }), hostname: '127.0.0.1', port: 0 })
await new Promise(resolve => server.once('listening', resolve))
const engramUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`

// #region openai-client
import OpenAI from 'openai'

const client = new OpenAI({ baseURL: engramUrl, apiKey: process.env.OPENAI_API_KEY ?? 'none' }) // the one line that changes
const ask = async (content: string) => {
  const reply = await client.chat.completions.create({ model: 'gpt-oss-20b', user: 'ana', messages: [{ role: 'user', content }] })
  return reply.choices[0]?.message.content
}
await ask('I moved to Seattle for a new job.')
console.log(await ask('Where do I live now?')) // You live in Seattle.
// #endregion

await proxy.settled()
console.log(exchanges.map(({ cards, stored }) => ({ cards, stored })))
server.close()
if ('closeAllConnections' in server) server.closeAllConnections()
model.close()
model.closeAllConnections()
await memory.close()
