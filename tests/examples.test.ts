import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import test from 'node:test'
import { promisify } from 'node:util'
import { modelServer } from './support/model-server.fixture.ts'

const run = promisify(execFile)
const hooks = new URL('support/resolve-source.ts', import.meta.url).href
/** One stands in for what a reader has. */
const examples = readdirSync('examples').filter(name => name.endsWith('.ts') && name !== 'chat-model.ts')
const pages = [
  'README.md',
  ...readdirSync('docs', { recursive: true, encoding: 'utf8' }).flatMap(name => (name.endsWith('.md') ? [`docs/${name}`] : [])),
]
/** What is typed in, for each time that an example runs in its folder; once and nothing where none is named. */
const typed: Readonly<Record<string, readonly string[]>> = {
  'chat-app.ts': ['I moved to Seattle last year.\n', 'Which city did I move to?\n'],
}

for (const name of examples) {
  test(`examples/${name} runs in an empty folder`, async context => {
    const server = await modelServer(context, {
      reply: messages => (/<engram-memory>[\s\S]*Seattle/.test(messages.at(-1)?.content ?? '') ? 'You moved to Seattle [E1].' : 'Noted.'),
    })
    const env = { ...process.env, OPENAI_BASE_URL: server.baseUrl, OPENAI_API_KEY: 'none', CHAT_MODEL: 'obey' }
    const folder = mkdtempSync(join(tmpdir(), 'engram-r-example-'))
    context.after(() => rmSync(folder, { recursive: true, force: true }))
    let last = ''
    for (const input of typed[name] ?? ['']) {
      const running = run(process.execPath, ['--import', hooks, resolve('examples', name)], { cwd: folder, env })
      running.child.stdin?.end(input)
      last = (await running).stdout
    }
    assert.match(last, /Seattle/)
    if (name === 'chat-app.ts') assert.match(last, /quote: 'I moved to Seattle last year\.'/)
  })
}

test('the README and the docs quote the examples word for word', () => {
  const quoted = pages.flatMap(page => [
    ...readFileSync(page, 'utf8').matchAll(/<!-- (examples\/[\w-]+\.ts)#([\w-]+) -->\n```ts\n([\s\S]*?)```/g),
  ])
  assert.ok(quoted.length > 0, 'an example is quoted')
  for (const [, file = '', region = '', snippet] of quoted) {
    const source = readFileSync(file, 'utf8')
    const [, body] = source.match(new RegExp(`// #region ${region}\\n([\\s\\S]*?)// #endregion`)) ?? []
    assert.equal(snippet, body, `${file}#${region}`)
  }
})
