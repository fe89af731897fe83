import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import test from 'node:test'
import { modelServer } from './support/model-server.fixture.ts'
import { runCli, temporaryFolder } from './support/run-cli.ts'
import { startServe } from './support/serve-process.fixture.ts'
import { talk } from './support/server.fixture.ts'

test('serve answers until it is told to stop, and a second one goes on with the same store', async context => {
  const store = join(temporaryFolder(context), 'memory.db')
  const first = await startServe(context, ['--store', store])
  assert.match(first.url, /^http:\/\/127\.0\.0\.1:\d+$/)
  assert.equal((await first.call('POST', '/api/spaces/ana/turns', { body: { turns: talk } })).status, 201)
  first.child.kill('SIGTERM')
  const { code, stderr } = await first.ended
  assert.equal(code, 0)
  assert.match(stderr, new RegExp(`serves ${store} at ${first.url}`))
  const second = await startServe(context, ['--store', store, '--quiet'])
  assert.equal((await second.call('GET', '/api/spaces/ana/turns')).json.items.length, 3)
  assert.equal((await second.call('GET', '/metrics')).text.includes('engram_turns_remembered_total 0'), true)
  second.child.kill('SIGINT')
  assert.deepEqual(await second.ended, { code: 0, stderr: '' })
})

test('while a request runs the first signal waits for it, the second does not', async context => {
  const { baseUrl, requests } = await modelServer(context)
  const store = join(temporaryFolder(context), 'memory.db')
  const { child, url, call, ended } = await startServe(context, ['--store', store, '--base-url', baseUrl, '--model', 'stall'])
  await call('POST', '/api/spaces/ana/turns', { body: { turns: talk } })
  const asked = call('POST', '/api/spaces/ana/ask', { body: { question: 'What is the cat of Ben called?' } }).catch(() => 'gone')
  for (let tries = 0; requests.length === 0 && tries < 6_000; tries++) await new Promise(resolve => setTimeout(resolve, 10))
  child.kill('SIGINT')
  await untilRefused(url)
  assert.equal(child.exitCode, null)
  child.kill('SIGINT')
  assert.equal((await ended).code, 130)
  assert.equal(await asked, 'gone')
})

async function untilRefused(url: string): Promise<void> {
  for (let tries = 0; tries < 6_000; tries++) {
    const refused = await fetch(`${url}/health`, { headers: { connection: 'close' } }).then(
      () => false,
      () => true,
    )
    if (refused) return
  }
  assert.fail('it still takes requests')
}

test('a key is made, shown once, listed without its secret, used and revoked', async context => {
  const store = ['--store', join(temporaryFolder(context), 'memory.db'), '--tenant', 'acme']
  const made = await runCli(['keys', 'create', '--right', 'write', '--name', 'laptop', '--json', ...store])
  const { id, key, ...rest } = made.json
  assert.match(key, /^engram_[0-9a-f]{12}_[\w-]{43}$/)
  assert.deepEqual([rest.tenant, rest.right, rest.name], ['acme', 'write', 'laptop'])
  const listed = await runCli(['keys', 'list', '--json', ...store])
  assert.deepEqual(listed.json, { keys: [{ id, ...rest }] })
  assert.equal((await runCli(['keys', ...store])).stdout.includes(key), false)
  assert.equal(readFileSync(store[1] ?? '', 'latin1').includes(key.split('_').slice(2).join('_')), false, 'it is not in the file')

  const { call, child, ended } = await startServe(context, store.slice(0, 2))
  assert.equal((await call('GET', '/api/spaces')).status, 401)
  assert.equal((await call('POST', '/api/spaces/ana/turns', { body: { turns: talk }, key })).status, 201)
  const revoked = await runCli(['keys', 'revoke', id, ...store.slice(0, 2), '--tenant', 'other', '--json'])
  assert.deepEqual([revoked.code, revoked.json.error.code], [1, 'not_found'])
  assert.deepEqual((await runCli(['keys', 'revoke', id, '--json', ...store])).json, { revoked: id })
  assert.equal((await call('GET', '/api/spaces', { key })).status, 401)
  child.kill('SIGTERM')
  assert.equal((await ended).stderr.includes(key), false)
})

test('wrong usage of serve is refused with what to do', async context => {
  const store = join(temporaryFolder(context), 'memory.db')
  const open = await runCli(['serve', '--host', '0.0.0.0', '--port', '0', '--store', store, '--json'])
  assert.deepEqual([open.code, open.json.error.code, open.json.error.field], [2, 'bad_config', 'host'])
  const port = await runCli(['serve', '--port', 'high', '--store', store])
  assert.deepEqual([port.code, /from 0 to 65535/.test(port.stderr)], [2, true])
})

test('the extraction model, where there is one, reads what is told to the server', async context => {
  const { baseUrl, requests } = await modelServer(context, { reply: () => '{"records":[]}' })
  const folder = temporaryFolder(context)
  const config = join(folder, 'engram.json')
  writeFileSync(config, JSON.stringify({ baseUrl, extractModel: 'obey' }))
  const { call, child, ended } = await startServe(context, ['--store', join(folder, 'memory.db'), '--config', config])
  await call('POST', '/api/spaces/ana/turns', { body: { turns: talk } })
  for (let tries = 0; requests.length === 0 && tries < 6_000; tries++) await new Promise(resolve => setTimeout(resolve, 10))
  assert.ok(requests.length > 0)
  child.kill('SIGTERM')
  assert.equal((await ended).code, 0)
})

const watching = `
import { appendFileSync } from 'node:fs'
import dns from 'node:dns'
import net from 'node:net'
const connect = net.Socket.prototype.connect
net.Socket.prototype.connect = function (...args) {
  appendFileSync(process.env.WATCH_FILE, 'connect ' + JSON.stringify(args[0]) + '\\n')
  return connect.apply(this, args)
}
const lookup = dns.lookup
dns.lookup = (...args) => {
  appendFileSync(process.env.WATCH_FILE, 'lookup ' + args[0] + '\\n')
  return lookup(...args)
}
`

test('by default nothing is contacted: neither by the server nor by any command (SEC-07)', async context => {
  const folder = temporaryFolder(context)
  const [watch, file, store] = [join(folder, 'watch.mjs'), join(folder, 'watched.txt'), join(folder, 'memory.db')]
  writeFileSync(watch, watching)
  writeFileSync(file, '')
  const env = { NODE_OPTIONS: `--import ${watch}`, WATCH_FILE: file }
  const { call, child, ended } = await startServe(context, ['--store', store], env)
  await call('POST', '/api/spaces/ana/turns', { body: { turns: talk } })
  for (const path of ['/docs', '/openapi.json', '/metrics', '/api/export']) assert.equal((await call('GET', path)).status, 200)
  await call('POST', '/api/spaces/ana/ask', { body: { question: 'Who has a cat?' } })
  child.kill('SIGTERM')
  await ended
  for (const args of [['--help'], ['recall', 'Who has a cat?'], ['doctor'], ['keys', 'create']]) {
    assert.equal((await runCli([...args, '--store', store], { env })).code, 0, args.join(' '))
  }
  assert.equal(readFileSync(file, 'utf8').replaceAll(/^lookup 127\.0\.0\.1\n/gm, ''), '')
})
