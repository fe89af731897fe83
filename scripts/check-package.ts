import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

// Installs the packed tarball into an empty project, as a user would get it, and uses it there: types, its entry points, the command.
// Dependencies are linked from here, only those that the package declares: what is missing there is missing in package.json.

const manifest = JSON.parse(readFileSync('package.json', 'utf8'))
const folder = mkdtempSync(join(tmpdir(), 'engram-r-package-'))
const run = (command: string, args: readonly string[]): string => execFileSync(command, args, { cwd: folder, encoding: 'utf8' })

try {
  const [{ filename, size, unpackedSize }] = JSON.parse(
    execFileSync('npm', ['pack', '--json', '--loglevel=error', '--pack-destination', folder], { encoding: 'utf8' }),
  )
  const home = join(folder, 'node_modules', 'engram-r')
  mkdirSync(home, { recursive: true })
  run('tar', ['-xzf', filename, '-C', home, '--strip-components=1'])
  linkDependencies(Object.keys(manifest.dependencies))
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
  writeFileSync(
    join(folder, 'consumer.ts'),
    `import { type Answer, type LanguageModel, openEngram } from 'engram-r'
import { createMcp, type Mcp } from 'engram-r/mcp'
import { createEndpointModel } from 'engram-r/models'
import { createServer, listen } from 'engram-r/server'
import { openMemoryStore } from 'engram-r/testing'
const memory = await openEngram({ store: openMemoryStore() })
const space = memory.space({ tenant: 't', space: 's' })
await space.remember({ speaker: 'Ana', text: 'I moved to Seattle last year.', at: '2024-03-01' })
const answer: Answer = await space.ask('When did Ana move to Seattle?')
export const model: LanguageModel = createEndpointModel({ baseUrl: 'http://127.0.0.1:9/v1', model: 'nobody' })
const code = await model.complete({ messages: [] }).catch(error => error.code)
if (code !== 'model_unavailable') throw new Error(code)
if (!answer.text.startsWith('2023')) throw new Error(answer.text)
export const mcp: Mcp = createMcp({ engram: async () => memory, version: '1' })
await mcp.close()
const server = await listen({ engram: memory, tenant: 't', port: 0 })
const listed = await (await fetch(\`\${server.url}/api/spaces\`)).json()
if (!JSON.stringify(listed).includes('"space":"s"')) throw new Error(JSON.stringify(listed))
await server.close()
export const door: typeof createServer = createServer
await memory.close()
`,
  )
  checkTypes('consumer.ts')
  run(process.execPath, ['consumer.ts'])
  const loaded = run(process.execPath, [
    '--input-type=module',
    '-e',
    "await import('engram-r'); console.log(process.getActiveResourcesInfo().length)",
  ])
  run(process.execPath, ['--input-type=commonjs', '-e', "if (typeof require('engram-r').openEngram !== 'function') process.exit(1)"])
  const demo = run(process.execPath, [join(home, manifest.bin['engram-r']), 'demo', '--json'])
  if (JSON.parse(demo).turns < 80) throw new Error('The packed demo remembered too little.')
  // Until here nothing that is optional was there.
  linkDependencies(Object.keys(manifest.peerDependencies))
  writeFileSync(
    join(folder, 'adapters.ts'),
    `import { wrapLanguageModel } from 'ai'
import { MockLanguageModelV4 } from 'ai/test'
import { openEngram } from 'engram-r'
import { memoryMiddleware, memoryTools } from 'engram-r/ai-sdk'
import { createMemoryRetriever, memoryAgentMiddleware } from 'engram-r/langchain'
import { openMemoryStore } from 'engram-r/testing'
import { createAgent } from 'langchain'
const space = (await openEngram({ store: openMemoryStore() })).space({ tenant: 't', space: 's' })
export const model = wrapLanguageModel({ model: new MockLanguageModelV4(), middleware: memoryMiddleware({ space }) })
export const agent = createAgent({ model: 'none', middleware: [memoryAgentMiddleware({ space })] })
export const tools = memoryTools({ space })
if ((await createMemoryRetriever({ space }).invoke('Anything?')).length > 0) throw new Error('Found something.')
`,
  )
  // Their own types are theirs to mend.
  checkTypes('adapters.ts', ['--skipLibCheck'])
  run(process.execPath, ['adapters.ts'])
  console.log(
    `The packed package works: ${Math.round(size / 1024)} KiB packed, ${Math.round(unpackedSize / 1024)} KiB unpacked (${loaded.trim()} handles open after import).`,
  )
} finally {
  rmSync(folder, { recursive: true, force: true })
}

function checkTypes(file: string, more: readonly string[] = []): void {
  for (const resolution of ['nodenext', 'bundler']) {
    const module = resolution === 'bundler' ? 'esnext' : resolution
    const options = ['--noEmit', '--strict', '--exactOptionalPropertyTypes', '--target', 'es2024', '--types', 'node', ...more]
    run(process.execPath, [
      resolve('node_modules/typescript/bin/tsc'),
      ...options,
      '--module',
      module,
      '--moduleResolution',
      resolution,
      file,
    ])
  }
}

/** The declared dependencies and theirs; types for Node, which every TypeScript project has. */
function linkDependencies(names: readonly string[]): void {
  const wanted = [...names, '@types/node']
  for (const name of wanted) {
    const { dependencies = {} } = JSON.parse(readFileSync(join('node_modules', name, 'package.json'), 'utf8'))
    wanted.push(...Object.keys(dependencies).filter(other => !wanted.includes(other)))
    if (existsSync(join(folder, 'node_modules', name))) continue
    mkdirSync(join(folder, 'node_modules', name, '..'), { recursive: true })
    symlinkSync(resolve('node_modules', name), join(folder, 'node_modules', name))
  }
}
