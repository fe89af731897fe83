import type { Attachment, MemoryBody, Span } from '../domain.ts'

// Fields in one order, whatever order they were written in, and no others: what is equal has equal JSON.

export function canonicalBody(body: MemoryBody): MemoryBody {
  switch (body.kind) {
    case 'episodic':
      return { kind: body.kind, title: body.title, summary: body.summary }
    case 'semantic':
      return { kind: body.kind, fact: body.fact }
    case 'procedural':
      return { kind: body.kind, title: body.title, steps: body.steps }
  }
}

export const canonicalAttachment = ({ type, reference, mediaType, caption }: Attachment): Attachment => ({
  type,
  reference,
  mediaType,
  caption,
})

export const canonicalSpan = ({ turnId, attachment, start, end }: Span): Span => ({ turnId, attachment, start, end })
