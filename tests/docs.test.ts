import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import test from 'node:test'
import { contentVariable, environmentNames, presetNames } from '../src/config.ts'
import { errorCodes } from '../src/errors.ts'
import { formatNames } from '../src/import/dialogue-format.ts'
import { metricNames, names, operations } from '../src/trace/conventions.ts'

const page = (name: string): string => readFileSync(name, 'utf8')
const rowsOf = (text: string): readonly string[] => [...text.matchAll(/^\| `([\w-]+)/gm)].map(([, name = '']) => name)

test('docs/errors.md lists every error code with what to do, and no other', () => {
  const rows = [...page('docs/errors.md').matchAll(/^\| `(\w+)` \| (.+) \|$/gm)].map(([, code, remedy]) => [code, remedy])
  assert.deepEqual(Object.fromEntries(rows), errorCodes)
})

test('docs/configuration.md names every environment variable and preset', () => {
  const text = page('docs/configuration.md')
  for (const name of [...Object.keys(environmentNames), contentVariable]) assert.ok(text.includes(`\`${name}\``), name)
  for (const name of presetNames) assert.ok(text.includes(`| \`${name}\` |`), name)
})

test('docs/commands.md lists every command, and no other', () => {
  const commands = readdirSync('src/cli/commands').map(name => name.replace('.ts', ''))
  assert.deepEqual([...new Set(rowsOf(page('docs/commands.md')))].toSorted(), commands.toSorted())
})

test('docs/commands.md lists every command of bench, and no other', () => {
  const rows = [...page('docs/commands.md').matchAll(/^\| `bench ([\w-]+)/gm)].map(([, name = '']) => name)
  const commands = readdirSync('src/cli/bench').flatMap(name => [...page(`src/cli/bench/${name}`).matchAll(/\.command\('([\w-]+)'\)/g)])
  assert.deepEqual(rows.toSorted(), commands.map(([, name = '']) => name).toSorted())
})

test('docs/commands.md names every option of every command', () => {
  const text = page('docs/commands.md')
  const sources = [
    'src/cli/main.ts',
    'src/cli/question-options.ts',
    ...['src/cli/commands', 'src/cli/bench'].flatMap(folder => readdirSync(folder).map(name => `${folder}/${name}`)),
  ]
  const options = sources.flatMap(file => [...page(file).matchAll(/[oO]ption\('(--[\w-]+)/g)].map(([, option = '']) => option))
  for (const option of options) assert.ok(text.includes(`\`${option}`), option)
})

test('docs/formats.md describes every format', () => {
  assert.deepEqual(rowsOf(page('docs/formats.md')).toSorted(), [...formatNames].toSorted())
})

test('docs/guides/observability.md tells of every span, attribute and count, and of no other', () => {
  const text = page('docs/guides/observability.md')
  const told = new Set([...text.matchAll(/`((?:gen_ai|engram_r|http|server|mcp|jsonrpc|error)\.[\w.*]+)`/g)].map(([, name = '']) => name))
  const all: readonly string[] = [...Object.values(names), ...Object.values(metricNames)]
  const isMeant = (name: string, by: string): boolean => (by.endsWith('.*') ? name.startsWith(by.slice(0, -1)) : name === by)
  const tellers = [...told]
  assert.deepEqual(
    all.filter(name => !tellers.some(by => isMeant(name, by))),
    [],
    'not told',
  )
  assert.deepEqual(
    tellers.filter(by => !all.some(name => isMeant(name, by))),
    [],
    'not there',
  )
  const rows = rowsOf(text)
  for (const operation of Object.values(operations)) assert.ok(rows.includes(operation), operation)
})

test('every page that a page links to exists', () => {
  const pages = [
    'README.md',
    'CONTRIBUTING.md',
    ...readdirSync('docs', { recursive: true, encoding: 'utf8' })
      .filter(name => name.endsWith('.md'))
      .map(name => `docs/${name}`),
  ]
  for (const from of pages) {
    for (const [, to = ''] of page(from).matchAll(/\]\((?!https?:|#)([^)#]+)/g)) {
      assert.doesNotThrow(() => readFileSync(new URL(to, `file://${process.cwd()}/${from}`)), `${from} -> ${to}`)
    }
  }
})
