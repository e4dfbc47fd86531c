import { defineConfig } from 'tsup'
import { cores } from './scripts/lib/cores.mjs'
import { entries, platformModules } from './scripts/lib/entries.mjs'

const modules = [...entries().map(({ name }) => name), ...platformModules(), 'cli/main']

export default defineConfig(async () => ({
  entry: Object.fromEntries(modules.map((name) => [name, `src/${name}.ts`])),
  format: 'esm',
  target: 'es2022',
  tsconfig: 'tsconfig.build.json',
  // Besides dependencies: what `package.json#imports` chooses, SvelteKit's own modules, and components, which the application compiles.
  external: [/^#/, /^node:/, /^[$]/, /[.]svelte$/],
  removeNodeProtocol: false,
  // Modules that two entries share become chunks: there is one of each at run time. The published code is not minified.
  splitting: true,
  esbuildPlugins: [await cores()],
  esbuildOptions(options) {
    options.chunkNames = 'chunks/[name]-[hash]'
  },
  clean: false,
  silent: true,
}))
