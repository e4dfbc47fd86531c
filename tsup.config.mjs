import path from 'node:path'
import { defineConfig } from 'tsup'
import { cores } from './scripts/lib/cores.mjs'
import { builtModules } from './scripts/lib/entries.mjs'

/** @type {import('tsup').Options} */
const shared = {
  format: 'esm',
  target: 'es2022',
  tsconfig: 'tsconfig.build.json',
  removeNodeProtocol: false,
  // Modules that two entries share become chunks, so that each is loaded only once. The published code is not minified.
  splitting: true,
  clean: false,
  silent: true,
}

/**
 * Gives each provider a copy of the file with all logos that contains only the logo of this provider. As a shared chunk of 48 kB, the file would add
 * 2 ms to the first import of a provider on Node.js.
 *
 * @type {import('esbuild').Plugin}
 */
const logos = {
  name: 'logos',
  setup({ onResolve }) {
    onResolve({ filter: /\/logos[.]js$/ }, ({ path: specifier, importer, resolveDir }) => ({
      path: path.resolve(resolveDir, specifier.replace(/[.]js$/, '.ts')),
      suffix: `?${path.basename(importer)}`,
    }))
  },
}

export default defineConfig(async () => [
  {
    ...shared,
    entry: Object.fromEntries(builtModules().map((name) => [name, `src/${name}.ts`])),
    // In addition to dependencies: `imports` of package.json, modules of SvelteKit, and components, which the application compiles.
    external: [/^#/, /^node:/, /^[$]/, /[.]svelte$/],
    esbuildPlugins: [await cores(), logos],
    esbuildOptions(options) {
      options.chunkNames = 'chunks/[name]-[hash]'
    },
  },
  {
    // A separate build. Otherwise, a server would also load a file with esbuild's helpers for CommonJS libraries.
    ...shared,
    entry: { 'cli/main': 'cli/main.ts' },
    tsconfig: 'cli/tsconfig.json',
    platform: 'node',
    esbuildOptions(options) {
      options.chunkNames = 'cli/[name]-[hash]'
    },
  },
])
