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

/** To load the schema takes longer than all else that opening a store does, and what most commands are given is seen to be right without it. */
async function readSource(source: SettingsSource): Promise<GivenSettings> {
  return readTexts(source.values) ?? (await import('./settings-schema.ts')).checkSettings(source)
}

/** Settings that may be any text but an empty one. */
export const nameSettings = [
  'store',
  'tenant',
  'space',
  'model',
  'checkModel',
  'extractModel',
  'embedModel',
  'modelCache',
  'apiKey',
  'upstreamApiKey',
  'judgeApiKey',
] as const
/** Settings that may be the address of a server. */
export const addressSettings = ['baseUrl', 'upstream'] as const
const plainAddress = /^https?:\/\/[a-z\d][a-z\d.-]*(?::\d{1,4})?(?:\/[\w./-]*)?$/

/** Null where the schema must say what is what. */
function readTexts(values: unknown): GivenSettings | null {
  if (typeof values !== 'object' || values === null || Array.isArray(values)) return null
  const read: { -readonly [Name in (typeof nameSettings)[number] | (typeof addressSettings)[number]]?: string } = {}
  for (const [key, value] of Object.entries(values)) {
    if (value === undefined) continue
    if (typeof value !== 'string' || value === '') return null
    const name = nameSettings.find(known => known === key)
    const address = addressSettings.find(known => known === key)
    if (name !== undefined) read[name] = value
    else if (address !== undefined && plainAddress.test(value) && URL.canParse(value)) read[address] = value
    else return null
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
