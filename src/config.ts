import { homedir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { EngramError } from './errors.ts'

export const presetNames = ['default', 'paper', 'paper-base', 'full-context'] as const
export type PresetName = (typeof presetNames)[number]

/** A preset is one line: who finds, how it is shown, under which prompt, within which budget. */
export interface Preset {
  readonly retriever: 'recipe' | 'paper' | 'full-context'
  readonly renderer: 'dated-cards' | 'paper-cards' | 'record-lines' | 'transcript'
  readonly prompt: 'cited' | 'uncited' | 'full-context'
  readonly budget: { readonly cards: number } | { readonly tokens: number } | null
}

export const presets: Readonly<Record<PresetName, Preset>> = {
  default: { retriever: 'recipe', renderer: 'dated-cards', prompt: 'cited', budget: { tokens: 600 } },
  paper: { retriever: 'paper', renderer: 'paper-cards', prompt: 'cited', budget: { cards: 25 } },
  'paper-base': { retriever: 'paper', renderer: 'record-lines', prompt: 'uncited', budget: { cards: 25 } },
  'full-context': { retriever: 'full-context', renderer: 'transcript', prompt: 'full-context', budget: null },
}

/** Every environment variable that is read, and the setting it stands for. docs/configuration.md is checked against it. */
export const environmentNames = {
  ENGRAM_STORE: 'store',
  ENGRAM_TENANT: 'tenant',
  ENGRAM_SPACE: 'space',
} as const

const settingsSchema = z.strictObject({
  /** Path of the store file. */
  store: z.string().min(1).optional(),
  tenant: z.string().min(1).optional(),
  space: z.string().min(1).optional(),
  preset: z.enum(presetNames).optional(),
})

export interface Settings {
  readonly store: string
  readonly tenant: string
  /** Null: not said. */
  readonly space: string | null
  readonly preset: PresetName
}

export interface SettingsSource {
  /** For messages: 'the command line', 'engram.json'. */
  readonly name: string
  readonly values: unknown
}

/** What is set where, the first source that says something winning; then the environment, then the defaults. */
export function readSettings(sources: readonly SettingsSource[], environment: Readonly<Record<string, string | undefined>>): Settings {
  const fromEnvironment = Object.fromEntries(
    Object.entries(environmentNames).flatMap(([name, setting]) => (environment[name] === undefined ? [] : [[setting, environment[name]]])),
  )
  const all = [...sources, { name: 'the environment', values: fromEnvironment }].map(({ name, values }) => {
    const parsed = settingsSchema.safeParse(values)
    if (parsed.success) return parsed.data
    const [issue] = parsed.error.issues
    const field = issue?.path.join('.') ?? ''
    throw new EngramError('bad_config', `${name}: ${field === '' ? '' : `${field}: `}${issue?.message ?? 'not an object'}.`, { field })
  })
  return {
    store: all.find(({ store }) => store !== undefined)?.store ?? defaultStore(environment),
    tenant: all.find(({ tenant }) => tenant !== undefined)?.tenant ?? 'default',
    space: all.find(({ space }) => space !== undefined)?.space ?? null,
    preset: all.find(({ preset }) => preset !== undefined)?.preset ?? 'default',
  }
}

/** In the user's data folder, by the custom of the system. */
function defaultStore(environment: Readonly<Record<string, string | undefined>>): string {
  const folder =
    process.platform === 'win32'
      ? (environment.LOCALAPPDATA ?? join(homedir(), 'AppData', 'Local'))
      : process.platform === 'darwin'
        ? join(homedir(), 'Library', 'Application Support')
        : (environment.XDG_DATA_HOME ?? join(homedir(), '.local', 'share'))
  return join(folder, 'engram-r', 'memory.db')
}
