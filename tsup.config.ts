import { defineConfig } from 'tsup'
import { entries, platformModules } from './scripts/lib/entries.mjs'

export default defineConfig({
  entry: Object.fromEntries(
    [...entries().map(({ name }) => name), ...platformModules(), 'cli/main'].map((name) => [
      name,
      `src/${name}.ts`,
    ]),
  ),
  format: 'esm',
  target: 'es2022',
  platform: 'neutral',
  // Modules that two entries share become chunks, so that there is one of each at run time.
  splitting: true,
  external: [/^node:/, /^#/],
  // `node:sqlite` has no name without its prefix.
  removeNodeProtocol: false,
  // The published code is not minified: it is its own source map.
  sourcemap: false,
  dts: false,
})
