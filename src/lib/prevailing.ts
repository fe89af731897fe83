import type { Memory } from '../domain.ts'
import { writerFamily } from './writer-family.ts'

/**
 * What counts of all the records of one turn: where a model has recorded a kind, the rules' records of that kind stand back. They stay stored,
 * and count again when the model's go.
 */
export function prevailing(memories: readonly Memory[]): readonly Memory[] {
  const isBy = (family: string, { writtenBy }: Memory): boolean => writerFamily(writtenBy) === family
  // As nearly everywhere.
  if (!memories.some(memory => isBy('model', memory))) return memories
  const kinds = new Set(memories.filter(memory => isBy('model', memory)).map(({ body }) => body.kind))
  return memories.filter(memory => !(isBy('rule', memory) && kinds.has(memory.body.kind)))
}
