import type { Turn } from '../../domain.ts'
import type { FormatName } from '../../import/dialogue-format.ts'
import type { DialogueSource } from '../../import/dialogue-source.ts'
import { readDialogueStream } from '../../import/read-dialogues.ts'
import type { Irregularity } from './dataset.ts'

export interface ReadTurns {
  readonly turns: readonly Turn[]
  readonly irregularities: readonly Irregularity[]
}

/** The turns of one dialogue exactly as an import reads them. */
export async function turnsOf(source: DialogueSource, format: FormatName): Promise<ReadTurns> {
  const turns: Turn[] = []
  const irregularities: Irregularity[] = []
  for await (const event of readDialogueStream(source, { format })) {
    if (event.type === 'turns') turns.push(...event.turns)
    if (event.type === 'failure') irregularities.push({ what: 'a turn that could not be read is left out', where: event.reason })
    if (event.type === 'skipped') irregularities.push({ what: `${event.what} are left out`, where: source.name })
    if (event.type === 'note') irregularities.push({ what: 'a note of the reader', where: event.note })
  }
  return { turns, irregularities }
}

/** An item of a file that holds many, as a file of its own. */
export function sourceOf(value: unknown, name: string): DialogueSource {
  async function* bytes() {
    yield new TextEncoder().encode(JSON.stringify([value]))
  }
  return { file: name, name, bytes: bytes(), bytesTotal: null }
}
