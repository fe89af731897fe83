import { homedir } from 'node:os'
import { join } from 'node:path'

/** In the user's cache folder, by the custom of the system. */
export function defaultCacheFolder(): string {
  const { LOCALAPPDATA, XDG_CACHE_HOME } = process.env
  const folder =
    process.platform === 'win32'
      ? (LOCALAPPDATA ?? join(homedir(), 'AppData', 'Local'))
      : process.platform === 'darwin'
        ? join(homedir(), 'Library', 'Caches')
        : XDG_CACHE_HOME || join(homedir(), '.cache')
  return join(folder, 'engram-r', 'local-model')
}
