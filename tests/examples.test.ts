import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import test from 'node:test'
import { promisify } from 'node:util'

const run = promisify(execFile)
const hooks = new URL('support/resolve-source.ts', import.meta.url).href
const examples = readdirSync('examples').filter(name => name.endsWith('.ts'))
const pages = ['README.md', ...readdirSync('docs').flatMap(name => (name.endsWith('.md') ? [`docs/${name}`] : []))]

for (const name of examples) {
  test(`examples/${name} runs in an empty folder`, async () => {
    const folder = mkdtempSync(join(tmpdir(), 'engram-r-example-'))
    try {
      const { stdout } = await run(process.execPath, ['--import', hooks, resolve('examples', name)], { cwd: folder })
      assert.match(stdout, /Seattle/)
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
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
