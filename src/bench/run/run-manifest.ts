import { hash } from 'node:crypto'
import { z } from 'zod'
import type { PromptName } from '../../domain.ts'
import { benchmarkNames } from '../datasets/dataset.ts'
import type { Manifest } from '../datasets/manifest.ts'
import { type JudgeScale, judgeScales } from '../judges/judge.ts'

/** What a run is: equal identities, equal questions asked in equal ways. No key is in it. */
export interface RunIdentity {
  readonly format: 1
  /** Of engram-r. */
  readonly version: string
  readonly dataset: Omit<Manifest, 'questionIds' | 'questionsSha256'>
  /** Categories that totals leave out. */
  readonly apart: readonly string[]
  /** Those asked, in order: how many, and the sha256 of their ids, one a line. */
  readonly questions: { readonly count: number; readonly sha256: string }
  readonly systems: readonly { readonly name: string; readonly about: string; readonly prompt: PromptName }[]
  readonly judges: readonly { readonly id: string; readonly scale: JudgeScale; readonly hash: string | null }[]
  readonly answering: {
    readonly model: string
    readonly host: string
    readonly effort: string | null
    readonly temperature: number | null
    readonly maxOutputTokens: number | null
    readonly contextTokens: number | null
    readonly verification: string
  }
  /** Of the answering model's server; null where no system has its records written by one. */
  readonly extractModel: string | null
  /** null where no model judges. */
  readonly judging: {
    readonly model: string
    readonly host: string
    /** Verdicts of each judge on each answer. */
    readonly runs: number
  } | null
  /** Of the answer key; null where none was given. */
  readonly audit: { readonly file: string; readonly sha256: string } | null
}

export interface RunManifest {
  readonly identity: RunIdentity
  /** What it was begun on; no part of what it is. */
  readonly machine: { readonly node: string; readonly platform: string }
}

const text = z.string()
const number = z.number()
const promptName = z.object({ id: text, hash: text })
const category = z.object({ id: text, name: text, questions: number, first: text })
const identitySchema: z.ZodType<RunIdentity> = z.object({
  format: z.literal(1),
  version: text,
  dataset: z.object({
    name: z.enum(benchmarkNames),
    file: text,
    bytes: number,
    sha256: text,
    known: text.nullable(),
    split: text,
    histories: number,
    turns: number,
    filters: z.array(text),
    categories: z.array(category),
    irregularities: z.record(text, z.array(text)),
  }),
  apart: z.array(text),
  questions: z.object({ count: number, sha256: text }),
  systems: z.array(z.object({ name: text, about: text, prompt: promptName })),
  judges: z.array(z.object({ id: text, scale: z.enum(judgeScales), hash: text.nullable() })),
  answering: z.object({
    model: text,
    host: text,
    effort: text.nullable(),
    temperature: number.nullable(),
    maxOutputTokens: number.nullable(),
    contextTokens: number.nullable(),
    verification: text,
  }),
  extractModel: text.nullable(),
  judging: z.object({ model: text, host: text, runs: number }).nullable(),
  audit: z.object({ file: text, sha256: text }).nullable(),
})

export const manifestSchema: z.ZodType<RunManifest> = z.object({
  identity: identitySchema,
  machine: z.object({ node: text, platform: text }),
})

/** What the chains of a run's files begin with. */
export function identityHash(identity: RunIdentity): string {
  return hash('sha256', JSON.stringify(identity))
}

/** The fields in which two are not the same: 'answering.model'. */
export function differences(one: unknown, other: unknown, path = ''): readonly string[] {
  if (JSON.stringify(one) === JSON.stringify(other)) return []
  if (!isRecord(one) || !isRecord(other)) return [path]
  return [...new Set([...Object.keys(one), ...Object.keys(other)])].flatMap(key =>
    differences(one[key], other[key], path === '' ? key : `${path}.${key}`),
  )
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === 'object' && value !== null
