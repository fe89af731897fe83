import { readFileSync } from 'node:fs'
import { packageFile } from '../lib/package-file.ts'

/** From the package's own manifest. */
export function packageVersion(): string {
  const { version } = JSON.parse(readFileSync(packageFile('package.json'), 'utf8'))
  return String(version)
}
