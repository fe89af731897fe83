import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import test from 'node:test'

// Who may import whom: look down, never sideways. A stage knows the data, the seams and lib; only assemble knows the stages.
const base = ['domain.ts', 'errors.ts', 'seams.ts', 'lib']
const stages = ['route', 'extract', 'embed', 'store', 'retrieve', 'render', 'prompt', 'answer', 'verify', 'models', 'import', 'archive']
const assembled = [...base, ...stages, 'engram.ts', 'trace', 'work.ts', 'config.ts', 'assemble.ts', 'pages.ts', 'open.ts']
const mayImport: Readonly<Record<string, readonly string[]>> = {
  'domain.ts': [],
  'errors.ts': [],
  'seams.ts': ['domain.ts'],
  lib: ['domain.ts', 'errors.ts', 'seams.ts'],
  ...Object.fromEntries(stages.map(stage => [stage, base])),
  'engram.ts': base,
  trace: [...base, 'engram.ts'],
  'work.ts': base,
  'config.ts': base,
  'settings-schema.ts': [...base, 'config.ts'],
  'read-settings.ts': [...base, 'config.ts', 'settings-schema.ts'],
  'model-writer.ts': [...base, ...stages, 'config.ts'],
  'answering.ts': [...base, ...stages, 'trace', 'config.ts'],
  'assemble.ts': [...base, ...stages, 'engram.ts', 'trace', 'work.ts', 'config.ts', 'model-writer.ts', 'answering.ts'],
  'open.ts': [...base, ...stages, 'engram.ts', 'trace', 'work.ts', 'config.ts', 'assemble.ts', 'pages.ts'],
  'pages.ts': base,
  'connect.ts': [...assembled, 'models.ts'],
  'index.ts': assembled,
  'testing.ts': assembled,
  'dialogues.ts': assembled,
  'models.ts': assembled,
  bench: assembled,
  adapters: assembled,
  serve: assembled,
  'mcp.ts': [...assembled, 'serve'],
  'server.ts': [...assembled, 'serve'],
  cli: [...assembled, 'read-settings.ts', 'connect.ts', 'bench', 'serve'],
}
const top = (path: string): string => path.split('/')[0] ?? ''
const sources = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter(name => /(?<!\.(?:test|fixture|d))\.ts$/.test(name))
const importsOf = (file: string): readonly string[] =>
  [...readFileSync(join('src', file), 'utf8').matchAll(/(?:from|import\() ?'(\.[^']+)'/g)].map(([, path = '']) =>
    relative('src', join('src', dirname(file), path)),
  )

for (const file of sources) {
  test(`${file} imports only what lies below it`, () => {
    const allowed = [top(file), ...(mayImport[top(file)] ?? [])]
    for (const path of importsOf(file)) assert.ok(allowed.includes(top(path)), `${file} -> ${path}`)
  })
}

test('only lib/package-file.ts asks where it lies: in the bundled command line every other file lies elsewhere', () => {
  const asking = sources.filter(file => /new URL\([^)]*import\.meta\.url/.test(readFileSync(join('src', file), 'utf8')))
  assert.deepEqual(asking, ['lib/package-file.ts'])
})

test('the root import loads no command line and no package that not everybody needs; types are not loaded', () => {
  const seen = new Set<string>()
  const visit = (file: string): void => {
    if (seen.has(file)) return
    seen.add(file)
    for (const path of importsOf(file)) visit(path)
  }
  visit('index.ts')
  const packages = [...seen].flatMap(file =>
    [...readFileSync(join('src', file), 'utf8').matchAll(/^(?:import|export) (?!type )[^';]*from '([^.'][^']*)'/gm)].map(
      ([, name = '']) => name,
    ),
  )
  const heavy = [
    '@ai-sdk',
    'ai',
    '@langchain',
    'langchain',
    '@opentelemetry',
    '@modelcontextprotocol',
    'hono',
    '@hono',
    'prom-client',
    'p-limit',
    'jsonrepair',
    'commander',
    'cli-progress',
    'cli-table3',
    'picocolors',
    'stream-json',
  ]
  assert.deepEqual(
    packages.filter(name => heavy.some(other => name === other || name.startsWith(`${other}/`))),
    [],
  )
})

test('a recall loads no package but the one that makes stems', () => {
  const seen = new Set<string>()
  const packages = new Set<string>()
  const visit = (file: string): void => {
    if (seen.has(file)) return
    seen.add(file)
    // What is imported as it is loaded: no types, and not what waits until it is needed.
    for (const [, path = ''] of readFileSync(join('src', file), 'utf8').matchAll(/^(?:import|export) (?!type )[^';]*from '([^']*)'/gm)) {
      if (path.startsWith('.')) visit(relative('src', join('src', dirname(file), path)))
      else if (!path.startsWith('node:')) packages.add(path)
    }
  }
  for (const file of ['open.ts', 'assemble.ts', 'connect.ts', 'read-settings.ts', 'store/sqlite/sqlite-store.ts']) visit(file)
  assert.deepEqual([...packages], ['porter2'])
  for (const folder of ['verify', 'answer', 'extract/extract-turn.ts', 'serve', 'models'])
    assert.deepEqual(
      [...seen].filter(file => file.startsWith(folder)),
      [],
    )
})

test('docs/architecture.md names every folder of src, and no other', () => {
  const page = readFileSync('docs/architecture.md', 'utf8')
  const named = [...page.matchAll(/^(?:src\/)?\s{2}([\w-]+(?:\/|\.ts)) /gm)].map(([, name = '']) => name.replace('/', ''))
  const there = readdirSync('src').filter(name => !name.startsWith('.'))
  assert.deepEqual(named.toSorted(), there.toSorted())
})
