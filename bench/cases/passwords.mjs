import { randomBytes } from 'node:crypto'
import { hashRaw, verify } from '@node-rs/argon2'
import { createAuth } from 'authwright'
import { memory } from 'authwright/adapters/memory'
import { password as passwordProvider } from 'authwright/providers/password'
import { CookieJar } from '../lib/cookie-jar.mjs'
import { logger, noLimits, origin, person, secret } from '../lib/fixtures.mjs'
import { optional } from '../lib/optional.mjs'

const password = 'correct horse battery staple'
const theirs = 'Better Auth: sign-in with a password'

/**
 * A sign-in with a password, from the form to the cookie, with users and sessions in memory. Both hash by Argon2id with 19 MiB and two passes.
 *
 * @returns {Promise<import('../lib/measure.mjs').Case[]>}
 */
export async function passwords() {
  const other = await betterAuth()
  return [
    ...(other ? [{ name: theirs, run: other, check: setsCookie('better-auth.session_token') }] : []),
    {
      name: 'sign-in with a password',
      run: await authwright(),
      check: setsCookie('authwright.session-token'),
      ...(other && { against: theirs }),
    },
  ]
}

async function authwright() {
  const adapter = memory()
  const { id: userId } = await adapter.createUser({ ...person, emailVerified: new Date() })
  const stored = { userId, tenant: '', hash: await phc(password), epoch: 'first', changedAt: new Date() }
  await adapter.setPasswordIf(stored, null)
  const { handler } = createAuth()
    .provider(passwordProvider({ send() {} }))
    .adapter(adapter)
    .options({ secret, trustHost: true, logger, limits: noLimits })
    .build()
  const jar = new CookieJar()
  const csrf = await handler(new Request(`${origin}/auth/csrf`))
  jar.take(csrf.headers)
  const { csrfToken } = /** @type {{ csrfToken: string }} */ (await csrf.json())
  const cookie = jar.header
  return () =>
    handler(
      new Request(`${origin}/auth/callback/password`, {
        method: 'POST',
        headers: { cookie, 'x-auth-return-redirect': '1' },
        body: new URLSearchParams({ csrfToken, email: person.email, password }),
      }),
    )
}

async function betterAuth() {
  const library = await optional('better-auth')
  const adapters = await optional('better-auth/adapters/memory')
  if (!library || !adapters) return undefined
  const auth = library.betterAuth({
    baseURL: origin,
    secret,
    database: adapters.memoryAdapter({ user: [], session: [], account: [], verification: [] }),
    emailAndPassword: {
      enabled: true,
      password: {
        hash: async (/** @type {string} */ text) => phc(text),
        verify: async (/** @type {{ hash: string, password: string }} */ given) =>
          verify(given.hash, given.password),
      },
    },
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
  })
  const send = (/** @type {string} */ action, /** @type {object} */ body) =>
    auth.handler(
      new Request(`${origin}/api/auth/${action}/email`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin },
        body: JSON.stringify(body),
      }),
    )
  const signedUp = await send('sign-up', { name: person.name, email: person.email, password })
  if (signedUp.status !== 200) throw new Error(`Better Auth: ${await signedUp.text()}`)
  return () => send('sign-in', { email: person.email, password })
}

/** @param {string} text */
async function phc(text) {
  const salt = randomBytes(16)
  const key = await hashRaw(text, { memoryCost: 19_456, timeCost: 2, parallelism: 1, salt })
  const encode = (/** @type {Buffer} */ bytes) => bytes.toString('base64').replaceAll('=', '')
  return `$argon2id$v=19$m=19456,t=2,p=1$${encode(salt)}$${encode(key)}`
}

/** @param {string} name */
function setsCookie(name) {
  return (/** @type {Response} */ response) => {
    const cookies = response.headers.getSetCookie()
    if (response.status === 200 && cookies.some((cookie) => cookie.startsWith(`${name}=`))) return
    throw new Error(`Status ${response.status}, with ${cookies.join(', ')}.`)
  }
}
