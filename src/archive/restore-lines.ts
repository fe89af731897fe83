import { EngramError } from '../errors.ts'
import { sumReceipts } from '../lib/sum-receipts.ts'
import type { AppendReceipt, Store } from '../seams.ts'
import { createArchiveRestorer, type RestoredBatch } from './restore-archive.ts'

export interface RestoreOptions {
  /** A space of another tenant throws `bad_file`; all are taken where not given. */
  readonly tenant?: string | undefined
}

/** Restores an export from its lines; what is there already stays. Throws `bad_file` with the line for what is no export. */
export async function restoreLines(
  store: Pick<Store, 'restore'>,
  lines: Iterable<string> | AsyncIterable<string>,
  { tenant }: RestoreOptions = {},
): Promise<AppendReceipt> {
  const restorer = createArchiveRestorer(store, { file, tenant })
  const receipts: AppendReceipt[] = []
  const count = (batch: RestoredBatch | null): void => {
    if (batch !== null) receipts.push(batch.receipt)
  }
  let line = 0
  for await (const text of lines) count(await restorer.add(parseLine(text, ++line), line))
  count(await restorer.finish())
  return sumReceipts(receipts)
}

/** For messages. */
const file = 'export'

function parseLine(text: string, line: number): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new EngramError('bad_file', `${file}:${line}: not JSON: ${cause instanceof Error ? cause.message : cause}.`, {
      file,
      line,
      cause,
    })
  }
}
