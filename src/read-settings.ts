import { homedir } from 'node:os'
import { join } from 'node:path'
import { environmentNames, type GivenSettings, type Settings } from './config.ts'
import type { SettingsSource } from './settings-schema.ts'

/** What is set where, the first source that says something winning; then the environment, then the defaults. */
export async function readSettings(
  sources: readonly SettingsSource[],
  environment: Readonly<Record<string, string | undefined>>,
): Promise<Settings> {
  const fromEnvironment = Object.fromEntries(
    Object.entries(environmentNames).flatMap(([variable, setting]) => (environment[variable] ? [[setting, environment[variable]]] : [])),
  )
  const all = await Promise.all([...sources, { name: 'the environment', values: fromEnvironment }].map(readSource))
  const given: GivenSettings = Object.assign({}, ...all.toReversed().map(definedOf))
  const { store = defaultStore(environment), tenant = 'default', preset = 'default', extractMode = 'batch' } = given
  return { ...given, store, tenant, preset, extractMode }
}

/** What most commands are given: to check it takes no schema, and to load one takes longer than all else that opening a store does. */
async function readSource(source: SettingsSource): Promise<GivenSettings> {
  const names = readNames(source.values)
  return names ?? (await import('./settings-schema.ts')).checkSettings(source)
}

/** Settings that may be any text but an empty one. */
export const nameSettings = ['store', 'tenant', 'space', 'model', 'checkModel', 'extractModel', 'embedModel'] as const

/** Null where the schema must say what is what. */
function readNames(values: unknown): GivenSettings | null {
  if (typeof values !== 'object' || values === null || Array.isArray(values)) return null
  const read: { -readonly [Name in (typeof nameSettings)[number]]?: string } = {}
  for (const [key, value] of Object.entries(values)) {
    if (value === undefined) continue
    const name = nameSettings.find(known => known === key)
    if (name === undefined || typeof value !== 'string' || value === '') return null
    read[name] = value
  }
  return read
}

const definedOf = (given: GivenSettings): GivenSettings =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))

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
