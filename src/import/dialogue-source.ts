import { createReadStream } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { basename, join, parse, relative, sep } from 'node:path'
import { EngramError } from '../errors.ts'

/** Bytes to read once, from a file or from anywhere. */
export interface DialogueSource {
  /** For messages: a path, or 'standard input'. */
  readonly file: string
  /** What a space is called that has no name of its own. */
  readonly name: string
  readonly bytes: AsyncIterable<Uint8Array>
  /** Null where it isn't known before the end. */
  readonly bytesTotal: number | null
}

/** A file, or all BEAM chats of a folder, in order of their numbers. Throws `bad_file` for what is not there or can't be read. */
export async function sourcesAt(path: string): Promise<readonly DialogueSource[]> {
  const found = await stat(path).catch((cause: unknown) => {
    throw unreadable(path, cause)
  })
  if (!found.isDirectory()) return [fileSource({ file: path, name: parse(path).name, size: found.isFile() ? found.size : null })]
  const chats = await findChats(path)
  if (chats.length > 0) return chats
  const message = `${path} is a folder: expected a file, or a folder of BEAM chats (chat.json). Name the file.`
  throw new EngramError('bad_file', message, { file: path })
}

// The one whose length was adjusted, where it exists, stands for the other. The spelling is that of the benchmark.
const chatNames = ['chat_trunecated.json', 'chat.json']

async function findChats(root: string): Promise<readonly DialogueSource[]> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true }).catch((cause: unknown) => {
    throw unreadable(root, cause)
  })
  const chosen = new Map<string, string>()
  for (const name of chatNames) {
    for (const entry of entries) {
      if (entry.isFile() && entry.name === name && !chosen.has(entry.parentPath)) chosen.set(entry.parentPath, name)
    }
  }
  const folders = [...chosen.keys()].toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true }))
  return Promise.all(
    folders.map(async folder => {
      const file = join(folder, chosen.get(folder) ?? '')
      const name = folder === root ? basename(join(root, '.')) : relative(root, folder).split(sep).join('/')
      return fileSource({ file, name, size: (await stat(file)).size })
    }),
  )
}

interface FoundFile {
  readonly file: string
  readonly name: string
  readonly size: number | null
}

const fileSource = ({ file, name, size }: FoundFile): DialogueSource => ({ file, name, bytes: readBytes(file), bytesTotal: size })

/** Opens the file when the first byte is asked for. */
async function* readBytes(file: string): AsyncGenerator<Uint8Array> {
  try {
    yield* createReadStream(file, { highWaterMark: 256 * 1024 })
  } catch (cause) {
    throw unreadable(file, cause)
  }
}

/** What to throw where the system won't read a file. */
export function unreadable(path: string, cause: unknown): EngramError {
  const code = cause instanceof Error && 'code' in cause ? cause.code : null
  const problem = code === 'ENOENT' ? 'there is no such file' : cause instanceof Error ? cause.message : String(cause)
  return new EngramError('bad_file', `${path} can't be read: ${problem}. Check the path.`, { file: path, cause })
}
