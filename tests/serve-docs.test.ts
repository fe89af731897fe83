import assert from 'node:assert/strict'
import { execFile, execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import test from 'node:test'
import { promisify } from 'node:util'
import { openEngram } from '../src/index.ts'
import { usualLimits } from '../src/serve/limits.ts'
import { statusOf } from '../src/serve/told-error.ts'
import { createServer } from '../src/server.ts'
import { openMemoryStore } from '../src/testing.ts'
import { temporaryFolder } from './support/run-cli.ts'
import { testServer } from './support/server.fixture.ts'

const page = readFileSync('docs/server.md', 'utf8')

test('docs/server.md lists every route with its right, and no other', async () => {
  const server = createServer({ engram: await openEngram({ store: openMemoryStore() }) })
  const described = Object.entries(server.document().paths ?? {}).flatMap(([path, item]) =>
    Object.entries(item).map(([method, { description }]) => [
      `${method.toUpperCase()} ${path}`,
      /Right: (\w+)\.$/.exec(description)?.[1] ?? '',
    ]),
  )
  const rows = [...page.matchAll(/^\| `([A-Z]+ \/[^`]+)` \| .+ \| (\w*) ?\|$/gm)].map(([, route = '', right = '']) => [route, right])
  assert.deepEqual(Object.fromEntries(rows), Object.fromEntries(described))
})

test('docs/server.md gives the status of every code, and every limit', () => {
  const rows = [...page.matchAll(/^\| (\d{3}) \| (.+) \|$/gm)]
  const statuses = rows.flatMap(([, status, codes = '']) => [...codes.matchAll(/`(\w+)`/g)].map(([, code = '']) => [code, Number(status)]))
  assert.deepEqual(Object.fromEntries(statuses), statusOf)
  for (const limit of Object.keys(usualLimits)) assert.ok(page.includes(`| \`${limit}\``), limit)
})

const examples = [...page.matchAll(/^```sh\n(.+?)^```$/gms)].map(([, script = '']) => script)

test('the examples of docs/server.md do what they say', { skip: hasCurl() ? false : 'curl is not installed' }, async context => {
  const { url, key } = await testServer(context)
  const env = { ...process.env, URL: url, KEY: await key('default') }
  assert.ok(examples.length >= 7)
  const told: string[] = []
  for (const script of examples) {
    const { stdout } = await promisify(execFile)('sh', ['-ec', script], { env, cwd: temporaryFolder(context) })
    told.push(stdout)
  }
  assert.match(told.join(''), /"added":1.*2024-02-19.*event: answer.*"next":null.*"turns":0.*"duplicates":1.*engram_recalls_total 1/s)
})

function hasCurl(): boolean {
  try {
    execFileSync('curl', ['--version'])
    return true
  } catch {
    return false
  }
}
