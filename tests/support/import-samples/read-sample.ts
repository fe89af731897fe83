import { fileURLToPath } from 'node:url'
import type { Turn } from '../../../src/domain.ts'
import type { ImportEvent } from '../../../src/import/import-event.ts'
import { type ReadOptions, readDialogueStream, readDialogues } from '../../../src/import/read-dialogues.ts'

type Event<Type> = Extract<ImportEvent, { type: Type }>

/** Everything that a reading told, sorted by what it was. */
export interface Reading {
  readonly format: Event<'format'> | undefined
  readonly spaces: readonly string[]
  readonly turns: readonly (Turn & { readonly space: string })[]
  readonly failures: readonly Event<'failure'>[]
  readonly skipped: Readonly<Record<string, number>>
  readonly notes: readonly string[]
  readonly entries: readonly Event<'entry'>[]
  readonly batches: readonly Event<'turns'>[]
}

export async function collect(events: AsyncIterable<ImportEvent>): Promise<Reading> {
  const all: ImportEvent[] = []
  for await (const event of events) all.push(event)
  const ofType = <Type extends ImportEvent['type']>(type: Type): Event<Type>[] =>
    all.filter((event): event is Event<Type> => event.type === type)
  const batches = ofType('turns')
  return {
    format: ofType('format')[0],
    spaces: [...new Set(batches.map(({ space }) => space))],
    turns: batches.flatMap(({ space, turns }) => turns.map(turn => ({ space, ...turn }))),
    failures: ofType('failure'),
    skipped: Object.fromEntries(ofType('skipped').map(({ what, count }) => [what, count])),
    notes: ofType('note').map(({ note }) => note),
    entries: ofType('entry'),
    batches,
  }
}

export const samplePath = (name: string): string => fileURLToPath(new URL(name, import.meta.url))

export const readSample = (name: string, options?: ReadOptions): Promise<Reading> => collect(readDialogues(samplePath(name), options))

/** Content as it could come through a pipe, in chunks of the given size. */
export async function* chunksOf(content: string | Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(content)
  for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size)
}

export function readContent(content: string | Uint8Array, options: ReadOptions & { readonly chunk?: number } = {}): Promise<Reading> {
  const { chunk = 64 * 1024, ...rest } = options
  return collect(readDialogueStream({ file: 'pipe', name: 'pipe', bytes: chunksOf(content, chunk), bytesTotal: null }, rest))
}
