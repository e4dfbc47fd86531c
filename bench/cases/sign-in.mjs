import { customFetch as authjsFetch } from '@auth/core'
import { createAuth, customFetch } from 'authwright'
import { oidc } from 'authwright/providers/oidc'
import { identityProvider } from 'authwright/testing'
import { authjs, authjsConfig } from '../lib/applications.mjs'
import { CookieJar } from '../lib/cookie-jar.mjs'
import { get, logger, origin, person, secret, showsAda } from '../lib/fixtures.mjs'

const theirs = 'Auth.js: sign-in with OpenID Connect'

/** A whole sign-in, from the form to the session. @returns {Promise<import('../lib/measure.mjs').Case[]>} */
export async function signIn() {
  const theirProvider = await startProvider()
  const ourProvider = await startProvider()
  const { issuer, client: registered } = theirProvider
  const client = /** @type {const} */ ({
    id: 'op',
    name: 'OP',
    issuer,
    clientId: registered.id,
    clientSecret: registered.secret ?? '',
  })
  const config = authjsConfig({
    providers: [
      { ...client, type: 'oidc', checks: ['pkce', 'state', 'nonce'], [authjsFetch]: theirProvider.fetch },
    ],
  })
  const provider = oidc({ ...client, [customFetch]: ourProvider.fetch })
  const { handler } = createAuth().provider(provider).options({ secret, trustHost: true, logger }).build()
  const run = () => flow(handler, ourProvider)
  await run()
  return [
    { name: theirs, run: () => flow(authjs(config), theirProvider), check: showsAda },
    {
      name: 'sign-in with OpenID Connect, ID token verified',
      run,
      async check(response) {
        await showsAda(response)
        await run()
        if (ourProvider.received.length !== 1)
          throw new Error('After the first sign-in, a sign-in must send one request to the provider.')
      },
      against: theirs,
      target: 3,
      maxKiB: 450,
    },
  ]
}

/** The measured applications need `production` as NODE_ENV, but `authwright/testing` refuses to start with this value. */
async function startProvider() {
  const { NODE_ENV = '' } = process.env
  process.env['NODE_ENV'] = 'test'
  const { id: sub, image: picture, ...claims } = person
  const provider = await identityProvider({ users: [{ sub, picture, ...claims, email_verified: true }] })
  process.env['NODE_ENV'] = NODE_ENV
  return provider
}

/** @param {(request: Request) => Promise<Response>} handler @param {import('authwright/testing').IdentityProvider} provider */
async function flow(handler, provider) {
  // Clears the list of received requests, because it would grow in a long run.
  provider.clear()
  const jar = new CookieJar()
  const csrf = await handler(new Request(`${origin}/auth/csrf`))
  jar.take(csrf.headers)
  const { csrfToken } = /** @type {{ csrfToken: string }} */ (await csrf.json())
  const begun = await handler(
    new Request(`${origin}/auth/signin/op`, {
      method: 'POST',
      headers: { cookie: jar.header, 'x-auth-return-redirect': '1' },
      body: new URLSearchParams({ csrfToken, callbackUrl: `${origin}/` }),
    }),
  )
  jar.take(begun.headers)
  const { url } = /** @type {{ url: string }} */ (await begun.json())
  const back = provider.authorize(url)
  const finished = await handler(get(jar.header, back.pathname + back.search))
  jar.take(finished.headers)
  return handler(get(jar.header))
}
