import { spawn } from 'node:child_process'
import type { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

export interface RunOptions {
  readonly signal: AbortSignal
  readonly cwd?: string
  /** Takes what the command prints, and ends with it. What it prints is lost where not given. */
  readonly into?: Writable
}

/** Runs a command to its end. Throws with the last lines that it printed on its error output. */
export async function runCommand(command: string, args: readonly string[], { signal, cwd, into }: RunOptions): Promise<void> {
  // npm is a .cmd file on Windows, which only a shell runs.
  const shell = process.platform === 'win32' && command === 'npm'
  const child = spawn(command, args, { cwd, signal, shell, stdio: ['ignore', into === undefined ? 'ignore' : 'pipe', 'pipe'] })
  const errors: string[] = []
  child.stderr?.setEncoding('utf8').on('data', (text: string) => errors.push(text))
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', error => reject('code' in error && error.code === 'ENOENT' ? notFound(command) : error)).once('close', resolve)
  })
  const piped = into === undefined || child.stdout === null ? null : pipeline(child.stdout, into)
  const [code] = await Promise.all([ended, piped])
  if (code === 0) return
  const said = errors.join('').trim().split('\n').slice(-6).join('\n')
  throw new Error(`${command} ${args.slice(0, 3).join(' ')} … failed (exit code ${code}):\n${said}`)
}

function notFound(command: string): Error {
  return new Error(`"${command}" was not found on the PATH. Install it and run this again.`)
}

/** Whether it is there and says that it is well. */
export async function canRun(command: string, args: readonly string[], signal: AbortSignal): Promise<boolean> {
  try {
    await runCommand(command, args, { signal })
    return true
  } catch (error) {
    signal.throwIfAborted()
    if (error instanceof Error) return false
    throw error
  }
}
