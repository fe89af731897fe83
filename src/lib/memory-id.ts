import { createHash } from 'node:crypto'
import type { Memory, MemoryBody, Span } from '../domain.ts'

/** The id of a record, from what makes it this record and no other: 'm' and 20 hex digits. Equal records of one writer are one. */
export function memoryId({ writtenBy, turnId, body, sources }: Pick<Memory, 'writtenBy' | 'turnId' | 'body' | 'sources'>): string {
  const content = JSON.stringify([writtenBy, turnId, canonicalBody(body), sources.map(canonicalSpan)])
  return `m${createHash('sha256').update(content).digest('hex').slice(0, 20)}`
}

// Fields in one order, whatever order they were written in.
function canonicalBody(body: MemoryBody): MemoryBody {
  switch (body.kind) {
    case 'episodic':
      return { kind: body.kind, title: body.title, summary: body.summary }
    case 'semantic':
      return { kind: body.kind, fact: body.fact }
    case 'procedural':
      return { kind: body.kind, title: body.title, steps: body.steps }
  }
}

const canonicalSpan = ({ turnId, attachment, start, end }: Span): Span => ({ turnId, attachment, start, end })
