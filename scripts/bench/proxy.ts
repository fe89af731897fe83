import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { Agent, createServer, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { serve } from '@hono/node-server'
import Table from 'cli-table3'
import { readDialogues } from '../../src/import/read-dialogues.ts'
import { openEngram, type Turn } from '../../src/index.ts'
import { quantile } from '../../src/lib/quantile.ts'
import { createProxy } from '../../src/serve/proxy/proxy.ts'

// What the proxy adds to a call, against a direct call to the same scripted upstream in the same run, over warm connections: the machine is noisy,
// differences of one run hold. The search of memory is told apart; it is what bench:core measures.
//   npm run bench:proxy               a memory of the bundled dialogue, over and over
//   npm run bench:proxy -- 40         with so many ms between calls, as a client that thinks
// Client, proxy and upstream are processes: a direct call wakes two of them, one through a proxy four. What that alone costs on a machine is shown by
// a bare proxy, 15 lines of node:http that compute for as long as the search took and know no memory: no proxy can add less here. Each call begins
// when the one before it is recorded. Whole replies and streams take turns, so that neither has the process while it is cold.

const rounds = 400
const warmUp = 100
/** Of another user, before the first round: for some thousand calls V8 still compiles, on a core that client and upstream then wait for. */
const callsBefore = 3_000
const turnsInMemory = 1_000
const kinds = ['direct', 'off', 'bare', 'inject'] as const
type Kind = (typeof kinds)[number]

interface Timed {
  /** Until the first byte of the reply, and until its end. */
  readonly first: number
  readonly total: number
  readonly search: number
}

interface Ports {
  readonly direct: number
  readonly through: number
  readonly bare: number
}

async function runProxy(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'engram-r-bench-'))
  const engram = await openEngram({ store: join(folder, 'memory.db') })
  const told: Turn[] = []
  for await (const event of readDialogues('assets/demo/dialogue.jsonl')) if (event.type === 'turns') told.push(...event.turns)
  const copies = Array.from({ length: Math.ceil(turnsInMemory / told.length) }, (_, copy) =>
    told.map(turn => ({ ...turn, id: `${turn.id}/${copy}` })),
  )
  await engram.space({ tenant: 'bench', space: 'ana' }).remember(copies.flat().slice(0, turnsInMemory))

  const upstream = startProcess('upstream')
  const [direct] = await once(upstream, 'message')
  const client = startProcess('client', ...process.argv.slice(2))
  const proxy = createProxy({ engram, upstreams: [{ baseUrl: `http://127.0.0.1:${direct}` }], onExchange: () => client.send('over') })
  const caller = { tenant: 'bench', right: 'write' } as const
  const server = serve({ fetch: (each, env) => proxy.fetch(each, caller, env), hostname: '127.0.0.1', port: 0 })
  const bareServer = createBareProxy(direct).listen(0, '127.0.0.1')
  await Promise.all([once(server, 'listening'), once(bareServer, 'listening')])
  const ports: Ports = { direct, through: portOf(server.address()), bare: portOf(bareServer.address()) }
  client.send(ports)
  await once(client, 'exit')
  upstream.kill()
  server.close()
  bareServer.close()
  await proxy.settled()
  await engram.close()
  rmSync(folder, { recursive: true, force: true })
}

function startProcess(...role: readonly string[]): ChildProcess {
  return fork(import.meta.filename, role)
}

const portOf = (address: string | AddressInfo | null): number => (typeof address === 'object' && address !== null ? address.port : 0)

function createBareProxy(port: number): Server {
  return createServer(async (message, response) => {
    const parts: Uint8Array[] = []
    for await (const part of message) parts.push(part)
    const until = performance.now() + Number(message.headers['x-busy-ms'])
    while (performance.now() < until);
    const headers = { 'content-type': 'application/json', 'content-length': message.headers['content-length'] }
    request({ host: '127.0.0.1', port, path: message.url, method: 'POST', agent, headers }, reply => {
      response.writeHead(reply.statusCode ?? 502, reply.headers)
      reply.pipe(response)
    }).end(Buffer.concat(parts))
  })
}

/** Answers at once: a reply, or a stream of 40 words. */
async function startUpstream(): Promise<number> {
  const choice = (fields: object, finish: string | null): string =>
    JSON.stringify({ id: 'c', choices: [{ index: 0, ...fields, finish_reason: finish }] })
  const words = Array.from({ length: 40 }, (_, index) => `data: ${choice({ delta: { content: `word${index} ` } }, null)}\n\n`)
  const stream = `${words.join('')}data: ${choice({ delta: {} }, 'stop')}\n\ndata: [DONE]\n\n`
  const whole = choice({ message: { role: 'assistant', content: 'Seattle, I think.' } }, 'stop')
  const server = createServer(async (message, response) => {
    let body = ''
    for await (const part of message) body += part
    const streams = body.includes('"stream":true')
    response.writeHead(200, { 'content-type': streams ? 'text/event-stream' : 'application/json' }).end(streams ? stream : whole)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return portOf(server.address())
}

const agent = new Agent({ keepAlive: true })
async function call(port: number, body: string, own: Readonly<Record<string, string>>): Promise<Timed> {
  const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body), ...own }
  const start = performance.now()
  const sent = request({ host: '127.0.0.1', port, path: '/v1/chat/completions', method: 'POST', agent, headers }).end(body)
  const [response] = await once(sent, 'response')
  let first = 0
  for await (const _ of response) first ||= performance.now() - start
  return { first, total: performance.now() - start, search: Number(response.headers['x-engram-search-ms'] ?? 0) }
}

