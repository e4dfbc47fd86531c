/*
 * Checks that memory and handles do not grow: first with complete visits for some minutes, then with invalid requests of each kind that a
 * client can send. Prints a table for bench/README.md, and fails if the second half of a phase ends with more memory than the first.
 *
 *   node --expose-gc bench/soak.mjs                      ten minutes of visits, then a million requests of each kind
 *   node --expose-gc bench/soak.mjs --junk 100000 --minutes 2
 */
import { createServer } from 'node:http'
import { parseArgs } from 'node:util'
import { createAuth } from 'authwright'
import { toNodeHandler } from 'authwright/node'
import { credentials } from 'authwright/providers/credentials'
import { github } from 'authwright/providers/github'
import { memoryStore } from 'authwright/stores/memory'
import { CookieJar } from './lib/cookie-jar.mjs'

const { values } = parseArgs({
  options: { junk: { type: 'string', default: '1000000' }, minutes: { type: 'string', default: '10' } },
})
const junk = Number(values.junk)
const minutes = Number(values.minutes)

const auth = createAuth()
  .provider(
    credentials({ input: { name: {} }, authorize: ({ name }) => (name === 'Ada' ? { id: '1' } : null) }),
  )
  .provider(github({ clientId: 'client', clientSecret: 'secret' }))
  .session({ strategy: 'jwt', updateAge: 0 })
  .options({
    secret: 'a secret of more than thirty-two characters',
    trustHost: true,
    // Each attempt counts for a different client, so that each has an entry in the store.
    clientAddress: (request) => request.headers.get('x-client') ?? undefined,
    // The store is full within the first half, so that the second half shows whether it stays within its limit.
    store: memoryStore({ maxEntries: Math.max(1_000, junk / 20) }),
    logger: { error() {}, warn() {} },
  })
  .build()

const server = createServer(toNodeHandler(auth.handler)).listen(0, '127.0.0.1')
await new Promise((resolve) => server.once('listening', () => resolve(undefined)))
const address = server.address()
const origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`

/** @param {number} n */
const client = (n) => `2001:db8:${(n >>> 16).toString(16)}:${(n & 0xffff).toString(16)}::1`
/** @param {number} n */
const random = (n) => `${n.toString(36)}-${Math.random().toString(36).slice(2)}`

/** @param {string} path @param {Record<string, string>} headers @param {string} host */
const get = (path, headers = {}, host = 'app.test') =>
  auth.handler(new Request(`https://${host}${path}`, { headers: { host, ...headers } }))

const csrf = new CookieJar()
const { csrfToken } = await (async () => {
  const response = await get('/auth/csrf')
  csrf.take(response.headers)
  return response.json()
})()

/** @param {string} path @param {Record<string, string>} fields @param {number} n */
const post = (path, fields, n) =>
  auth.handler(
    new Request(`https://app.test${path}`, {
      method: 'POST',
      headers: { host: 'app.test', origin: 'https://app.test', cookie: csrf.header, 'x-client': client(n) },
      body: new URLSearchParams({ csrfToken, ...fields }),
    }),
  )

/** Requests that a client can repeat with a new value each time. @type {Readonly<Record<string, (n: number) => Promise<Response>>>} */
const kinds = {
  'session cookies': (n) => get('/auth/session', { cookie: `__Host-authwright.session-token=${random(n)}` }),
  'CSRF cookies': (n) => get('/auth/csrf', { cookie: `__Host-authwright.csrf-token=${random(n)}` }),
  hosts: (n) => get('/auth/session', {}, `${random(n)}.test`),
  paths: (n) => get(`/auth/${random(n)}`),
  'callbacks with a state': (n) => get(`/auth/callback/github?code=${random(n)}&state=${random(n)}`),
  'names of accounts and clients': (n) => post('/auth/callback/credentials', { name: random(n) }, n),
  'started sign-ins': (n) => post('/auth/signin/github', {}, n),
}

