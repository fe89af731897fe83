import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { Agent, createServer, request } from 'node:http'
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

// 200 streams at once, each of another user with a memory of the bundled dialogue: how long until the first byte, how late each chunk is, and what the
// proxy holds in memory meanwhile.
//   npm run bench:streams
// Client, proxy and upstream are processes. The upstream sends 60 chunks to each, one every 50 ms, each with the time at which it is sent; all
// streams are opened in one go, so that the last search waits for all the others. Asked directly, and through the proxy, three rounds each; in the last
// one garbage is collected half way, so that what is held can be told from what is not yet collected: its times do not count.

const streams = 200
const chunks = 60
const everyMs = 50
const rounds = 3

interface Ports {
  readonly direct: number
  readonly through: number
}

/** In ms: until the first chunk of each stream, and how late chunks were while streams were still being opened, and once all were. */
interface Round {
  readonly first: readonly number[]
  readonly opening: readonly number[]
  readonly open: readonly number[]
}

/** Milliseconds on a clock that all processes of the machine share. */
const sharedNow = (): number => Number(process.hrtime.bigint()) / 1e6
const startProcess = (role: string): ChildProcess => fork(import.meta.filename, [role])
const portOf = (address: string | AddressInfo | null): number => (typeof address === 'object' && address !== null ? address.port : 0)

async function runProxy(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'engram-r-bench-'))
  const engram = await openEngram({ store: join(folder, 'memory.db') })
  const told: Turn[] = []
  for await (const event of readDialogues('assets/demo/dialogue.jsonl')) if (event.type === 'turns') told.push(...event.turns)
  for (let user = 0; user < streams; user++) {
    const space = engram.space({ tenant: 'bench', space: `user-${user}` })
    await space.remember(told)
    await space.recall('Where do I live?')
  }
  const upstream = startProcess('upstream')
  const [direct] = await once(upstream, 'message')
  const proxy = createProxy({ engram, upstreams: [{ baseUrl: `http://127.0.0.1:${direct}` }], limits: { memoryMs: 20_000 } })
  const caller = { tenant: 'bench', right: 'write' } as const
  const server = serve({ fetch: (each, env) => proxy.fetch(each, caller, env), hostname: '127.0.0.1', port: 0 })
  await once(server, 'listening')
  const client = startProcess('client')
  const ask = async (port: number): Promise<Round> => {
    client.send(port)
    const [round] = await once(client, 'message')
    return round
  }
  const memory = new Table({ head: ['the proxy holds, MB', 'heap', 'resident'], style: { head: [], border: [] } })
  const collect = (): void => {
    for (let pass = 0; pass < 3; pass++) globalThis.gc?.()
  }
  const tell = (when: string): void => {
    const { heapUsed, rss } = process.memoryUsage()
    memory.push([when, ...[heapUsed, rss].map(bytes => (bytes / 2 ** 20).toFixed(0))])
  }
  const ports: Ports = { direct, through: portOf(server.address()) }
  const measured = { direct: [] as Round[], through: [] as Round[] }
  for (let round = 0; round < rounds; round++) {
    const isLast = round === rounds - 1
    if (round > 0) {
      collect()
      tell(round === 1 ? 'before, garbage collected' : 'between')
    }
    if (!isLast) measured.direct.push(await ask(ports.direct))
    const asked = ask(ports.through)
    if (isLast) {
      await setTimeout((chunks * everyMs) / 2)
      tell('during')
      collect()
      tell('during, garbage collected')
    }
    const got = await asked
    if (!isLast) measured.through.push(got)
    await proxy.settled()
  }
  collect()
  tell('after, garbage collected')
  const times = new Table({
    head: [`${streams} streams, ms`, 'direct p50', 'p95', 'proxy p50', 'p95'],
    style: { head: [], border: [] },
  })
  const add = (name: string, values: (round: Round) => readonly number[]): void => {
    const cells = [measured.direct, measured.through].flatMap(rounds => [0.5, 0.95].map(share => quantile(rounds.flatMap(values), share)))
    times.push([name, ...cells.map(ms => ms.toFixed(1))])
  }
  add('until the first byte', round => round.first)
  add('a chunk is late, others still searched for', round => round.opening)
  add('a chunk is late, all streams open', round => round.open)
  console.log(times.toString())
  console.log(memory.toString())
  client.kill()
  upstream.kill()
  server.close()
  await engram.close()
  rmSync(folder, { recursive: true, force: true })
}

async function startUpstream(): Promise<number> {
  const server = createServer(async (message, response) => {
    message.resume()
    await once(message, 'end')
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    for (let chunk = 0; chunk < chunks; chunk++) {
      const choice = { index: 0, delta: { content: `word${chunk} ` }, finish_reason: null }
      response.write(`data: ${JSON.stringify({ id: 'c', sent: sharedNow(), choices: [choice] })}\n\n`)
      await setTimeout(everyMs)
    }
    response.end(`data: ${JSON.stringify({ id: 'c', choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] })}\n\ndata: [DONE]\n\n`)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return portOf(server.address())
}

interface Streamed {
  readonly first: number
  /** When the first came, on the shared clock. */
  readonly openAt: number
  readonly late: readonly { readonly at: number; readonly ms: number }[]
}

const agent = new Agent({ keepAlive: true })
async function stream(port: number, user: number): Promise<Streamed> {
  const messages = [{ role: 'user', content: `What did I say about my plans, number ${user} at ${sharedNow()}?` }]
  const body = JSON.stringify({ model: 'm', stream: true, user: `user-${user}`, messages })
  const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
  const start = sharedNow()
  const sent = request({ host: '127.0.0.1', port, path: '/v1/chat/completions', method: 'POST', agent, headers }).end(body)
  const [response] = await once(sent, 'response')
  const late: { readonly at: number; readonly ms: number }[] = []
  let openAt: number | null = null
  for await (const part of response) {
    const now = sharedNow()
    openAt ??= now
    for (const [, sentAt] of String(part).matchAll(/"sent":([\d.]+)/g)) late.push({ at: now, ms: now - Number(sentAt) })
  }
  if (late.length !== chunks) throw new Error(`Expected ${chunks} chunks, got ${late.length}.`)
  if (openAt === null) throw new Error('Expected a stream, got nothing.')
  return { first: openAt - start, openAt, late }
}

const [role] = process.argv.slice(2)
if (role === 'upstream') process.send?.(await startUpstream())
else if (role === 'client') {
  process.on('message', async port => {
    const all = await Promise.all(Array.from({ length: streams }, (_, user) => stream(Number(port), user)))
    const openAt = Math.max(...all.map(stream => stream.openAt))
    const late = all.flatMap(stream => stream.late)
    const round: Round = {
      first: all.map(({ first }) => first),
      opening: late.filter(({ at }) => at <= openAt).map(({ ms }) => ms),
      open: late.filter(({ at }) => at > openAt).map(({ ms }) => ms),
    }
    process.send?.(round)
  })
} else await runProxy()