async function measure({ direct, through, bare }: Ports, pauseMs: number): Promise<void> {
  const texts: string[] = []
  for await (const event of readDialogues('assets/demo/dialogue.jsonl'))
    if (event.type === 'turns') texts.push(...event.turns.map(({ text }) => text))
  const measured = [false, true].map(stream => ({ stream, rows: [] as Record<Kind, Timed>[] }))
  const timedCall = async (kind: Kind, body: string, search: number): Promise<Timed> => {
    if (pauseMs > 0) await setTimeout(pauseMs)
    if (kind === 'direct') return await call(direct, body, {})
    if (kind === 'bare') return { ...(await call(bare, body, { 'x-busy-ms': String(search) })), search }
    return await askProxy('ana', kind, body)
  }
  const askProxy = async (user: string, mode: string, body: string): Promise<Timed> => {
    const over = once(process, 'message')
    const timed = await call(through, body, { 'x-engram-user': user, 'x-engram-mode': mode })
    await over
    return timed
  }
  for (let round = 0; round < callsBefore; round++)
    await askProxy('ben', 'inject', requestOf(texts[round % texts.length] ?? '', { round, stream: round % 2 === 1 }))
  let lastSearch = 0
  let start = performance.now()
  let stolenBefore = stolenMs()
  for (let round = 0; round < warmUp + rounds; round++) {
    if (round === warmUp) {
      start = performance.now()
      stolenBefore = stolenMs()
    }
    for (const { stream, rows } of measured) {
      const body = requestOf(texts[(2 * round + Number(stream)) % texts.length] ?? '', { round, stream })
      const times: Partial<Record<Kind, Timed>> = {}
      // Not timed: the recording before it is waited for, and whatever has waited wakes slowly.
      await call(direct, body, {})
      for (const kind of kinds) times[kind] = await timedCall(kind, body, lastSearch)
      lastSearch = times.inject?.search ?? lastSearch
      const { direct: asked, off, inject, bare: plain } = times
      if (round >= warmUp && asked && off && inject && plain) rows.push({ direct: asked, off, bare: plain, inject })
    }
  }
  const stolen = stolenBefore === null ? null : ((stolenMs() ?? 0) - stolenBefore) / (performance.now() - start)
  for (const { stream, rows } of measured) print(stream, rows)
  console.log(
    `${rounds} calls of each kind, whole and as a stream, after ${warmUp}, and ${callsBefore} of another user; ${turnsInMemory} turns in memory before the first; differences call by call.`,
  )
  if (pauseMs > 0) console.log(`${pauseMs} ms between calls.`)
  if (stolen !== null) console.log(`Of each second, ${Math.round(stolen * 1000)} ms of a core went to other machines on the same hardware.`)
}

/** What the hypervisor has given to others, of all cores; null where the system does not tell. */
function stolenMs(): number | null {
  if (process.platform !== 'linux') return null
  return Number(/^cpu +(?:\d+ ){7}(\d+)/.exec(readFileSync('/proc/stat', 'latin1'))?.[1]) * 10
}

function requestOf(text: string, { round, stream }: { readonly round: number; readonly stream: boolean }): string {
  const history = Array.from({ length: 6 }, (_, index) => ({
    role: index % 2 === 0 ? 'user' : 'assistant',
    content: `Some words of turn ${index}${', and more of it'.repeat(10)}.`,
  }))
  const question = `What did I say about ${text.split(' ').slice(0, 5).join(' ')}, round ${round}?`
  const messages = [{ role: 'system', content: 'Be kind.' }, ...history, { role: 'user', content: question }]
  return JSON.stringify({ model: 'm', stream, messages })
}

function print(stream: boolean, rows: readonly Record<Kind, Timed>[]): void {
  const table = new Table({
    head: [stream ? 'a stream of 42 events, ms' : 'one reply, ms', 'p10', 'p50', 'p95'],
    style: { head: [], border: [] },
  })
  const add = (name: string, value: (row: Record<Kind, Timed>) => number): void => {
    const values = rows.map(value)
    table.push([name, ...[0.1, 0.5, 0.95].map(share => quantile(values, share).toFixed(2))])
  }
  add('direct', ({ direct }) => direct.total)
  add('search of memory', ({ inject }) => inject.search)
  add('added over search, mode inject', ({ direct, inject }) => inject.total - inject.search - direct.total)
  add('the same, a bare proxy', ({ direct, bare }) => bare.total - bare.search - direct.total)
  if (stream) add('inject, until the first byte', ({ direct, inject }) => inject.first - inject.search - direct.first)
  add('added, mode off', ({ direct, off }) => off.total - direct.total)
  console.log(table.toString())
}

const [role, pause] = process.argv.slice(2)
if (role === 'upstream') process.send?.(await startUpstream())
else if (role === 'client') {
  const [ports] = await once(process, 'message')
  await measure(ports, Number(pause ?? 0))
  process.exit()
} else await runProxy()
