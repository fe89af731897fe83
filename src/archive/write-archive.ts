import type { Memory, Scope } from '../domain.ts'
import { canonicalAttachment, canonicalBody, canonicalSpan } from '../lib/canonical-forms.ts'
import { toBytes } from '../lib/vector-bytes.ts'
import type { DumpEntry, Store } from '../seams.ts'
import type { ArchiveLine } from './archive-schema.ts'
import { archiveVersion } from './archive-version.ts'

/** All of these spaces as JSON lines, without the line ends. What is written depends on what is stored alone: no clock, no revision. */
export async function* writeArchive(store: Pick<Store, 'dump'>, scopes: readonly Scope[]): AsyncIterable<string> {
  yield line({ type: 'engram-r', version: archiveVersion })
  for (const scope of scopes) {
    yield line({ type: 'space', tenant: scope.tenant, space: scope.space })
    for await (const entry of store.dump(scope)) yield line(toLine(entry))
  }
}

function line(entry: ArchiveLine): string {
  return JSON.stringify(entry)
}

/** Keys in a fixed order, whatever store they come from: equal stores give equal bytes. */
function toLine(entry: DumpEntry): ArchiveLine {
  switch (entry.type) {
    case 'turn': {
      const { id, session, speaker, text, at, attachments } = entry.turn
      return { type: 'turn', turn: { id, session, speaker, text, at, attachments: attachments.map(canonicalAttachment) } }
    }
    case 'memory': {
      const { id, body, speaker, anchor, at, valid, turnId, sources, writtenBy } = entry.memory
      const ordered = { id, body: canonicalBody(body), speaker, anchor: toAnchor(anchor), at, valid: { from: valid.from, to: valid.to } }
      return { type: 'memory', memory: { ...ordered, turnId, sources: sources.map(canonicalSpan), writtenBy } }
    }
    case 'withheld':
      return { type: 'withheld', span: canonicalSpan(entry.span) }
    case 'vector': {
      const { embedder, memoryId, vector } = entry
      return { type: 'vector', embedder, memoryId, base64: toBytes(vector).toString('base64') }
    }
    case 'dead':
      return { type: 'dead', family: entry.family, turnId: entry.turnId, reason: entry.reason }
    case 'mark':
      return { type: 'mark', writer: entry.writer, turns: entry.turns }
  }
}

function toAnchor(anchor: Memory['anchor']): Memory['anchor'] {
  if (anchor === null) return null
  const { start, end, precision, approximate, relation, phrase } = anchor
  return { start, end, precision, approximate, relation, phrase }
}
