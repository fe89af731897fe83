import { type ExtractMode, extractModes, type PresetVariant } from '../../config.ts'
import { type Effort, efforts, type MemoryKind, memoryKinds, type VerificationMode, verificationModes } from '../../domain.ts'
import { EngramError } from '../../errors.ts'

/** What an ablation changes of a system; what is not there stays as the system has it. */
export interface SystemSettings {
  readonly k?: number
  readonly tokens?: number
  readonly adaptive?: boolean
  readonly kinds?: readonly MemoryKind[]
  readonly without?: readonly string[]
  /** A model writes the records: several turns a request, or as the paper has it, each turn by itself. */
  readonly extract?: ExtractMode
  readonly effort?: Effort
  readonly verification?: VerificationMode
  readonly variant?: PresetVariant
}

interface Setting {
  /** In words, for help and errors. */
  readonly values: string
  readonly read: (value: string) => SystemSettings | null
}

const count = (value: string): number | null => (/^[1-9]\d*$/.test(value) ? Number(value) : null)
const whole = (make: (value: number) => SystemSettings): Setting => ({
  values: 'a whole number above 0',
  read(value) {
    const number = count(value)
    return number === null ? null : make(number)
  },
})
const oneOf = <Value extends string>(values: readonly Value[], make: (value: Value) => SystemSettings): Setting => ({
  values: values.join(' or '),
  read(value) {
    const known = values.find(one => one === value)
    return known === undefined ? null : make(known)
  },
})
const onOff = ['on', 'off'] as const

/** By the name before the `=`. */
const settings: Readonly<Record<string, Setting>> = {
  k: whole(k => ({ k })),
  tokens: whole(tokens => ({ tokens })),
  budget: oneOf(['adaptive'], () => ({ adaptive: true })),
  kinds: {
    values: `some of ${memoryKinds.join(', ')}, joined by +`,
    read(value) {
      const names = value.split('+')
      const kinds = memoryKinds.filter(kind => names.includes(kind))
      return kinds.length === names.length ? { kinds } : null
    },
  },
  'per-bank': whole(perBank => ({ variant: { perBank } })),
  banks: oneOf(['speakers', 'kinds'], value => ({ variant: { speakerBanks: value === 'speakers' } })),
  search: oneOf(['dense', 'lexical'], value =>
    value === 'dense'
      ? { variant: { retriever: 'paper' } }
      : { variant: { retriever: 'recipe' }, without: ['meaning', 'similar', 'embedding'] },
  ),
  without: { values: 'features of the default retriever, joined by +', read: value => ({ without: value.split('+') }) },
  show: oneOf(['cards', 'dated-cards', 'lines'], value => ({
    variant: { renderer: value === 'cards' ? 'paper-cards' : value === 'lines' ? 'record-lines' : 'dated-cards' },
  })),
  citations: oneOf(onOff, value => ({ variant: { prompt: value === 'on' ? 'cited' : 'uncited' } })),
  verify: oneOf(verificationModes, verification => ({ verification })),
  extract: oneOf(extractModes, extract => ({ extract })),
  effort: oneOf(efforts, effort => ({ effort })),
}

const ofPresets = ['k', 'tokens', 'budget', 'kinds', 'search', 'show', 'citations', 'verify', 'extract', 'effort']
/** Which settings change something of which system. */
const applicable: Readonly<Record<string, readonly string[]>> = {
  default: [...ofPresets, 'without'],
  paper: [...ofPresets, 'per-bank', 'banks'],
  'paper-base': [...ofPresets, 'per-bank', 'banks'],
  'full-context': ['effort'],
  'full-context-preset': ['effort'],
  'no-memory': ['effort'],
  'plain-rag': ['k', 'effort'],
  'gold-evidence': ['effort'],
}

/** Presets whose cards have labels to cite. */
const labelled: readonly string[] = ['default', 'paper']

export interface NamedSettings {
  readonly name: string
  readonly settings: SystemSettings
}

/** `paper:k=10:citations=off` -> the system's name and what is changed of it. Throws `bad_input` for what changes nothing, or can't be. */
export function readSystem(label: string): NamedSettings {
  const [name = '', ...changes] = label.split(':')
  const known = applicable[name] ?? []
  const seen = new Set<string>()
  let all: SystemSettings = {}
  for (const change of changes) {
    const [key = '', ...rest] = change.split('=')
    const setting = settings[key]
    if (setting === undefined || !known.includes(key))
      throw bad(
        label,
        known.length === 0 ? `${name} has nothing to change` : `of ${name} can be changed: ${known.join(', ')}; got "${change}"`,
      )
    if (seen.has(key)) throw bad(label, `${key} stands twice`)
    seen.add(key)
    const read = setting.read(rest.join('='))
    if (read === null) throw bad(label, `${key} expects ${setting.values}, got "${rest.join('=')}"`)
    all = merge(all, read)
  }
  check(label, { name, settings: all })
  return { name, settings: all }
}

function merge(one: SystemSettings, other: SystemSettings): SystemSettings {
  const without = [...(one.without ?? []), ...(other.without ?? [])]
  return {
    ...one,
    ...other,
    ...(without.length > 0 && { without }),
    ...((one.variant ?? other.variant) && { variant: { ...one.variant, ...other.variant } }),
  }
}

function check(label: string, { name, settings: { k, tokens, adaptive, variant = {} } }: NamedSettings): void {
  if (k !== undefined && (tokens !== undefined || adaptive)) throw bad(label, 'either k or tokens limits the cards')
  const hasLabels = variant.renderer === undefined ? labelled.includes(name) : variant.renderer !== 'record-lines'
  const cites = variant.prompt === undefined ? labelled.includes(name) : variant.prompt === 'cited'
  if (cites && !hasLabels)
    throw bad(
      label,
      variant.prompt === 'cited' ? 'lines have no labels to cite: add show=cards' : 'lines have no labels to cite: add citations=off',
    )
  const isPaper = variant.retriever === undefined ? name !== 'default' : variant.retriever === 'paper'
  if (!isPaper && (variant.perBank !== undefined || variant.speakerBanks !== undefined))
    throw bad(label, "per-bank and banks are of the paper's retriever, which search=lexical takes away")
}

function bad(label: string, why: string): EngramError {
  return new EngramError('bad_input', `systems: ${label}: ${why}.`, { field: 'systems' })
}
