import { statSync } from 'node:fs'
import { z } from 'zod'
import { EngramError } from '../../errors.ts'
import { describeMismatch } from '../../import/mismatch.ts'
import { readJson } from '../run/read-manifest.ts'
import { readRun } from '../run/read-run.ts'
import { measureRun } from './measure-run.ts'

import type { Measured } from './measured.ts'

const schema = z.object({
  dataset: z.object({ name: z.string(), split: z.string() }),
  systems: z.record(
    z.string(),
    z.object({ byCategory: z.record(z.string(), z.object({ questions: z.int().positive(), inputTokens: z.number() })) }),
  ),
})

/** A folder that `bench run` made, or what `bench tokens --json` printed. Throws `bad_file` for anything else. */
export function readMeasured(path: string): Measured {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) return measureRun(readRun(path))
  const parsed = schema.safeParse(readJson(path))
  if (!parsed.success) {
    const message = `${describeMismatch(parsed.error, path)}. Expected a run, or what bench tokens --json prints.`
    throw new EngramError('bad_file', message, { file: path })
  }
  const { dataset, systems } = parsed.data
  const nothing = { reasoningTokens: null, judge: null, strict: null }
  const bySystem = Object.entries(systems).map(([name, { byCategory }]) => {
    const rows = Object.entries(byCategory).map(([category, row]) => [category, { ...row, ...nothing }] as const)
    return [name, Object.fromEntries(rows)] as const
  })
  return {
    dataset: dataset.name,
    split: dataset.split,
    systems: Object.fromEntries(bySystem),
    latency: null,
    ingest: null,
    reductions: null,
    remarks: [],
  }
}
