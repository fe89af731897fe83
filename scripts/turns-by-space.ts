import type { Turn } from '../src/domain.ts'
import { readDialogues } from '../src/import/read-dialogues.ts'

/** The turns of a LoCoMo file by sample, as an import reads them. */
export async function turnsBySpace(path: string): Promise<ReadonlyMap<string, readonly Turn[]>> {
  const turns = new Map<string, Turn[]>()
  for await (const event of readDialogues(path, { format: 'locomo' })) {
    if (event.type !== 'turns') continue
    const before = turns.get(event.space)
    if (before === undefined) turns.set(event.space, [...event.turns])
    else before.push(...event.turns)
  }
  return turns
}
