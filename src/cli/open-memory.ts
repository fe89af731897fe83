import type { Settings } from '../config.ts'
import { connectModels } from '../connect.ts'
import { type Assembled, openAssembled } from '../open.ts'
import type { Store } from '../seams.ts'
import { openSqliteStore } from '../store/sqlite/sqlite-store.ts'

export interface OpenMemory extends Assembled {
  readonly store: Store
}

/** What settings name, opened. In a file of its own, which a command loads when it opens something: the help, and what can be refused before, need none of it. */
export async function openMemory(settings: Settings, { asksModel }: { readonly asksModel: boolean }): Promise<OpenMemory> {
  const models = await connectModels(asksModel ? settings : withoutModels(settings))
  const assembled = { preset: settings.preset, ...models }
  const store = await openSqliteStore(settings.store)
  return { store, ...openAssembled(store, assembled) }
}

const withoutModels = (settings: Settings): Settings => ({ ...settings, model: undefined, checkModel: undefined, extractModel: undefined })
