import { hash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join, relative } from 'node:path'

/** Which data exactly: bytes, and the sha256 of the file, or, of a folder, of the names and hashes of its files in order of their names. */
export function describeDataset(name: string, path: string): { readonly name: string; readonly sha256: string; readonly bytes: number } {
  if (!statSync(path).isDirectory()) {
    const content = readFileSync(path)
    return { name, sha256: hash('sha256', content), bytes: content.length }
  }
  const files = readdirSync(path, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => join(entry.parentPath, entry.name))
    .toSorted()
  let bytes = 0
  const lines = files.map(file => {
    const content = readFileSync(file)
    bytes += content.length
    return `${relative(path, file)} ${hash('sha256', content)}\n`
  })
  return { name, sha256: hash('sha256', lines.join('')), bytes }
}
