/** Bundles for the edge or for a browser must not contain the native modules for passwords. */
import path from 'node:path'
import { build } from 'esbuild'
import { expect, test } from 'vitest'
import { root } from '../../../scripts/lib/root.mjs'
import { sourcesOfImports } from '../../runtimes/sources-of-imports.mjs'

/** The files of a bundle and the packages that it imports, including chunks that are loaded later. */
async function inputsOf(conditions: readonly string[]) {
  const hash = './src/runtime/features/passwords/hash'
  const { metafile } = await build({
    stdin: {
      contents: `export * from '${hash}/password-hasher.ts'\nexport * from '${hash}/password-policy.ts'`,
      resolveDir: root,
      loader: 'ts',
    },
    absWorkingDir: root,
    bundle: true,
    splitting: true,
    format: 'esm',
    metafile: true,
    outdir: 'bundle',
    packages: 'external',
    plugins: [sourcesOfImports(conditions)],
    write: false,
  })
  const outputs = Object.entries(metafile.outputs)
  return {
    files: Object.keys(metafile.inputs).map((file) => path.posix.normalize(file)),
    imports: outputs.flatMap(([, { imports }]) =>
      imports.filter(({ external }) => external).map(({ path: name }) => name),
    ),
    /** The files that are loaded with the module itself. */
    atOnce: outputs.flatMap(([, { entryPoint, inputs }]) =>
      entryPoint === '<stdin>' ? Object.keys(inputs) : [],
    ),
  }
}

test.each([[['worker']], [['workerd', 'worker']], [['edge-light', 'worker']], [['browser']]])(
  'a bundle for %s contains no native module and no module of Node.js',
  async (conditions) => {
    const { files, imports } = await inputsOf(conditions)
    expect(files).toContain('src/platform/key-derivation.ts')
    expect(files.filter((file) => file.startsWith('src/node/'))).toEqual([])
    expect(imports).toEqual([])
  },
)

test('a bundle for Node.js loads both native modules only when they are needed', async () => {
  const { files, imports } = await inputsOf(['node'])
  expect(files).toContain('src/node/key-derivation.ts')
  expect(imports.filter((name) => !name.startsWith('node:'))).toEqual(['@node-rs/argon2', '@node-rs/bcrypt'])
})

test('a bundle loads the list of common passwords only when the list is needed', async () => {
  const { files, atOnce } = await inputsOf(['worker'])
  const list = 'src/runtime/features/passwords/hash/common-password-list.ts'
  expect(files).toContain(list)
  expect(atOnce).toContain('src/runtime/features/passwords/hash/password-policy.ts')
  expect(atOnce).not.toContain(list)
})
