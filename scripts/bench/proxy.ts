import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { Agent, createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isMainThread, type MessagePort, parentPort, Worker, workerData } from 'node:worker_threads'
import { serve } from '@hono/node-server'
import Table from 'cli-table3'
import { readDialogues } from '../../src/import/read-dialogues.ts'
import { openEngram, type Turn } from '../../src/index.ts'
import { quantile } from '../../src/lib/quantile.ts'
import { createProxy } from '../../src/serve/proxy/proxy.ts'

// What the proxy adds to a call, against a direct call to the same scripted upstream in the same run, over warm connections: the machine is noisy,
// differences of one run hold. The search of memory is told apart; it is what bench:core measures.
//   npm run bench:proxy               a memory of the bundled dialogue, over and over
// Client, proxy and upstream have a thread each, as they are programs of their own where they are used: a direct call wakes two of them, one through the
// proxy four. On a machine that others use, p10 is near what an idle one would show. Each call begins when the one before it is recorded. Whole replies
// and streams take turns, so that neither has the process while it is cold.

const rounds = 400
const warmUp = 100
const turnsInMemory = 1_000
const kinds = ['direct', 'off', 'inject'] as const
type Kind = (typeof kinds)[number]

interface Timed {
  /** Until the first byte of the reply, and until its end. */
  readonly first: number
  readonly total: number
  readonly search: number
}

interface ClientData {
  readonly upstreamPort: number
  readonly texts: readonly string[]
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

  const script = new URL(import.meta.url)
  const upstream = new Worker(script, { workerData: null })
  const [upstreamPort] = await once(upstream, 'message')
  const worker = new Worker(script, { workerData: { upstreamPort, texts: told.map(({ text }) => text) } })
  const proxy = createProxy({
    engram,
    upstreams: [{ baseUrl: `http://127.0.0.1:${upstreamPort}` }],
    onExchange: () => worker.postMessage('over'),
  })
  const caller = { tenant: 'bench', right: 'write' } as const
  const server = serve({ fetch: each => proxy.fetch(each, caller), hostname: '127.0.0.1', port: 0 }, ({ port }) => worker.postMessage(port))
  await once(worker, 'exit')
  await upstream.terminate()
  server.close()
  await proxy.settled()
  await engram.close()
  rmSync(folder, { recursive: true, force: true })
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
  return (server.address() as AddressInfo).port
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

async function measure(main: MessagePort, { upstreamPort: direct, texts }: ClientData): Promise<void> {
  const [through] = await once(main, 'message')
  const measured = [false, true].map(stream => ({ stream, rows: [] as Record<Kind, Timed>[] }))
  for (let round = 0; round < warmUp + rounds; round++) {
    for (const { stream, rows } of measured) {
      const body = requestOf(texts[(2 * round + Number(stream)) % texts.length] ?? '', { round, stream })
      const times: Partial<Record<Kind, Timed>> = {}
      for (const kind of kinds) {
        if (kind === 'direct') times[kind] = await call(direct, body, {})
        else {
          const over = once(main, 'message')
          times[kind] = await call(through, body, { 'x-engram-user': 'ana', 'x-engram-mode': kind })
          await over
        }
      }
      const { direct: bare, off, inject } = times
      if (round >= warmUp && bare && off && inject) rows.push({ direct: bare, off, inject })
    }
  }
  for (const { stream, rows } of measured) print(stream, rows)
  console.log(
    `${rounds} calls of each kind, whole and as a stream, after ${warmUp}, ${turnsInMemory} turns in memory before the first; differences call by call`,
  )
  process.exit()
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
  if (stream) add('the same until the first byte', ({ direct, inject }) => inject.first - inject.search - direct.first)
  add('added, mode off', ({ direct, off }) => off.total - direct.total)
  console.log(table.toString())
}

if (isMainThread) await runProxy()
else if (workerData === null) parentPort?.postMessage(await startUpstream())
else if (parentPort !== null) await measure(parentPort, workerData)
