import { readFileSync } from 'node:fs'

/** From the package's own manifest, which lies at the same place above this file and above what it is built to. */
export function packageVersion(): string {
  const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))
  return String(version)
}
