import { customFetch as authjsFetch } from '@auth/core'
import { createAuth, customFetch } from 'authwright'
import { oidc } from 'authwright/providers/oidc'
import { authjs, authjsConfig } from '../lib/applications.mjs'
import { CookieJar } from '../lib/cookie-jar.mjs'
import { get, logger, origin, secret, showsAda } from '../lib/fixtures.mjs'
import { identityProvider } from '../lib/identity-provider.mjs'

const theirs = 'Auth.js: sign-in with OpenID Connect'

/** A whole sign-in, from the form to the session. @returns {Promise<import('../lib/measure.mjs').Case[]>} */
export async function signIn() {
  const theirProvider = identityProvider()
  const ourProvider = identityProvider()
  const { issuer, clientId, clientSecret } = theirProvider
  const client = /** @type {const} */ ({ id: 'op', name: 'OP', issuer, clientId, clientSecret })
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
        const { times } = ourProvider.asked
        await run()
        if (ourProvider.asked.times !== times + 1)
          throw new Error('A warm provider is to be asked once a sign-in.')
      },
      against: theirs,
      target: 3,
      maxKiB: 450,
    },
  ]
}

/** @param {(request: Request) => Promise<Response>} handler @param {ReturnType<typeof identityProvider>} provider */
async function flow(handler, provider) {
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
  const back = new URL(provider.authorize(url))
  const finished = await handler(get(jar.header, back.pathname + back.search))
  jar.take(finished.headers)
  return handler(get(jar.header))
}
