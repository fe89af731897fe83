import { existsSync, readFileSync } from 'node:fs'
import type { Command } from 'commander'
import type { Assembly } from '../assemble.ts'
import type { Settings } from '../config.ts'
import type { MemoryKind, Scope } from '../domain.ts'
import { EngramError } from '../errors.ts'
import { given } from '../lib/given.ts'
import type { OpenEngram, RecallOptions } from '../open.ts'
import { readSettings } from '../read-settings.ts'
import type { Store } from '../seams.ts'

/** The options that every command takes. */
export interface GlobalOptions {
  readonly store?: string
  readonly tenant?: string
  readonly space?: string
  readonly config?: string
  readonly preset?: string
  readonly baseUrl?: string
  readonly upstream?: string
  readonly model?: string
  readonly effort?: string
  readonly verify?: string
  readonly json?: boolean
  readonly quiet?: boolean
}

/** What a command works with. */
export interface Context {
  readonly settings: Settings
  readonly json: boolean
  readonly quiet: boolean
  readonly store: Store
  readonly memory: OpenEngram
  readonly assembly: Assembly
  readonly signal: AbortSignal
}

export async function settingsOf(options: GlobalOptions): Promise<Settings> {
  const { store, tenant, space, preset, baseUrl, upstream, model, effort, verify: verification, config } = options
  const named = { store, tenant, space, preset, baseUrl, upstream, model, effort, verification }
  const sources = [{ name: 'the command line', values: given(named) }]
  return await readSettings(config === undefined ? sources : [...sources, { name: config, values: readJson(config) }], process.env)
}

interface ContextOptions {
  /** Make the store where there is none. */
  readonly create?: boolean
  /** Connect the models that are configured: else no more than the embedder, whatever is set for other commands. */
  readonly asksModel?: boolean
  /** The first one stops between batches, the second at once. */
  readonly stopOn?: readonly NodeJS.Signals[]
}

/** Opens the store, runs the command, closes the store. */
export async function withContext<Result>(
  command: Command,
  run: (context: Context) => Promise<Result>,
  { create = false, asksModel = false, stopOn = ['SIGINT'] }: ContextOptions = {},
): Promise<Result> {
  const options = command.optsWithGlobals<GlobalOptions>()
  const settings = await settingsOf(options)
  if (!create && !existsSync(settings.store)) {
    throw new EngramError(
      'unknown_space',
      `There is no store at ${settings.store} yet. Import or remember something first, or name another with --store.`,
    )
  }
  const stop = new AbortController()
  const interrupt = (): void => {
    if (stop.signal.aborted) process.exit(130)
    stop.abort(new EngramError('cancelled', 'Stopped. What was stored stays; the same command goes on from there.'))
  }
  for (const name of stopOn) process.on(name, interrupt)
  const { openMemory } = await import('./open-memory.ts')
  const { store, memory, assembly } = await openMemory(settings, { asksModel })
  try {
    return await run({ settings, json: options.json ?? false, quiet: options.quiet ?? false, store, memory, assembly, signal: stop.signal })
  } finally {
    for (const name of stopOn) process.off(name, interrupt)
    await memory.close()
  }
}

/** The space that is meant: the one named, else the tenant's only one. */
export async function existingScope({ settings, memory }: Context): Promise<Scope> {
  const { tenant, space } = settings
  const names = await memory.spaceNames(tenant)
  if (space === undefined) {
    const [only] = names
    if (only !== undefined && names.length === 1) return { tenant, space: only }
    if (names.length === 0)
      throw new EngramError('unknown_space', `The store holds no space of tenant "${tenant}" yet. Import or remember something first.`)
    throw new EngramError('bad_input', `Say which space with --space: ${listed(names)}.`, { field: 'space' })
  }
  if (names.includes(space)) return { tenant, space }
  const { nearNames } = await import('../lib/near-names.ts')
  const near = nearNames(space, names)
  const hint =
    near.length > 0 ? ` Did you mean ${listed(near)}?` : names.length > 0 ? ` There are: ${listed(names)}.` : ' The store holds none yet.'
  throw new EngramError('unknown_space', `There is no space "${space}" of tenant "${tenant}".${hint}`, { field: 'space' })
}

/** Those of the tenant, and of the space where one is named. */
export function ofSettings<Item extends { readonly scope: Scope }>(items: readonly Item[], { tenant, space }: Settings): readonly Item[] {
  return items.filter(({ scope }) => scope.tenant === tenant && (space === undefined || scope.space === space))
}

/** The options that recall and ask share, as their commands parse them. */
export interface QuestionFlags {
  readonly cards?: number
  readonly tokens?: number
  readonly budget?: 'adaptive'
  readonly floor?: number
  readonly kinds?: MemoryKind[]
  readonly speakers?: string[]
  readonly at?: string
  readonly asOf?: string
}

export function recallOptions(
  { budget, cards, tokens, floor, kinds, speakers, at, asOf }: QuestionFlags,
  signal: AbortSignal,
): RecallOptions {
  return given({ cards, tokens, adaptive: budget === undefined ? undefined : true, floor, kinds, speakers, at, asOf, signal })
}

function listed(names: readonly string[]): string {
  const shown = names.slice(0, 8).map(name => JSON.stringify(name))
  return names.length > shown.length ? `${shown.join(', ')} and ${names.length - shown.length} more` : shown.join(', ')
}

function readJson(path: string): unknown {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (cause) {
    const why = existsSync(path) ? reasonOf(cause) : 'there is no such file'
    throw new EngramError('bad_config', `${path} can't be read: ${why}. --config names a JSON file of settings.`, { file: path, cause })
  }
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new EngramError('bad_config', `${path} is not JSON: ${reasonOf(cause)}. Correct it there.`, { file: path, cause })
  }
}

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
