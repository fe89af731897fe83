import { homedir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { type Effort, efforts, type VerificationMode, verificationModes } from './domain.ts'
import { EngramError } from './errors.ts'
import { faultText } from './lib/fault-text.ts'
import { nearNames } from './lib/near-names.ts'

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

/** A preset with parts exchanged: for ablations. */
export interface PresetVariant extends Partial<Omit<Preset, 'budget'>> {
  /** Records of each bank that the paper's retriever takes (20). */
  readonly perBank?: number | undefined
  /** The paper's retriever searches each speaker's records apart (true). */
  readonly speakerBanks?: boolean | undefined
}

/** Every environment variable that is read, and the setting it stands for. docs/configuration.md is checked against it. */
export const environmentNames = {
  ENGRAM_STORE: 'store',
  ENGRAM_TENANT: 'tenant',
  ENGRAM_SPACE: 'space',
  ENGRAM_BASE_URL: 'baseUrl',
  ENGRAM_UPSTREAM: 'upstream',
  ENGRAM_UPSTREAM_API_KEY: 'upstreamApiKey',
  ENGRAM_API_KEY: 'apiKey',
  ENGRAM_JUDGE_API_KEY: 'judgeApiKey',
  ENGRAM_MODEL: 'model',
  ENGRAM_EXTRACT_MODEL: 'extractModel',
  ENGRAM_EMBED_MODEL: 'embedModel',
} as const

/** OpenTelemetry's own; the library reads it too. */
export const contentVariable = 'OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT'

const name = z.string().min(1)
const count = z.int().positive()
const price = z.number().nonnegative()
const serverUrl = z.url({ protocol: /^https?$/, error: 'expected a URL as http://127.0.0.1:11434/v1' })

/** Everything that can be set; what is not set is not there. */
export interface GivenSettings {
  /** Path of the store file. */
  readonly store?: string | undefined
  readonly tenant?: string | undefined
  readonly space?: string | undefined
  readonly preset?: PresetName | undefined
  /** Of an OpenAI-compatible server, up to and including /v1. */
  readonly baseUrl?: string | undefined
  readonly apiKey?: string | undefined
  /** Of the server that `bench run --judge-url` names. */
  readonly judgeApiKey?: string | undefined
  /** Of the OpenAI-compatible server that `serve` is a memory proxy for. */
  readonly upstream?: string | undefined
  /** Sent to it in place of the clients' own. */
  readonly upstreamApiKey?: string | undefined
  /** Answers. */
  readonly model?: string | undefined
  /** Decides what the rules find only partly supported. */
  readonly checkModel?: string | undefined
  /** Writes records in the background. */
  readonly extractModel?: string | undefined
  /** Several turns in a call, or the paper's way: each turn routed and extracted by itself. */
  readonly extractMode?: ExtractMode | undefined
  readonly embedModel?: string | undefined
  /** Of its vectors. Where not set, the server is asked at each start. */
  readonly embedDimensions?: number | undefined
  readonly effort?: Effort | undefined
  readonly temperature?: number | undefined
  readonly maxOutputTokens?: number | undefined
  /** That the model's window holds. */
  readonly contextTokens?: number | undefined
  readonly verification?: VerificationMode | undefined
  /** For one request. */
  readonly timeoutSeconds?: number | undefined
  /** Requests at a time. */
  readonly concurrency?: number | undefined
  readonly requestsPerMinute?: number | undefined
  /** For a million tokens. */
  readonly prices?: { readonly input: number; readonly cachedInput?: number | undefined; readonly output: number } | undefined
  /** A file that keeps each answer of a model: the same request is not sent twice. */
  readonly modelCache?: string | undefined
  /** Answer from that file alone. */
  readonly replayOnly?: boolean | undefined
}

export interface Settings extends GivenSettings {
  readonly store: string
  readonly tenant: string
  readonly preset: PresetName
  readonly extractMode: ExtractMode
}

export const extractModes = ['batch', 'turn'] as const
export type ExtractMode = (typeof extractModes)[number]

const settingsShape = {
  store: name.optional(),
  tenant: name.optional(),
  space: name.optional(),
  preset: z.enum(presetNames).optional(),
  baseUrl: serverUrl.optional(),
  upstream: serverUrl.optional(),
  upstreamApiKey: name.optional(),
  apiKey: name.optional(),
  judgeApiKey: name.optional(),
  model: name.optional(),
  checkModel: name.optional(),
  extractModel: name.optional(),
  extractMode: z.enum(extractModes).optional(),
  embedModel: name.optional(),
  embedDimensions: count.optional(),
  effort: z.enum(efforts).optional(),
  temperature: z.number().nonnegative().optional(),
  maxOutputTokens: count.optional(),
  contextTokens: count.optional(),
  verification: z.enum(verificationModes).optional(),
  timeoutSeconds: z.number().positive().optional(),
  concurrency: count.optional(),
  requestsPerMinute: count.optional(),
  prices: z.strictObject({ input: price, cachedInput: price.optional(), output: price }).optional(),
  modelCache: name.optional(),
  replayOnly: z.boolean().optional(),
}
const settingsSchema: z.ZodType<GivenSettings> = z.strictObject(settingsShape)

export interface SettingsSource {
  /** For messages: 'the command line', 'engram.json'. */
  readonly name: string
  readonly values: unknown
}

/** What is set where, the first source that says something winning; then the environment, then the defaults. */
export function readSettings(sources: readonly SettingsSource[], environment: Readonly<Record<string, string | undefined>>): Settings {
  const fromEnvironment = Object.fromEntries(
    Object.entries(environmentNames).flatMap(([variable, setting]) => (environment[variable] ? [[setting, environment[variable]]] : [])),
  )
  const all = [...sources, { name: 'the environment', values: fromEnvironment }].map(readSource)
  const given: GivenSettings = Object.assign({}, ...all.toReversed().map(definedOf))
  const { store = defaultStore(environment), tenant = 'default', preset = 'default', extractMode = 'batch' } = given
  return { ...given, store, tenant, preset, extractMode }
}

function readSource({ name: source, values }: SettingsSource): GivenSettings {
  const parsed = settingsSchema.safeParse(values)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  if (issue?.code === 'unrecognized_keys') {
    const field = [...issue.path, ...issue.keys.slice(0, 1)].join('.')
    const near = nearNames(field, Object.keys(settingsShape))
    const hint = near.length > 0 ? `Did you mean ${near.join(' or ')}?` : 'docs/configuration.md lists them.'
    throw new EngramError('bad_config', `${source}: ${field}: there is no such setting. ${hint}`, { field })
  }
  const field = issue?.path.join('.') ?? ''
  const fault =
    issue === undefined ? 'expected an object' : /key$/i.test(field) ? 'expected a string that is not empty' : faultText(issue, values)
  throw new EngramError('bad_config', `${source}: ${field === '' ? '' : `${field}: `}${fault}.`, { field })
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

/** Whether telemetry carries the words of people and models: off unless the variable of OpenTelemetry says so. */
export function capturesContent(environment: Readonly<Record<string, string | undefined>> = process.env): boolean {
  const asked = environment[contentVariable]?.toLowerCase() ?? ''
  return ['true', '1', 'span_only', 'span_and_event'].includes(asked)
}
