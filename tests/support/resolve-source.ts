import { registerHooks } from 'node:module'

// Lets examples import the package by its name while they run against the sources, before anything is built.
const sources = new Map([
  ['engram-r', new URL('../../src/index.ts', import.meta.url).href],
  ['engram-r/dialogues', new URL('../../src/dialogues.ts', import.meta.url).href],
  ['engram-r/mcp', new URL('../../src/mcp.ts', import.meta.url).href],
  ['engram-r/models', new URL('../../src/models.ts', import.meta.url).href],
  ['engram-r/ai-sdk', new URL('../../src/adapters/ai-sdk.ts', import.meta.url).href],
  ['engram-r/langchain', new URL('../../src/adapters/langchain.ts', import.meta.url).href],
  ['engram-r/server', new URL('../../src/server.ts', import.meta.url).href],
  ['engram-r/testing', new URL('../../src/testing.ts', import.meta.url).href],
])

registerHooks({
  resolve(specifier, context, nextResolve) {
    const url = sources.get(specifier)
    return url === undefined ? nextResolve(specifier, context) : { url, shortCircuit: true }
  },
})
