import type { Effort, VerificationMode } from './domain.ts'

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

/** Whether telemetry carries the words of people and models: off unless the variable of OpenTelemetry says so. */
export function capturesContent(environment: Readonly<Record<string, string | undefined>> = process.env): boolean {
  const asked = environment[contentVariable]?.toLowerCase() ?? ''
  return ['true', '1', 'span_only', 'span_and_event'].includes(asked)
}
