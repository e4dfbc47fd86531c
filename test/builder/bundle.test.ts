/**
 * Checks what a single-file bundle of an application contains: the features that its configuration imports, and the
 * standard features.
 */
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { build } from 'esbuild'
import { expect, test } from 'vitest'
import { sources } from '../../scripts/lib/entries.mjs'
import { sourcesOfImports } from '../runtimes/sources-of-imports.mjs'

const root = path.resolve(import.meta.dirname, '../..')

interface Bundle {
  /** The bundled sources, as paths relative to `src`. */
  readonly inputs: readonly string[]
  /** The bundled modules of npm packages. */
  readonly packages: readonly string[]
}

async function bundleOf(contents: string): Promise<Bundle> {
  const { metafile } = await build({
    stdin: { contents, resolveDir: root, loader: 'ts' },
    absWorkingDir: root,
    bundle: true,
    format: 'esm',
    metafile: true,
    minify: true,
    outfile: 'bundle.mjs',
    packages: 'external',
    plugins: [sourcesOfImports(['worker'])],
    write: false,
  })
  const [output] = Object.values(metafile.outputs)
  const inputs = Object.entries(output?.inputs ?? {})
    .filter(([file, { bytesInOutput }]) => file.startsWith('src/') && bytesInOutput > 0)
    .map(([file]) => file.slice('src/'.length))
  return { inputs, packages: [...new Set(output?.imports.map(({ path: name }) => name))] }
}

function featuresIn(inputs: readonly string[]): readonly string[] {
  const names = inputs.map((file) => /^runtime\/features\/([^/]+)\//.exec(file)?.[1])
  return [...new Set(names.filter((name) => name !== undefined))].sort()
}

const standard = [
  'accounts',
  'authjs-sessions',
  'claims-refresh',
  'database',
  'logout',
  'oauth',
  'own-users',
  'pages',
  'session-copies',
  'session-limit',
  'session-store',
  'tokens',
]

test('a bundle with GitHub contains no code for OpenID Connect, credentials, e-mail, passkeys or compat', async () => {
  const { inputs, packages } = await bundleOf(`
    import { createAuth } from './src/index.ts'
    import { github } from './src/providers/github.ts'
    export const { handler } = createAuth().provider(github()).build()
  `)
  expect(featuresIn(inputs)).toEqual(standard)
  expect(inputs.filter((file) => file.startsWith('compat'))).toEqual([])
  expect(packages.filter((name) => name.startsWith('jose'))).toEqual([])
})

test('a bundle with an OpenID Provider contains the code for OpenID Connect', async () => {
  const { inputs, packages } = await bundleOf(`
    import { createAuth } from './src/index.ts'
    import { google } from './src/providers/google.ts'
    export const { handler } = createAuth().provider(google()).build()
  `)
  expect(featuresIn(inputs)).toEqual([...standard, 'oidc'].sort())
  expect(packages).toContain('jose/jws/compact/verify')
})

test('a bundle contains only the features that its providers need', async () => {
  const { inputs } = await bundleOf(`
    import { createAuth } from './src/index.ts'
    import { credentials } from './src/providers/credentials.ts'
    import { passkey } from './src/providers/passkey.ts'
    export const { handler } = createAuth()
      .provider(credentials({ input: {}, authorize: () => null }))
      .provider(passkey())
      .build()
  `)
  expect(featuresIn(inputs)).toContain('credentials')
  expect(featuresIn(inputs)).toContain('passkeys')
  expect(featuresIn(inputs)).not.toContain('email')
})

test('a bundle with email() does not contain nodemailer', async () => {
  const { packages } = await bundleOf(`
    import { createAuth } from './src/index.ts'
    import { memory } from './src/adapters/memory.ts'
    import { email } from './src/providers/email.ts'
    const provider = email({ sendVerificationRequest: () => undefined })
    export const { handler } = createAuth().provider(provider).adapter(memory()).build()
  `)
  expect(packages).not.toContain('nodemailer')
})

test('only the entry points of the test kit import its modules', async () => {
  // Applications compile the SvelteKit components themselves.
  const entries = sources().filter(({ name }) => !/^(?:testing(?:\/|$)|sveltekit\/components)/.test(name))
  const imports = entries.map(
    ({ name }, index) => `import * as m${index} from './src/${name}.ts'\nkeep(m${index})`,
  )
  const { inputs } = await bundleOf(`const keep = (module) => console.log(module)\n${imports.join('\n')}`)
  expect(inputs.length).toBeGreaterThan(300)
  expect(inputs.filter((file) => file.startsWith('testing'))).toEqual([])
})

test('a production bundle that imports the test kit contains only functions that throw', async () => {
  const entries = ['testing', 'testing/playwright', 'testing/vitest']
  const kit = [
    await import('../../src/testing.js'),
    await import('../../src/testing/playwright.js'),
    await import('../../src/testing/vitest.js'),
  ] as const
  const { authMatchers, VirtualAuthenticator, ...functions } = await import(
    '../../src/testing/production-stub.js'
  )
  expect(Object.keys({ authMatchers, VirtualAuthenticator, ...functions }).sort()).toEqual(
    kit.flatMap((entry) => Object.keys(entry)).sort(),
  )
  expect(Object.keys(authMatchers)).toEqual(Object.keys(kit[2].authMatchers))
  const refusing = [...Object.values(functions), ...Object.values(authMatchers), VirtualAuthenticator.attach]
  for (const call of refusing) expect(call).toThrow('NODE_ENV')
  const { inputs } = await bundleOf(`export * from './src/testing/production-stub.ts'`)
  expect(inputs).toEqual(['errors.ts', 'testing/production-refusal.ts', 'testing/production-stub.ts'])
  const { exports } = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8'))
  for (const name of entries)
    expect(exports[`./${name}`].production).toBe('./dist/testing/production-stub.js')
})