/** A user who signs in, reads the session and signs out, over HTTP. */
async function visit() {
  const jar = new CookieJar()
  /** @param {string} path @param {RequestInit} init */
  const send = async (path, init = {}) => {
    const response = await fetch(origin + path, {
      redirect: 'manual',
      ...init,
      headers: { origin, cookie: jar.header, 'x-client': client(Math.floor(Math.random() * 2 ** 32)) },
    })
    jar.take(response.headers)
    return response
  }
  const token = (await (await send('/auth/csrf')).json()).csrfToken
  const form = () => new URLSearchParams({ csrfToken: token, name: 'Ada' })
  const entered = await send('/auth/callback/credentials', { method: 'POST', body: form() })
  await entered.arrayBuffer()
  for (let read = 0; read < 5; read++) {
    const session = await (await send('/auth/session')).json()
    if (session === null && entered.status === 302) throw new Error('A session is lost.')
  }
  const left = await send('/auth/signout', { method: 'POST', body: form() })
  await left.arrayBuffer()
}

/** The memory of the process in MB, and the number of its handles. */
function held() {
  globalThis.gc?.()
  globalThis.gc?.()
  const { rss, heapUsed } = process.memoryUsage()
  const handles = process.getActiveResourcesInfo().filter((kind) => kind !== 'Timeout').length
  return { rss: rss / 1e6, heap: heapUsed / 1e6, handles }
}

/** Runs work until there is none left. @param {() => Promise<unknown> | undefined} next @param {number} at the number of simultaneous operations */
async function inParallel(next, at = 16) {
  const worker = async () => {
    for (let work = next(); work; work = next()) await work
  }
  await Promise.all(Array.from({ length: at }, worker))
}

/** @param {string} name @param {(part: 'warm-up' | 'half') => Promise<number>} run */
async function phase(name, run) {
  await run('warm-up')
  const first = await run('half').then(held)
  const operations = await run('half')
  const second = held()
  rows.push({ name, operations, first, second })
  console.error(`${name}: ${JSON.stringify({ first, second })}`)
}

/** @type {{ name: string, operations: number, first: ReturnType<typeof held>, second: ReturnType<typeof held> }[]} */
const rows = []
let sent = 0
// Visits run before the phases that fill the store, because a sign-out fails if the store is full.
await phase('visits over HTTP', async (part) => {
  const until = performance.now() + (minutes * 60_000) / (part === 'warm-up' ? 10 : 2)
  let count = 0
  await inParallel(() => {
    if (performance.now() > until) return undefined
    count++
    return visit()
  })
  return count
})
for (const [name, send] of Object.entries(kinds)) {
  await phase(name, async (part) => {
    const count = Math.ceil(part === 'warm-up' ? junk / 10 : junk / 2)
    let left = count
    await inParallel(
      () => (left-- > 0 ? send(sent++).then((response) => response.arrayBuffer()) : undefined),
      // More operations at a time, because the response to a refused password is delayed.
      name === 'names of accounts and clients' ? 1_024 : 16,
    )
    return count
  })
}

console.log('| | in each half | heap, MB | RSS, MB | handles |\n|---|---:|---:|---:|---:|')
for (const { name, operations, first, second } of rows) {
  /** @param {'heap' | 'rss' | 'handles'} of */
  const both = (of) =>
    `${first[of].toFixed(of === 'handles' ? 0 : 1)} → ${second[of].toFixed(of === 'handles' ? 0 : 1)}`
  console.log(
    `| ${name} | ${operations.toLocaleString('en')} | ${both('heap')} | ${both('rss')} | ${both('handles')} |`,
  )
}
server.closeAllConnections()
server.close()
await auth.close()
// An increase of up to 3 MB is noise. Otherwise, each operation may retain at most 100 bytes.
const grown = rows.filter(
  ({ first, second, operations }) => second.heap - first.heap > Math.max(3, operations / 10_000),
)
if (grown.length > 0) {
  console.error(`Grows: ${grown.map(({ name }) => name).join(', ')}`)
  process.exitCode = 1
}
