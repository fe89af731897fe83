import assert from 'node:assert/strict'
import { copyFileSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import test from 'node:test'
import { runCli, temporaryFolder } from './support/run-cli.ts'

// The guides whose code is TypeScript are regions of examples/ (examples.test.ts); this one is commands.

test('the guide to a ChatGPT history can be followed, line by line', async context => {
  const page = readFileSync('docs/guides/import-chatgpt.md', 'utf8')
  const lines = [...page.matchAll(/```sh\n([\s\S]*?)```/g)].flatMap(([, block = '']) => block.trim().split('\n'))
  assert.deepEqual(
    lines.map(line => line.split(' ')[1]),
    ['import', 'spaces', 'ask', 'recall'],
  )
  const folder = temporaryFolder(context)
  const file = join(folder, 'conversations.json')
  copyFileSync('tests/support/import-samples/chatgpt.json', file)
  const outputs: string[] = []
  for (const line of lines) {
    const words = [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, word]) => quoted ?? word ?? '')
    const args = words.slice(1).map(word => (word === 'conversations.json' ? file : word))
    const { code, stdout, stderr } = await runCli(args, { env: { ENGRAM_STORE: join(folder, 'memory.db') } })
    assert.equal(code, 0, `${line}: ${stderr}`)
    outputs.push(stdout)
  }
  const [, told = ''] = page.match(/comes from:\n\n```\n(.*)\n```/) ?? []
  assert.ok(told !== '' && outputs[2]?.includes(told), outputs[2])
  assert.match(outputs[3] ?? '', /Clovis/)
})
