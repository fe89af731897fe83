import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { buffer } from 'node:stream/consumers'
import test from 'node:test'
import { sendRequest } from './send-request.ts'

/** Answers on a new connection as told; `again` gets those that come over one that was kept open. */
async function withServer(
  again: RequestListener,
  work: (ask: (body: string) => Promise<string>, asked: { count: number }) => Promise<void>,
): Promise<void> {
  const seen = new WeakSet<Socket>()
  const asked = { count: 0 }
  const server = createServer((request, response) => {
    asked.count++
    if (seen.has(request.socket)) again(request, response)
    else {
      seen.add(request.socket)
      request.pipe(response)
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
  const { signal } = new AbortController()
  const ask = async (body: string): Promise<string> => {
    const reply = await sendRequest({ url, method: 'POST', headers: {}, body: Buffer.from(body), signal })
    return (await buffer(reply)).toString()
  }
  try {
    await work(ask, asked)
  } finally {
    server.closeAllConnections()
    server.close()
  }
}

test('where a connection that was kept open is closed as it is used again, the request goes over another', async () => {
  await withServer(
    ({ socket }) => socket.destroy(),
    async (ask, asked) => {
      assert.equal(await ask('one'), 'one')
      assert.equal(await ask('two'), 'two')
      assert.equal(asked.count, 3)
    },
  )
})

test('a reply that has begun and breaks off is not asked for again', async () => {
  await withServer(
    ({ socket }, response) => {
      response.writeHead(200, { 'content-length': '10' })
      response.write('half', () => socket.destroy())
    },
    async (ask, asked) => {
      assert.equal(await ask('one'), 'one')
      await assert.rejects(ask('two'))
      assert.equal(asked.count, 2)
    },
  )
})
