// Part of `npm run build`: the package's entries, with what several of them share in dist/chunks, and the command line in dist/cli.
import { copyFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type BuildOptions, build, type Plugin } from 'esbuild'

/**
 * Node makes an ES module of each of its own modules that is imported, and reads all properties for that, which loads a hundred further modules
 * (streams, workers, diffs). Asked for by name they cost nothing: a tenth of the time of a short command.
 */
const builtins: Plugin = {
  name: 'builtins',
  setup({ onResolve, onLoad }) {
    // One for each importer: one for all would be a file of its own in the bundle.
    onResolve({ filter: /^node:/ }, ({ path, importer }) => ({
      path: `${path} of ${importer}`,
      pluginData: path,
      namespace: path === 'node:child_process' && importer.includes('/commander/') ? 'unused' : 'builtin',
    }))
    onLoad({ filter: /./, namespace: 'builtin' }, ({ pluginData: path }) => {
      const names = Object.keys(process.getBuiltinModule(path) ?? {}).filter(name => name !== 'default')
      // Pure, so that what nobody imports is left out.
      const lines = names.map(name => `export const ${name} = /* @__PURE__ */ (() => own.${name})()`)
      return { contents: [`const own = process.getBuiltinModule('${path}')`, 'export default own', ...lines].join('\n') }
    })
    // Commander starts programs for subcommands that are files of their own: we have none.
    onLoad({ filter: /./, namespace: 'unused' }, () => ({ contents: 'export default {}' }))
  },
}

/** The one package within the bundle: outside it, it would import Node's modules in the slow way. */
const commander: Plugin = {
  name: 'commander',
  setup({ onResolve }) {
    onResolve({ filter: /^commander$/ }, () => ({ path: fileURLToPath(import.meta.resolve('commander')) }))
  },
}

const shared: BuildOptions = {
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node22.18',
  packages: 'external',
  logLevel: 'warning',
}
const entries = ['index', 'dialogues', 'mcp', 'models', 'server', 'testing', 'adapters/ai-sdk', 'adapters/langchain']

await build({ ...shared, entryPoints: entries.map(name => `src/${name}.ts`), outdir: 'dist', chunkNames: 'chunks/[name]-[hash]' })
// Apart from the library, whose users' own bundlers should see what it imports.
await build({ ...shared, entryPoints: ['src/cli/main.ts'], outdir: 'dist/cli', plugins: [builtins, commander] })
copyFileSync('node_modules/commander/LICENSE', 'dist/cli/commander-LICENSE')
