import assert from 'node:assert/strict'
import test from 'node:test'
import { requestHeaders, responseHeaders } from './forwarded-headers.ts'
import { readUpstreams, type UpstreamOptions } from './upstream.ts'

const sent = (headers: Record<string, string>, options: Partial<UpstreamOptions> = {}): Readonly<Record<string, string>> => {
  const upstream = readUpstreams([{ baseUrl: 'http://h', ...options }]).get('default')
  assert.ok(upstream)
  return requestHeaders(Object.fromEntries(new Headers(headers)), upstream)
}

test('what is about one connection, our own headers and where the client is stay here; the rest goes on', () => {
  const headers = sent({
    authorization: 'Bearer sk-client',
    'content-type': 'application/json',
    'openai-organization': 'org',
    'x-stainless-lang': 'js',
    connection: 'keep-alive, X-Once',
    'x-once': '1',
    'keep-alive': 'timeout=5',
    te: 'trailers',
    'x-engram-key': 'secret',
    'x-engram-user': 'ana',
    cookie: 'session=1',
    origin: 'https://app.example',
    'x-forwarded-for': '10.0.0.1',
    host: 'proxy',
  })
  assert.deepEqual(headers, {
    'accept-encoding': 'identity',
    authorization: 'Bearer sk-client',
    'content-type': 'application/json',
    'openai-organization': 'org',
    'x-stainless-lang': 'js',
  })
})

test('a key that is configured takes the place of any that the client sent, in whatever header', () => {
  const keys = { authorization: 'Bearer a', 'x-api-key': 'b', 'api-key': 'c' }
  assert.deepEqual(sent(keys, { apiKey: 'sk-own' }), { 'accept-encoding': 'identity', authorization: 'Bearer sk-own' })
  assert.deepEqual(sent(keys, { headers: { 'Api-Key': 'azure' } }), { 'accept-encoding': 'identity', 'api-key': 'azure' })
  assert.equal(sent(keys, { headers: { 'x-team': 'a' } }).authorization, 'Bearer a')
})

test('what is decoded here loses its coding and length; what is not known keeps them', () => {
  const kept = (coding: string): readonly string[] =>
    Object.keys(responseHeaders({ 'content-encoding': coding, 'content-length': '9', 'x-request-id': 'r' }))
  assert.deepEqual(kept('gzip'), ['x-request-id'])
  assert.deepEqual(kept('br, GZIP'), ['x-request-id'])
  for (const coding of ['x-made-up', 'gzip, x-made-up', 'constructor', 'identity']) assert.equal(kept(coding).length, 3, coding)
})

test('leave to read across origins and cookies of the upstream are not given on in our name', () => {
  const headers = responseHeaders({ 'access-control-allow-origin': '*', 'set-cookie': ['a=b'], 'x-engram-cards': '99', via: 'x' })
  assert.deepEqual(headers, { via: 'x' })
})
