#!/usr/bin/env node
// Nothing else is imported before this is known: on an older Node the first import of node:sqlite would fail with a stack trace.
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
if (major < 22 || (major === 22 && minor < 18)) {
  process.stderr.write(
    `engram-r: needs Node 22.18 or newer, this is ${process.versions.node}. Install a newer Node, or run it with: npx -p node@24 -p engram-r engram-r\n`,
  )
  process.exit(1)
}
// Half of the time of a short command goes into compiling what it imports.
process.getBuiltinModule('node:module').enableCompileCache()
const { runProgram } = await import('./program.ts')
await runProgram(process.argv.slice(2))
