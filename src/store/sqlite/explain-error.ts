import { EngramError } from '../../errors.ts'

// Primary result codes of SQLite; extended codes carry them in their low byte.
const busy = 5
const locked = 6
const readOnly = 8
const corrupt = 11
const full = 13
const cannotOpen = 14
const notDatabase = 26

/** SQLite's primary result code; null for any other error. */
export function resultCode(error: unknown): number | null {
  if (!(error instanceof Error) || !('errcode' in error) || typeof error.errcode !== 'number') return null
  return error.errcode & 0xff
}

/** Another connection holds what this one needs; the whole transaction may be tried again. */
export const isBusy = (error: unknown): boolean => {
  const code = resultCode(error)
  return code === busy || code === locked
}

/** What SQLite said, as an error that says what to do. Anything that isn't SQLite's passes through as it is. */
export function explainError(error: unknown, path: string): unknown {
  const code = resultCode(error)
  if (code === null) {
    const isClosed = error instanceof Error && 'code' in error && error.code === 'ERR_INVALID_STATE'
    return isClosed ? unusable(path, 'it has been closed. Open it again, and close it when all calls have returned', error) : error
  }
  if (isBusy(error)) {
    return new EngramError('store_busy', `Another process held ${path} for too long. Nothing was written; try again.`, {
      file: path,
      cause: error,
    })
  }
  return unusable(
    path,
    explanations.get(code) ?? `SQLite could not use it (${String(error)}). Check the disk, or choose another path`,
    error,
  )
}

export function unusable(path: string, explanation: string, cause?: unknown): EngramError {
  return new EngramError('store_unusable', `${path} can't be used as a store: ${explanation}.`, { file: path, cause })
}

const explanations: ReadonlyMap<number, string> = new Map([
  [readOnly, 'it or its folder is read-only. Allow writing, or choose another path'],
  [corrupt, 'the file is damaged. Restore it from a backup, or import an export into a new path'],
  [full, 'the disk is full. Nothing was written; free some space and try again'],
  [cannotOpen, 'it can not be opened. Check that the path is a file, not a folder, and that it may be read and written'],
  [notDatabase, 'it is not an SQLite file. Choose another path, or move that file away'],
])
