import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import type { TestContext } from 'node:test'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import type { Caller, Mcp } from '../../src/mcp.ts'
import { main } from './run-cli.ts'

/** Of the two eras of the protocol: clients that initialize, and those that say in every request who they are. */
export const eras = { '2025': 'legacy', '2026': { pin: '2026-07-28' } } as const
export type Era = keyof typeof eras

/** A client of an MCP server that runs as `engram-r mcp` in another process; both end with the test. */
export async function connectStdioClient(context: TestContext, args: readonly string[], era: Era = '2025'): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode: eras[era] } })
  await client.connect(new StdioClientTransport({ command: process.execPath, args: [main, 'mcp', ...args], stderr: 'ignore' }))
  context.after(() => client.close())
  return client
}

/** A client of an MCP door in this process, over HTTP without a socket. */
export async function connectFetchClient(context: TestContext, mcp: Mcp, caller: Caller, era: Era = '2025'): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode: eras[era] } })
  const fetch = async (url: string | URL, init?: RequestInit): Promise<Response> => mcp.fetch(new Request(url, init), caller)
  await client.connect(new StreamableHTTPClientTransport(new URL('http://127.0.0.1/mcp'), { fetch }))
  context.after(() => client.close())
  return client
}

export interface ToolResult {
  readonly text: string
  readonly isError: boolean
  // biome-ignore lint/suspicious/noExplicitAny: tests look into it freely
  readonly structured: any
  /** As it was sent. */
  readonly sent: string
}

export async function callTool(client: Client, name: string, args: Record<string, unknown> = {}): Promise<ToolResult> {
  const { content, structuredContent, isError } = await client.callTool({ name, arguments: args })
  const text = content.map(part => (part.type === 'text' ? part.text : '')).join('')
  return { text, isError: isError ?? false, structured: structuredContent, sent: JSON.stringify({ content, structuredContent, isError }) }
}

export interface Reply {
  readonly id?: number | string | null
  // biome-ignore lint/suspicious/noExplicitAny: tests look into it freely
  readonly result?: any
  readonly error?: { readonly code: number; readonly message: string }
}

export interface RawServer {
  readonly pid: number
  /** A line as it is. */
  write(line: string): void
  /** A request, and its reply. */
  ask(method: string, params?: unknown): Promise<Reply>
  /** When it has said a line that holds this. */
  said(words: string): Promise<void>
  /** Closes its stdin. */
  end(): void
  kill(signal: NodeJS.Signals): void
  readonly exited: Promise<{ readonly code: number | null; readonly signal: string | null }>
  /** All lines of stdout so far, and all of stderr. */
  readonly lines: readonly string[]
  readonly stderr: () => string
}

/** `engram-r mcp` as a process, spoken to in lines. */
export function startRawServer(
  context: TestContext,
  args: readonly string[],
  { env = {}, nodeArgs = [] }: { readonly env?: Record<string, string>; readonly nodeArgs?: readonly string[] } = {},
): RawServer {
  const child = spawn(process.execPath, [...nodeArgs, main, 'mcp', ...args], { env: { ...process.env, NO_COLOR: '1', ...env } })
  context.after(() => child.kill('SIGKILL'))
  const lines: string[] = []
  let stderr = ''
  const listening = new Map<string, () => void>()
  const waiting = new Map<unknown, (reply: Reply) => void>()
  child.stderr.on('data', chunk => {
    stderr += chunk
  })
  child.stdin.on('error', () => {})
  createInterface({ input: child.stdout }).on('line', line => {
    lines.push(line)
    for (const [words, heard] of listening) if (line.includes(words)) heard()
    const reply: Reply = JSON.parse(line)
    if (reply.id !== undefined) waiting.get(reply.id)?.(reply)
  })
  let asked = 0
  const exited = new Promise<{ code: number | null; signal: string | null }>(resolve => {
    child.on('close', (code, signal) => resolve({ code, signal }))
  })
  return {
    pid: child.pid ?? 0,
    write: line => void child.stdin.write(`${line}\n`),
    ask(method, params) {
      const id = ++asked
      const reply = new Promise<Reply>((resolve, reject) => {
        waiting.set(id, resolve)
        exited
          .then(({ code }) => reject(new Error(`The server ended with ${code} before it answered ${method}: ${stderr}`)))
          .catch(() => {})
      })
      child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`)
      return reply
    },
    said: words => new Promise(resolve => listening.set(words, resolve)),
    end: () => void child.stdin.end(),
    kill: signal => void child.kill(signal),
    exited,
    lines,
    stderr: () => stderr,
  }
}

/** What a client of 2025 says first. */
export function hello(protocolVersion: string): Readonly<Record<string, unknown>> {
  return { protocolVersion, capabilities: {}, clientInfo: { name: 'raw', version: '1' } }
}
