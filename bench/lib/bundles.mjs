import { mkdtempSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'

/** A server in one file, which responds to one request and ends. */
const authwright = `
  import { createAuth } from 'authwright'
  import { oidc } from 'authwright/providers/oidc'
  const provider = oidc({ id: 'op', issuer: 'https://op.example.com', clientId: 'c', clientSecret: 's' })
  const { handler } = createAuth()
    .provider(provider)
    .pages({ signIn: '/login', signOut: '/goodbye', error: '/problem' })
    .options({ secret: 'a secret of more than thirty-two characters', trustHost: true })
    .build()
  export const response = await handler(new Request('https://app.example.com/auth/session'))
  if (response.status !== 200) throw new Error('The session was not read.')
`
const authjs = `
  import { Auth } from '@auth/core'
  const provider = { id: 'op', name: 'op', type: 'oidc', issuer: 'https://op.example.com', clientId: 'c', clientSecret: 's' }
  export const response = await Auth(new Request('https://app.example.com/auth/session'), {
    providers: [provider],
    secret: 'a secret of more than thirty-two characters',
    trustHost: true,
    basePath: '/auth',
  })
  if (response.status !== 200) throw new Error('The session was not read.')
`

/** @type {Readonly<Record<string, string>>} */
const servers = { 'Auth.js': authjs, Authwright: authwright }

/** @returns {Promise<{ sizes: Record<string, number>, programs: Record<string, string> }>} by name: bytes after gzip, and a program that imports the file */
export async function bundles() {
  const folder = mkdtempSync(path.join(import.meta.dirname, '../../temp/bundles-'))
  /** @type {Record<string, number>} */
  const sizes = {}
  /** @type {Record<string, string>} */
  const programs = {}
  for (const [name, contents] of Object.entries(servers)) {
    const { outputFiles } = await build({
      stdin: { contents, resolveDir: path.join(import.meta.dirname, '../..') },
      bundle: true,
      minify: true,
      format: 'esm',
      target: 'es2022',
      platform: 'neutral',
      mainFields: ['module', 'main'],
      conditions: ['worker'],
      external: ['node:*'],
      // Ignores tsconfig.json, which would resolve to the sources instead of the built package.
      tsconfigRaw: {},
      legalComments: 'none',
      logLevel: 'error',
      write: false,
    })
    const [{ contents: code }] = /** @type {[import('esbuild').OutputFile]} */ (outputFiles)
    const file = path.join(folder, `${Object.keys(sizes).length}.mjs`)
    writeFileSync(file, code)
    sizes[name] = gzipSync(code).length
    programs[name] = `await import('${pathToFileURL(file)}')`
  }
  return { sizes, programs }
}
