import type { Settings } from '../config.ts'
import type { OpenEngram } from '../open.ts'

export interface LazyEngram {
  /** Opened on first need; where that fails, it is tried again at the next. */
  open(): Promise<OpenEngram>
  close(): Promise<void>
}

/** What settings name, opened when it is needed: a server must answer at once, whatever is wrong with a store or a model. */
export function openLazily(settings: Settings): LazyEngram {
  let opening: Promise<OpenEngram> | null = null
  return {
    open() {
      opening ??= openFrom(settings).catch((error: unknown) => {
        opening = null
        throw error
      })
      return opening
    },
    async close() {
      // Where it could not be opened, there is nothing to close, and whoever asked was told why.
      const engram = await opening?.catch(() => null)
      await engram?.close()
    },
  }
}

async function openFrom(settings: Settings): Promise<OpenEngram> {
  const { openMemory } = await import('./open-memory.ts')
  return (await openMemory(settings, { asksModel: true })).memory
}
