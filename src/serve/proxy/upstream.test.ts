import assert from 'node:assert/strict'
import test from 'node:test'
import { readUpstreams, shownUrl } from './upstream.ts'

test('a base URL gets exactly one /v1, or keeps its own path and query, for every path (PRX-04)', () => {
  const urls = (baseUrl: string): readonly (string | undefined)[] => {
    const upstream = readUpstreams([{ baseUrl }]).get('default')
    return ['/chat/completions', '/embeddings'].map(path => upstream?.urlFor(path, '').href)
  }
  for (const baseUrl of ['http://h:1', 'http://h:1/', 'http://h:1/v1', 'http://h:1/v1/', '  http://h:1/v1/  ', 'http://h:1//']) {
    assert.deepEqual(urls(baseUrl), ['http://h:1/v1/chat/completions', 'http://h:1/v1/embeddings'], baseUrl)
  }
  assert.deepEqual(urls('http://h/api/v1'), ['http://h/api/v1/chat/completions', 'http://h/api/v1/embeddings'])
  assert.deepEqual(urls('http://h/openai/deployments/x?api-version=2024-06-01'), [
    'http://h/openai/deployments/x/chat/completions?api-version=2024-06-01',
    'http://h/openai/deployments/x/embeddings?api-version=2024-06-01',
  ])
})

test('a query of the client is added and never replaces one that is configured', () => {
  const upstream = readUpstreams([{ baseUrl: 'http://h/v1?api-version=1&key=AIzaSecret' }]).get('default')
  const url = upstream?.urlFor('/models', '?api-version=2&after=x%20y')
  assert.equal(url?.search, '?api-version=1&key=AIzaSecret&after=x+y')
  assert.equal(url && shownUrl(url), 'http://h/v1/models?api-version=1&key=...&after=...')
})

test('a path never leads to another host', () => {
  const upstream = readUpstreams([{ baseUrl: 'http://h/v1' }]).get('default')
  for (const path of ['//evil.example/x', '/\\evil.example', '/..//evil.example']) assert.equal(upstream?.urlFor(path, '').host, 'h', path)
})

test('upstreams that can not be meant are refused', () => {
  for (const upstreams of [
    [],
    [{ baseUrl: 'h:1' }],
    [{ baseUrl: 'ftp://h' }],
    [{ baseUrl: 'http://u:p@h' }],
    [{ baseUrl: 'http://a' }, { baseUrl: 'http://b' }],
  ]) {
    assert.throws(() => readUpstreams(upstreams), { code: 'bad_config' })
  }
})
