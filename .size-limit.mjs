/*
 * Limits for the JavaScript that servers and browsers load: 1.1 times the measured size, or a size that the project has promised. Sizes are the
 * same on every machine. bench/ measures times.
 */

/** @typedef {import('esbuild').BuildOptions} Options */

/** Counts only the code that is loaded at the start: the entry and its static imports, without the chunks that `import()` loads. */
const startOnly = {
  name: 'start only',
  /** @param {import('esbuild').PluginBuild} build */
  setup: ({ onEnd }) =>
    onEnd(({ metafile }) => {
      if (metafile === undefined) return
      const { outputs } = metafile
      const start = new Set(Object.keys(outputs).filter((name) => outputs[name]?.entryPoint === '<stdin>'))
      for (const name of start) {
        for (const { kind, external, path } of outputs[name]?.imports ?? []) {
          if (kind === 'import-statement' && !external) start.add(path)
        }
      }
      metafile.outputs = Object.fromEntries(Object.entries(outputs).filter(([name]) => start.has(name)))
    }),
}

/**
 * @param {string} name
 * @param {string} limit
 * @param {string} contents a module that imports the built package
 * @param {Options} options
 */
function check(name, limit, contents, options = {}) {
  return {
    name,
    limit,
    gzip: true,
    // size-limit requires a file. The module below replaces it.
    path: 'dist/index.js',
    /** @param {Options} defaults @returns {Options} */
    modifyEsbuildConfig: ({ entryPoints: _, ...defaults }) => ({
      ...defaults,
      stdin: { contents, resolveDir: import.meta.dirname },
      format: 'esm',
      target: 'es2022',
      platform: 'neutral',
      mainFields: ['module', 'main'],
      conditions: ['worker'],
      external: ['node:*', 'react', 'solid-js'],
      // Ignores tsconfig.json, which would resolve to the sources instead of the built package.
      tsconfigRaw: {},
      legalComments: 'none',
      logLevel: 'error',
      ...options,
    }),
  }
}

/** Leaves out the code of OAuth and OpenID Connect, which each provider of these kinds imports. */
const oauthFlow = {
  name: 'OAuth flow',
  /** @param {import('esbuild').PluginBuild} build */
  setup: ({ onResolve }) =>
    onResolve({ filter: /\/(?:oauth|oidc)-[A-Z0-9]+\.js$/ }, ({ path }) => ({ path, external: true })),
}
const withoutFlow = { plugins: [oauthFlow] }

const start = { splitting: true, plugins: [startOnly] }
const server = `
  import { createAuth } from 'authwright'
  import { oidc } from 'authwright/providers/oidc'
  const provider = oidc({ id: 'op', issuer: 'https://op.example.com', clientId: 'c', clientSecret: 's' })
  export const { handler } = createAuth().provider(provider).build()
`
const github = `
  import { createAuth } from 'authwright'
  import { github } from 'authwright/providers/github'
  export const { handler } = createAuth().provider(github()).build()
`
const session = `
  import { getToken } from 'authwright/jwt'
  export const read = (req) => getToken({ req })
`
// A production bundle must not contain the OpenID Provider of dev(): the import condition `production`, or the value that a bundler inserts for
// `NODE_ENV`, removes it. The code of OAuth is not counted, because every OAuth provider needs it.
const development = "export { dev } from 'authwright/dev'"
const eitherProvider = `
  import { dev } from 'authwright/dev'
  import { github } from 'authwright/providers/github'
  export const provider = process.env.NODE_ENV === 'production' ? github() : dev({ as: github() })
`
const production = { define: { 'process.env.NODE_ENV': '"production"' }, ...withoutFlow }
export default [
  check('server with one OIDC provider, at the start', '50 KB', server, start),
  check('server with one OIDC provider, all of it', '149 KB', server),
  check('server with GitHub, all of it', '138 KB', github),
  // The promised size of 4 KiB is exceeded since claims are hidden during an impersonation.
  check('session reading, at the start', '4.3 KB', session, start),
  check('session reading, all of it', '6.9 KB', session),
  // The components `<SignedIn>`, `<SignedOut>` and `<UserMenu>` take 350 bytes of `authwright/react`. For `authwright/solid`, the promised size of
  // 3 KiB is exceeded since a lock in all tabs orders reads and updates of the session.
  check('authwright/react, at the start', '4.5 KB', "export * from 'authwright/react'", start),
  check('authwright/solid, at the start', '4 KB', "export * from 'authwright/solid'", start),
  check('authwright/client', '2.3 KB', "export * from 'authwright/client'"),
  check('authwright/dev, by the condition `production`', '5.3 KB', development, {
    conditions: ['production'],
    ...withoutFlow,
  }),
  check('authwright/dev, for NODE_ENV=production', '4.8 KB', eitherProvider, production),
]
