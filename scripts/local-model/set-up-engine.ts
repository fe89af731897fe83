import { copyFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { runCommand } from './run-command.ts'
import type { SetUpOptions } from './set-up-model.ts'

const locked = ['package.json', 'package-lock.json'] as const

/** The engine's binaries by platform and architecture, without those for graphics cards, which would be ten times as large. */
const binaries: Readonly<Record<string, string>> = {
  'linux-x64': 'linux-x64',
  'linux-arm64': 'linux-arm64',
  'darwin-x64': 'mac-x64',
  'darwin-arm64': 'mac-arm64-metal',
  'win32-x64': 'win-x64',
  'win32-arm64': 'win-arm64',
}

/** Installs node-llama-cpp as engine/package-lock.json has it, in a folder of its own. Gives the path of its module. */
export async function setUpEngine(cache: string, { signal, report }: SetUpOptions): Promise<string> {
  const platform = `${process.platform}-${process.arch}`
  const binary = binaries[platform]
  if (binary === undefined)
    throw new Error(`The engine has no binary for ${platform}; there is one for ${Object.keys(binaries).join(', ')}.`)
  const folder = join(cache, 'engine')
  const modules = join(folder, 'node_modules')
  const module = join(modules, 'node-llama-cpp', 'dist', 'index.js')
  const source = (name: string): URL => new URL(`engine/${name}`, import.meta.url)
  const same = locked.every(name => existsSync(join(folder, name)) && readFileSync(join(folder, name)).equals(readFileSync(source(name))))
  if (same && existsSync(join(modules, '@node-llama-cpp', binary, 'package.json')) && existsSync(module)) return module

  report('Installing the engine, node-llama-cpp (83 MB, once) …')
  mkdirSync(folder, { recursive: true })
  for (const name of locked) copyFileSync(source(name), join(folder, name))
  const quietly = ['--omit=optional', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
  const version: unknown = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).dependencies['node-llama-cpp']
  await runCommand('npm', ['ci', ...quietly], { cwd: folder, signal })
  await runCommand('npm', ['install', '--no-save', ...quietly, `@node-llama-cpp/${binary}@${version}`], { cwd: folder, signal })
  return module
}
