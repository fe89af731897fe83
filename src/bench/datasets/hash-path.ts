import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { join, relative } from 'node:path'

export interface HashedPath {
  readonly bytes: number
  readonly sha256: string
}

/** Bytes and sha256 of a file, or, of a folder, of the names and hashes of its files in order of their names. */
export async function hashPath(path: string): Promise<HashedPath> {
  if (!(await stat(path)).isDirectory()) return hashFile(path)
  const entries = await readdir(path, { recursive: true, withFileTypes: true })
  const files = entries.filter(entry => entry.isFile()).map(entry => join(entry.parentPath, entry.name))
  const list = createHash('sha256')
  let bytes = 0
  for (const file of files.toSorted()) {
    const hashed = await hashFile(file)
    bytes += hashed.bytes
    list.update(`${relative(path, file)} ${hashed.sha256}\n`)
  }
  return { bytes, sha256: list.digest('hex') }
}

/** As a stream: LongMemEval's M is larger than a buffer may be. */
async function hashFile(file: string): Promise<HashedPath> {
  const hash = createHash('sha256')
  let bytes = 0
  for await (const chunk of createReadStream(file)) {
    hash.update(chunk)
    bytes += chunk.length
  }
  return { bytes, sha256: hash.digest('hex') }
}
