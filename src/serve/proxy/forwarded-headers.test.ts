import assert from 'node:assert/strict'
import test from 'node:test'
import { isReadable, requestHeaders, responseHeaders } from './forwarded-headers.ts'
import { readUpstreams, type UpstreamOptions } from './upstream.ts'

const sent = (headers: Record<string, string>, options: Partial<UpstreamOptions> = {}): Readonly<Record<string, string>> => {
  const upstream = readUpstreams([{ baseUrl: 'http://h', ...options }]).get('default')
  assert.ok(upstream)
  return Object.fromEntries(requestHeaders(new Headers(headers), upstream))
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

test('what fetch has decoded loses its coding and length; what it can not decode keeps them and is not read', () => {
  const coded = (coding: string): Headers => new Headers({ 'content-encoding': coding, 'content-length': '9', 'x-request-id': 'r' })
  assert.deepEqual([...responseHeaders(coded('gzip'))], [['x-request-id', 'r']])
  assert.deepEqual([...responseHeaders(coded('x-made-up'))].length, 3)
  assert.deepEqual(
    ['gzip', 'br, gzip', 'identity', 'x-made-up'].map(coding => isReadable(coded(coding))),
    [true, true, true, false],
  )
})

test('leave to read across origins and cookies of the upstream are not given on in our name', () => {
  const headers = responseHeaders(
    new Headers({ 'access-control-allow-origin': '*', 'set-cookie': 'a=b', 'x-engram-cards': '99', via: 'x' }),
  )
  assert.deepEqual([...headers], [['via', 'x']])
})
