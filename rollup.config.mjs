import esbuild from 'rollup-plugin-esbuild'
import { chunkOf } from './scripts/lib/chunks.mjs'
import { entries, platformModules } from './scripts/lib/entries.mjs'
import { keepDirectives } from './scripts/lib/keep-directives.mjs'
import { svelteComponents } from './scripts/lib/svelte-components.mjs'

const modules = [...entries().map(({ name }) => name), ...platformModules(), 'cli/main']

/** @type {import('rollup').RollupOptions} */
export default {
  input: Object.fromEntries(modules.map((name) => [name, `src/${name}.ts`])),
  // Everything that is neither a path nor an entry: libraries, `node:*`, and what `package.json#imports` decides.
  external: /^(?!\.|\/|src\/|[A-Za-z]:)/,
  plugins: [
    svelteComponents(),
    esbuild({ target: 'es2022', tsconfig: 'tsconfig.build.json' }),
    keepDirectives(),
  ],
  output: {
    dir: 'dist',
    format: 'es',
    // Modules that two entries share become chunks, so that there is one of each at run time.
    manualChunks: chunkOf,
    onlyExplicitManualChunks: true,
    chunkFileNames: 'chunks/[name]-[hash].js',
    // The published code is not minified: it is its own source map.
    minifyInternalExports: false,
    hoistTransitiveImports: false,
  },
}
