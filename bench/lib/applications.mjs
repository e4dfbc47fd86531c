import { Auth } from '@auth/core'
import { createAuth } from 'authwright'
import { credentials } from 'authwright/providers/credentials'
import { oidc } from 'authwright/providers/oidc'
import { CookieJar } from './cookie-jar.mjs'
import { logger, origin, person, secret } from './fixtures.mjs'

/** @typedef {{ createAuth: typeof createAuth, credentials: typeof credentials, oidc: typeof oidc }} Library */

/** A provider that is never used. @param {number} index */
const client = (index) => ({
  id: `op-${index}`,
  name: 'OP',
  issuer: 'https://op.example.com',
  clientId: 'client',
  clientSecret: 'secret',
})

/** The configuration of Auth.js. @param {object} [more] @returns {any} */
export function authjsConfig(more) {
  return {
    secret,
    trustHost: true,
    basePath: '/auth',
    logger,
    providers: [{ ...client(0), type: 'oidc' }],
    ...more,
  }
}

/** A handler of Auth.js. @param {any} config @returns {(request: Request) => Promise<Response>} */
export function authjs(config) {
  return (request) => /** @type {Promise<Response>} */ (Auth(request, config))
}

/** The cookies that a browser with a session sends to Auth.js. @param {any} config @param {string} token */
export async function authjsCookies(config, token) {
  const csrf = await authjs(config)(new Request(`${origin}/auth/csrf`))
  return `${new CookieJar().take(csrf.headers).header}; authjs.session-token=${token}`
}

/** @typedef {{ providers?: number, session?: object, options?: object, adapter?: any, userId?: string }} Parts */

/**
 * An application of Authwright in which Ada can sign in without a password.
 *
 * @param {Parts} [parts]
 * @param {Library} [library]
 * @returns {any}
 */
export function authwright(parts, library) {
  return configuration(parts, library).build()
}

/**
 * The same application, configured by a function of the request that returns one builder or a builder per request.
 *
 * @param {'one builder' | 'a builder per request'} returned
 * @returns {any}
 */
export function lazyAuthwright(returned) {
  const one = configuration()
  return createAuth(() => (returned === 'one builder' ? one : configuration()))
    .options({ trustHost: true })
    .build()
}

/** @param {Parts} [parts] @param {Library} [library] @returns {any} */
function configuration(
  { providers = 1, session = {}, options = {}, adapter, userId = person.id } = {},
  library = { createAuth, credentials, oidc },
) {
  /** @type {any} */
  let builder = library.createAuth()
  for (let index = 0; index < providers; index++)
    builder = builder.provider(/** @type {any} */ (library.oidc(client(index))))
  builder = builder.provider(library.credentials({ input: {}, authorize: () => ({ ...person, id: userId }) }))
  if (adapter) builder = builder.adapter(adapter)
  return builder.session(session).options({ secret, trustHost: true, logger, ...options })
}

/** The cookies that a browser with a session sends. @param {any} auth of Authwright */
export async function authwrightCookies(auth) {
  // Sign-ins need a POST request.
  const request = new Request(`${origin}/`, { method: 'POST' })
  const { headers } = await auth.signIn('credentials', { request })
  return new CookieJar().take(headers).header
}
