import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'

export const main: string = new URL('../../src/cli/main.ts', import.meta.url).pathname

export interface CliResult {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
  /** Of stdout, where it is one JSON object. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into it freely
  readonly json: any
}

/** Runs the command line as a user would: another process, its own arguments, standard streams. */
export function runCli(
  args: readonly string[],
  { input = '', env = {} }: { readonly input?: string; readonly env?: Record<string, string> } = {},
): Promise<CliResult> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [main, ...args], { env: { ...process.env, NO_COLOR: '1', ...env } })
    let stdout = ''
    let stderr = ''
    child.stdout.on('data', chunk => {
      stdout += chunk
    })
    child.stderr.on('data', chunk => {
      stderr += chunk
    })
    child.on('error', reject)
    child.on('close', code => resolve({ code, stdout, stderr, json: parse(stdout) }))
    child.stdin.on('error', () => {})
    child.stdin.end(input)
  })
}

/** An empty folder that goes away with the test. */
export function temporaryFolder(context: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'engram-r-test-'))
  context.after(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

function parse(stdout: string): unknown {
  try {
    return JSON.parse(stdout)
  } catch {
    return null
  }
}
