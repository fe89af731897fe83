import { openEngram } from 'engram-r'
import { createMcp } from 'engram-r/mcp'

const memory = await openEngram({ store: 'memory.db' })
await memory.space({ tenant: 'acme', space: 'ana' }).remember({ speaker: 'Ana', text: 'I moved to Seattle.', at: '2024-03-01' })

// #region door
const mcp = createMcp({ engram: async () => memory, version: '1.0.0', defaultSpace: 'ana' })

/** Your server has checked who asks: the tenant is theirs, and nothing of another can be reached. */
const answer = (request: Request): Promise<Response> => mcp.fetch(request, { tenant: 'acme', right: 'read' })
// #endregion

const call = { name: 'memory_search', arguments: { question: 'Where does Ana live?' } }
const response = await answer(
  new Request('http://127.0.0.1/mcp', {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: call }),
  }),
)
console.log(await response.text())

await mcp.close()
await memory.close()
