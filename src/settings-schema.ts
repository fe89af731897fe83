import { z } from 'zod'
import { extractModes, type GivenSettings, presetNames } from './config.ts'
import { efforts, verificationModes } from './domain.ts'
import { EngramError } from './errors.ts'
import { faultText } from './lib/fault-text.ts'
import { nearNames } from './lib/near-names.ts'

const name = z.string().min(1)
const count = z.int().positive()
const price = z.number().nonnegative()
const serverUrl = z.url({ protocol: /^https?$/, error: 'expected a URL as http://127.0.0.1:11434/v1' })

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

/** What a source sets. Throws `bad_config`, with the setting, for what is none or has a wrong value. */
export function checkSettings({ name: source, values }: SettingsSource): GivenSettings {
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
