import type { MemoryBody } from '../domain.ts'

/** What a record says, as one text: what is embedded, shown and compared. Never the anchor. */
export function memoryText(body: MemoryBody): string {
  switch (body.kind) {
    case 'episodic':
      return body.summary
    case 'semantic':
      return body.fact
    case 'procedural':
      return body.steps.join(' ')
  }
}
