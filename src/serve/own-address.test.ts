import assert from 'node:assert/strict'
import test from 'node:test'
import { isOwnAddress } from './own-address.ts'

test('a URL leads to a server by any name of this machine, and its port', () => {
  for (const url of [
    'http://127.0.0.1:3647/v1',
    'http://localhost:3647',
    'http://[::1]:3647/v1',
    'http://LOCALHOST:3647/x',
    'http://0.0.0.0:3647',
  ]) {
    for (const host of ['127.0.0.1', 'localhost', '::1', '0.0.0.0', '::'])
      assert.ok(isOwnAddress(url, { host, port: 3647 }), `${url} ${host}`)
  }
  assert.ok(isOwnAddress('http://memory.lan:3647/v1', { host: 'memory.lan', port: 3647 }))
  assert.ok(isOwnAddress('http://127.0.0.1/v1', { host: '127.0.0.1', port: 80 }))
})

test('another port or another machine is another server, and what is no URL none', () => {
  for (const url of ['http://127.0.0.1:11434/v1', 'http://models.lan:3647/v1', 'https://127.0.0.1/v1', 'localhost', '']) {
    assert.ok(!isOwnAddress(url, { host: '127.0.0.1', port: 3647 }), url)
  }
  assert.ok(!isOwnAddress('http://127.0.0.1:3647', { host: '192.168.0.7', port: 3647 }))
})
