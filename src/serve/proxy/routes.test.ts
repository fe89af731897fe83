import assert from 'node:assert/strict'
import test from 'node:test'
import { routeOf } from './routes.ts'

test('only what the proxy is for is forwarded: it is no open relay', () => {
  for (const path of ['/v1/chat/completions', '/v1/responses', '/v1/messages', '/v1/messages/count_tokens', '/v1/embeddings'])
    assert.ok(routeOf('POST', path), path)
  for (const path of ['/v1/models', '/v1/models/gpt-oss:20b', '/v1/models/openai/gpt-oss-20b', '/v1/models/openai%2Fgpt-oss']) {
    assert.deepEqual(routeOf('GET', path), { path: path.slice(3), dialogue: null })
  }
  const others = [
    ...[
      '/v1/chat/completions',
      '/v1/files',
      '/v1/responses/r1',
      '/models',
      '/v1',
      '/v1/',
      '/v2/models',
      '/v1//models',
      '/v1/chat/completions/',
    ],
    ...[
      '/v1/models/..%2f..%2fadmin',
      '/v1/models/%2e%2e/x',
      '/v1/models/a%5c..%5cx',
      '/v1/models/%252e%252e',
      '/v1/models/%',
      '/v1/models/a?b',
    ],
  ]
  for (const path of others) assert.equal(routeOf('GET', path), null, path)
  for (const path of ['/v1/files', '/v1/audio/speech', '/v1/constructor', '/v1/models']) assert.equal(routeOf('POST', path), null, path)
  assert.equal(routeOf('DELETE', '/v1/models/x'), null)
})
