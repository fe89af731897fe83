import { hash } from 'node:crypto'
import { appendFileSync, existsSync, readFileSync, truncateSync } from 'node:fs'
import { z } from 'zod'
import { EngramError } from '../../errors.ts'
import { describeMismatch } from '../../import/mismatch.ts'

/** A file of rows, one JSON line each, only ever added to. Each line carries a hash of itself and all lines before it, as `chain`. */
export interface ChainedLog<Row> {
  /** With those that were there when it was opened, in their order. */
  readonly rows: readonly Row[]
  append(row: Row): void
  /** The hash of all that is in it: of the last line, or what it began with. */
  head(): string
}

export interface LogFormat<Row> {
  readonly schema: z.ZodType<Row>
  /** What the chain begins with. */
  readonly start: string
}

/** Opens or makes it. A last line that was being written when its process was killed is dropped. Throws `bad_file` where the chain is broken. */
export function openChainedLog<Row>(path: string, format: LogFormat<Row>): ChainedLog<Row> {
  dropTornLine(path)
  const { rows, head, faults } = readChainedLog(path, format)
  const [fault] = faults
  if (fault !== undefined)
    throw new EngramError('bad_file', `${path}:${fault.line}: ${fault.what}. See bench verify; start another run with --out.`, {
      file: path,
      line: fault.line,
    })
  const all = [...rows]
  let last = head
  return {
    rows: all,
    head: () => last,
    append(row) {
      const text = JSON.stringify(row)
      last = linkOf(last, text)
      appendFileSync(path, `${JSON.stringify({ ...row, chain: last })}\n`)
      all.push(row)
    },
  }
}

export interface LogFault {
  /** From 1. */
  readonly line: number
  readonly what: string
}

export interface LogReading<Row> {
  readonly rows: readonly Row[]
  readonly head: string
  readonly faults: readonly LogFault[]
}

/** Every line that is one, and what is wrong with it: with one line changed, only that one is named. */
export function readChainedLog<Row>(path: string, { schema, start }: LogFormat<Row>): LogReading<Row> {
  const lines = existsSync(path) ? readFileSync(path, 'utf8').split('\n') : []
  if (lines.at(-1) === '') lines.pop()
  const rows: Row[] = []
  const faults: LogFault[] = []
  let head = start
  for (const [index, text] of lines.entries()) {
    const line = index + 1
    const parsed = chainedSchema.safeParse(parse(text))
    if (!parsed.success) {
      faults.push({ line, what: 'not a line of a run' })
      continue
    }
    const { chain, ...fields } = parsed.data
    if (chain !== linkOf(head, JSON.stringify(fields))) faults.push({ line, what: 'changed since it was written: its hash is another' })
    head = chain
    const row = schema.safeParse(fields)
    if (row.success) rows.push(row.data)
    else faults.push({ line, what: describeMismatch(row.error, 'the row') })
  }
  return { rows, head, faults }
}

const chainedSchema = z.looseObject({ chain: z.string() })

const linkOf = (before: string, text: string): string => hash('sha256', `${before}\n${text}`)

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function dropTornLine(path: string): void {
  if (!existsSync(path)) return
  const bytes = readFileSync(path)
  const end = bytes.lastIndexOf('\n') + 1
  if (end < bytes.length) truncateSync(path, end)
}
