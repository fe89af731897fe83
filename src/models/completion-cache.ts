import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { z } from 'zod'
import { EngramError } from '../errors.ts'
import { usageSchema } from '../lib/usage-schema.ts'
import type { Completion } from '../seams.ts'

/** Completions by the hash of what was asked, in one SQLite file that several processes may use at once. It holds no prompts and no keys. */
export interface CompletionCache {
  /** For messages. */
  readonly path: string
  /** Null where there is none. */
  read(key: string): Promise<Completion | null>
  /** What is there already stays. */
  write(key: string, model: string, completion: Completion): Promise<void>
  close(): Promise<void>
}

const completionSchema = z.object({
  text: z.string(),
  finish: z.enum(['stop', 'length', 'refused']),
  usage: usageSchema,
  served: z.object({ model: z.string().nullable(), fingerprint: z.string().nullable() }).optional(),
})
const rowSchema = z.object({ completion: z.string() })

/** The file and its folder are made on the first use. Other processes are waited for, up to ten seconds. */
export function createCompletionCache(path: string): CompletionCache {
  let opening: ReturnType<typeof open> | null = null
  const opened = () => {
    opening ??= open(path)
    return opening
  }
  return {
    path,
    async read(key) {
      const { database } = await opened()
      return guard(path, () => {
        const row = database.prepare('SELECT completion FROM completions WHERE key = ?').get(key)
        return row === undefined ? null : completionSchema.parse(JSON.parse(rowSchema.parse(row).completion))
      })
    },
    async write(key, model, completion) {
      const { database } = await opened()
      const insert = 'INSERT OR IGNORE INTO completions (key, model, completion) VALUES (?, ?, ?)'
      guard(path, () => database.prepare(insert).run(key, model, JSON.stringify(completion)))
    },
    async close() {
      if (opening === null) return
      const { database } = await opening
      opening = null
      database.close()
    },
  }
}

async function open(path: string) {
  const { DatabaseSync } = await import('node:sqlite')
  return guard(path, () => {
    mkdirSync(dirname(path), { recursive: true })
    const database = new DatabaseSync(path, { timeout: 10_000 })
    database.exec(`
      PRAGMA journal_mode = WAL;
      PRAGMA synchronous = NORMAL;
      CREATE TABLE IF NOT EXISTS completions (key TEXT PRIMARY KEY, model TEXT NOT NULL, completion TEXT NOT NULL) WITHOUT ROWID;
    `)
    return { database }
  })
}

function guard<Result>(path: string, work: () => Result): Result {
  try {
    return work()
  } catch (error) {
    throw new EngramError(
      'store_unusable',
      `The cache of model answers, ${path}, can not be used: ${describe(error)}. Choose another path, or delete it.`,
      {
        cause: error,
      },
    )
  }
}

const describe = (error: unknown): string =>
  error instanceof z.ZodError || error instanceof SyntaxError
    ? 'it holds something else'
    : error instanceof Error
      ? error.message
      : String(error)
