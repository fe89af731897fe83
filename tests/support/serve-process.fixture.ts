import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import type { TestContext } from 'node:test'
import { main } from './run-cli.ts'
import { type Call, callOf } from './server.fixture.ts'

export interface Served {
  readonly child: ChildProcess
  readonly url: string
  readonly call: Call
  /** The exit code, or the signal that it died of, and what stood on stderr. */
  readonly ended: Promise<{ readonly code: number | null; readonly stderr: string }>
}

/** `engram-r serve` in a process of its own, once it listens; killed when its test ends. */
export async function startServe(
  context: TestContext,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<Served> {
  const child = spawn(process.execPath, [main, 'serve', '--port', '0', '--json', ...args], {
    env: { ...process.env, NO_COLOR: '1', ...env },
  })
  context.after(() => child.kill('SIGKILL'))
  let stderr = ''
  child.stderr.on('data', chunk => {
    stderr += chunk
  })
  const ended = once(child, 'close').then(([code]) => ({ code, stderr }))
  const [line] = await Promise.race([
    once(createInterface({ input: child.stdout }), 'line'),
    ended.then(({ stderr: told }) => assert.fail(told)),
  ])
  const { url } = JSON.parse(line)
  return { child, url, call: callOf(url), ended }
}
