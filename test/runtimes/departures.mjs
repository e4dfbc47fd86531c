/*
 * On Cloudflare Workers, a request and its pending promises end when the client disconnects. In this test, a
 * client disconnects while provider metadata is fetched, and the next client must be able to sign in. It runs
 * in the real workerd, because no other runtime ends requests in this way.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { connect } from 'node:net'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { build } from 'esbuild'
import { root } from '../../scripts/lib/root.mjs'
import { bundleOptions } from './portable-tests.mjs'

/**
 * Milliseconds after which the test fails if the next client has not signed in, or the provider has received
 * no request.
 */
const LIMIT = 8_000

/**
 * @param {string} workerd the program
 * @param {string} folder where the worker is written to
 * @returns {Promise<void>} rejects if a user was not signed in
 */
export async function departures(workerd, folder) {
  const provider = await startProvider()
  /** @type {import('node:child_process').ChildProcess | undefined} */
  let server
  try {
    const configuration = await writeWorker(folder, provider.issuer)
    server = spawn(workerd, ['serve', '--control-fd=3', configuration], {
      stdio: ['ignore', 'inherit', 'inherit', 'pipe'],
    })
    const port = await portOf(server)
    const { form, headers } = await openForm(port)
    await leave(port, form, headers, provider.requested)
    const response = await fetch(`http://localhost:${port}/auth/signin/op`, {
      method: 'POST',
      redirect: 'manual',
      headers,
      body: form,
      signal: AbortSignal.timeout(LIMIT),
    })
    const location = response.headers.get('location') ?? 'nowhere'
    if (!location.startsWith(`${provider.issuer}/authorize?`)) {
      throw new Error(`Whoever came after somebody who left was led to ${location}.`)
    }
  } finally {
    server?.kill('SIGKILL')
    provider.close()
  }
}

/** A provider that does not respond to the first request. */
async function startProvider() {
  let resolveRequested = () => {}
  /** @type {Promise<void>} */
  const requested = new Promise((resolve) => {
    resolveRequested = resolve
  })
  let isFirst = true
  const server = createServer((_, response) => {
    resolveRequested()
    if (!isFirst) {
      const metadata = {
        issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/keys`,
      }
      response.setHeader('content-type', 'application/json').end(JSON.stringify(metadata))
    }
    isFirst = false
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const issuer = `http://127.0.0.1:${/** @type {import('node:net').AddressInfo} */ (server.address()).port}`
  return {
    issuer,
    requested,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** @param {string} folder @param {string} issuer @returns {Promise<string>} the configuration of workerd */
async function writeWorker(folder, issuer) {
  const file = path.join(folder, 'departures.mjs')
  await build({
    ...bundleOptions('web'),
    stdin: {
      resolveDir: root,
      contents: `
        import { createAuth } from './src/index.js'
        import { oidc } from './src/providers/oidc.js'
        const provider = oidc({ id: 'op', issuer: '${issuer}', clientId: 'c', clientSecret: 's' })
        const auth = createAuth().provider(provider).options({ secret: 'x'.repeat(32) }).build()
        export default { fetch: (request) => auth.handler(request) }`,
    },
    outfile: file,
  })
  const configuration = path.join(folder, 'departures.capnp')
  writeFileSync(
    configuration,
    `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    (name = "main", worker = (
      modules = [(name = "main", esModule = embed "departures.mjs")],
      compatibilityDate = "2026-11-01",
      globalOutbound = "provider",
    )),
    (name = "provider", network = (allow = ["private", "local"])),
  ],
  sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "main")],
);
`,
  )
  return configuration
}

/** @param {import('node:child_process').ChildProcess} server @returns {Promise<number>} */
async function portOf(server) {
  const control = /** @type {import('node:stream').Readable} */ (server.stdio[3])
  for await (const line of control) {
    const { port } = JSON.parse(String(line))
    if (port) return port
  }
  throw new Error('workerd ended before it listened.')
}

/** @param {number} port */
async function openForm(port) {
  const origin = `http://localhost:${port}`
  const page = await fetch(`${origin}/auth/csrf`)
  const { csrfToken } = /** @type {{ csrfToken: string }} */ (await page.json())
  const cookie = page.headers.getSetCookie().map((text) => text.split(';')[0])
  return { form: new URLSearchParams({ csrfToken }), headers: { origin, cookie: cookie.join('; ') } }
}

/**
 * Sends the form, and closes the connection once the provider is requested.
 *
 * @param {number} port
 * @param {URLSearchParams} form
 * @param {{ origin: string, cookie: string }} headers
 * @param {Promise<void>} requested
 */
async function leave(port, form, { origin, cookie }, requested) {
  const socket = connect(port, '127.0.0.1')
  const body = form.toString()
  const lines = [
    'POST /auth/signin/op HTTP/1.1',
    `host: localhost:${port}`,
    `origin: ${origin}`,
    `cookie: ${cookie}`,
    'content-type: application/x-www-form-urlencoded',
    `content-length: ${body.length}`,
  ]
  socket.write([...lines, '', body].join('\r\n'))
  const isRequested = await Promise.race([requested.then(() => true), wait(LIMIT, false, { ref: false })])
  socket.resetAndDestroy()
  if (!isRequested) throw new Error('The provider received no request for its metadata.')
  // Waits until workerd has noticed the disconnection.
  await wait(500)
}
