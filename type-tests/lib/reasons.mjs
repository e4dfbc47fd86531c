import path from 'node:path'
import { build } from 'esbuild'
import { root } from './declarations.mjs'

const { outputFiles } = await build({
  entryPoints: [path.join(root, 'src/builder/problem-sentences.ts')],
  bundle: true,
  format: 'esm',
  write: false,
})

/** The sentences of the builder's rules, by code. */
export const { reasons } = await import(
  `data:text/javascript,${encodeURIComponent(outputFiles[0]?.text ?? '')}`
)
