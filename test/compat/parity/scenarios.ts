import { type Act, comeBack, type Exchanges, form, get } from './exchanges.js'
import type { SiteOptions, World } from './world.js'

/** A site and what is done there. */
export interface Scenario {
  readonly name: string
  readonly site: SiteOptions
  readonly run: (exchange: Exchanges) => Promise<void>
}

const actions = [
  'signin',
  'signout',
  'session',
  'csrf',
  'providers',
  'error',
  'verify-request',
  'callback/acme',
] as const
const returned = { 'x-auth-return-redirect': '1' }
const json = { 'content-type': 'application/json' }
const SESSION = '__Secure-authjs.session-token'

const password = { username: 'ada', password: 'right' }

/** Without an ID token and an issuer, as a provider of plain OAuth responds. */
const plainOAuth = ({ idp }: World): void =>
  idp.misbehave({
    token: ({ id_token: _, ...answer }) => answer,
    callback: (params) => {
      params.delete('iss')
      return params
    },
  })

export const scenarios: readonly Scenario[] = [
  {
    name: 'methods',
    site: {},
    async run(exchange) {
      for (const action of actions) {
        for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'HEAD']) {
          await exchange(`${method} ${action}`, ({ browser }) => browser.send(`/auth/${action}`, { method }))
        }
      }
    },
  },
  {
    name: 'paths',
    site: {},
    async run(exchange) {
      const unknown = [
        '',
        '/',
        '/nothing',
        '/session/acme',
        '/csrf/x',
        '/signin/acme/more',
        '/SESSION',
        '/%73ession',
        '/.well-known',
        '/callback',
      ]
      for (const path of unknown) await exchange(`GET ${path}`, get(`/auth${path}`))
      for (const path of ['session', '/session/', '/csrf//', '//session', '/signin///']) {
        await exchange(`GET ${path}`, get(`/auth${path}`))
      }
      await exchange('GET a page of the application', get('/elsewhere'))
    },
  },
  {
    name: 'pages',
    site: { theme: { brandColor: '#123456' } },
    async run(exchange) {
      await exchange('sign-in', get('/auth/signin'))
      await exchange('sign-in with a target', get('/auth/signin?callbackUrl=/inside'))
      for (const error of ['CredentialsSignin', 'OAuthAccountNotLinked', 'OAuthCallbackError', 'Nonsense']) {
        await exchange(`sign-in with error ${error}`, get(`/auth/signin?error=${error}`))
      }
      await exchange('sign-in with a provider', get('/auth/signin/acme'))
      await exchange('sign-out', get('/auth/signout'))
      for (const error of [
        '',
        '?error=AccessDenied',
        '?error=Verification',
        '?error=Configuration',
        '?error=Nonsense',
      ]) {
        await exchange(`error${error}`, get(`/auth/error${error}`))
      }
      await exchange('verify-request', get('/auth/verify-request?provider=x&type=email'))
      await exchange('providers', get('/auth/providers'))
      await exchange('csrf', get('/auth/csrf'))
      await exchange('csrf again', get('/auth/csrf'))
    },
  },
  {
    name: 'own pages',
    site: {
      pages: {
        signIn: '/login',
        signOut: '/logout',
        error: '/oops',
        verifyRequest: '/sent',
        newUser: '/welcome',
      },
      adapter: true,
      strategy: 'jwt',
    },
    async run(exchange) {
      await exchange('sign-in', get('/auth/signin'))
      await exchange('sign-in with a target', get('/auth/signin?callbackUrl=/inside'))
      await exchange('sign-in with an error', get('/auth/signin?error=CredentialsSignin'))
      await exchange('sign-out', get('/auth/signout'))
      await exchange('sign-out with a target', get('/auth/signout?callbackUrl=/inside'))
      await exchange('error', get('/auth/error?error=AccessDenied'))
      await exchange('error without a code', get('/auth/error'))
      await exchange('verify-request', get('/auth/verify-request?provider=x&type=email'))
      await exchange(
        'a wrong password',
        form('/auth/callback/credentials', { ...password, password: 'wrong' }),
      )
      await exchange(
        'an authorize function that throws',
        form('/auth/callback/credentials', { password: 'throws' }),
      )
      await exchange('a first sign-in', comeBack('acme', { callbackUrl: '/inside' }))
      await exchange('a second sign-in', comeBack('acme', { callbackUrl: '/inside' }))
    },
  },
  {
    name: 'csrf',
    site: {},
    async run(exchange) {
      const targets = ['signin/acme', 'signin', 'signout', 'session', 'callback/credentials']
      for (const path of targets) {
        await exchange(`${path} without a token`, ({ browser }) =>
          browser.send(`/auth/${path}`, { method: 'POST', body: new URLSearchParams(password) }),
        )
        await exchange(
          `${path} with another token`,
          form(`/auth/${path}`, { csrfToken: 'a'.repeat(64), ...password }),
        )
        await exchange(`${path} without a token, for a script`, ({ browser }) =>
          browser.send(`/auth/${path}`, {
            method: 'POST',
            body: new URLSearchParams(password),
            headers: returned,
          }),
        )
      }
      await exchange('a script with a token', form('/auth/signout', {}, returned))
      await exchange('a form with a token', form('/auth/signout'))
    },
  },
  {
    name: 'bodies',
    site: {},
    async run(exchange) {
      const send = (body: string, type: string) => (world: World) =>
        world.browser.send('/auth/signout', { method: 'POST', body, headers: { 'content-type': type } })
      await exchange('invalid JSON', send('{', 'application/json'))
      await exchange('a JSON array', send('[]', 'application/json'))
      await exchange('plain text', send('csrfToken=x', 'text/plain'))
      await exchange('multipart', send('--x--', 'multipart/form-data; boundary=x'))
      await exchange('JSON with a token', async (world) => {
        const csrfToken = await world.browser.csrfToken()
        world.told = []
        return world.browser.send('/auth/signout', {
          method: 'POST',
          body: JSON.stringify({ csrfToken }),
          headers: json,
        })
      })
    },
  },
  {
    name: 'credentials',
    site: {},
    async run(exchange) {
      await exchange('the right password', form('/auth/callback/credentials', password))
      await exchange('session', get('/auth/session'))
      await exchange(
        'sign-in while signed in',
        form('/auth/callback/credentials', { ...password, callbackUrl: '/inside' }),
      )
      await exchange(
        'a wrong password',
        form('/auth/callback/credentials', { ...password, password: 'wrong' }),
      )
      await exchange(
        'a wrong password, for a script',
        form('/auth/callback/credentials', { password: 'wrong' }, returned),
      )
      await exchange(
        'the right password, for a script',
        form('/auth/callback/credentials', password, returned),
      )
      await exchange(
        'an authorize function that throws',
        form('/auth/callback/credentials', { password: 'throws' }),
      )
      await exchange('no fields', form('/auth/callback/credentials'))
      await exchange('GET', get('/auth/callback/credentials'))
      await exchange('through /signin', form('/auth/signin/credentials', password))
      await exchange('an unknown provider', form('/auth/callback/nobody', password))
      await exchange.each(({ conduct }) => {
        conduct.signIn = () => false
      })
      await exchange('refused by the application', form('/auth/callback/credentials', password))
      await exchange.each(({ conduct }) => {
        conduct.signIn = () => '/wait'
      })
      await exchange('redirected by the application', form('/auth/callback/credentials', password))
      await exchange.each(({ conduct }) => {
        conduct.signIn = () => Promise.reject(new Error('no'))
      })
      await exchange('a signIn callback that throws', form('/auth/callback/credentials', password))
      await exchange.each(({ conduct }) => {
        conduct.signIn = () => true
        conduct.jwt = () => null
      })
      await exchange('a jwt callback that returns null', form('/auth/callback/credentials', password))
    },
  },
  {
    name: 'targets',
    site: {},
    async run(exchange) {
      const targets = [
        '/inside',
        '/inside?a=b#c',
        'https://app.test/inside',
        'https://app.test',
        'https://evil.test/',
        '//evil.test',
        '/\\evil.test',
        'javascript:alert(1)',
        'http://app.test/',
        'inside',
        '',
      ]
      for (const callbackUrl of targets) {
        await exchange(
          `sign-in to ${callbackUrl}`,
          form('/auth/callback/credentials', { ...password, callbackUrl }),
        )
        await exchange(`sign-out to ${callbackUrl}`, form('/auth/signout', { callbackUrl }))
      }
    },
  },
  {
    name: 'a redirect callback',
    site: {
      redirect: ({ url, baseUrl }) => (url.startsWith('/') ? `${baseUrl}${url}` : 'https://partner.test/in'),
    },
    async run(exchange) {
      await exchange('a path', form('/auth/callback/credentials', { ...password, callbackUrl: '/inside' }))
      await exchange('another site', form('/auth/signout', { callbackUrl: 'https://other.test/' }))
      await exchange('no target', form('/auth/callback/credentials', password))
      await exchange('session', get('/auth/session'))
    },
  },
  {
    name: 'session tokens',
    site: {},
    async run(exchange) {
      await exchange('session without a sign-in', get('/auth/session'))
      await exchange('sign-in', form('/auth/callback/credentials', password))
      await exchange('read', get('/auth/session'))
      await exchange('update by a form', form('/auth/session', { data: 'x' }))
      await exchange('update by JSON', async (world) => {
        const csrfToken = await world.browser.csrfToken()
        world.told = []
        return world.browser.send('/auth/session', {
          method: 'POST',
          body: JSON.stringify({ csrfToken, data: { name: 'Grace' } }),
          headers: json,
        })
      })
      await exchange.each(({ conduct }) => {
        conduct.jwt = (token) => ({ ...token, name: 'Grace' })
      })
      await exchange('a jwt callback that changes the token', get('/auth/session'))
      await exchange('the changed token at the next read', get('/auth/session'))
      await exchange.each(({ conduct }) => {
        conduct.jwt = () => {
          throw new Error('no')
        }
      })
      await exchange('a jwt callback that throws', get('/auth/session'))
      await exchange.each(({ conduct }) => {
        conduct.jwt = (token) => token
      })
      await exchange('sign-in again', form('/auth/callback/credentials', password))
      await exchange.each(({ conduct }) => {
        conduct.session = () => {
          throw new Error('no')
        }
      })
      await exchange('a session callback that throws', get('/auth/session'))
      await exchange.each(({ conduct }) => {
        conduct.session = (session) => session
      })
      await exchange('sign-in once more', form('/auth/callback/credentials', password))
      await exchange.each(({ conduct }) => {
        conduct.jwt = () => null
      })
      await exchange('a jwt callback that ends the session', get('/auth/session'))
      await exchange.each(({ conduct, browser }) => {
        conduct.jwt = (token) => token
        browser.jar.put(SESSION, 'nonsense')
      })
      await exchange('a cookie that is not a token', get('/auth/session'))
      await exchange('sign-out without a session', form('/auth/signout'))
      await exchange('sign-in for the last time', form('/auth/callback/credentials', password))
      await exchange('sign-out', form('/auth/signout'))
      await exchange('sign-out again', form('/auth/signout'))
      await exchange('update without a session', form('/auth/session', { data: 'x' }))
    },
  },
  {
    name: 'sessions in the database',
    site: { adapter: true },
    async run(exchange) {
      await exchange('session without a sign-in', get('/auth/session'))
      await exchange('sign-in', comeBack('acme'))
      await exchange('read', get('/auth/session'))
      await exchange('update', form('/auth/session', { data: 'x' }))
      await exchange('sign-in while signed in', comeBack('acme', { callbackUrl: '/inside' }))
      await exchange.each(({ conduct }) => {
        conduct.session = () => {
          throw new Error('no')
        }
      })
      await exchange('a session callback that throws', get('/auth/session'))
      await exchange.each(({ conduct }) => {
        conduct.session = (session) => session
      })
      await exchange('sign-in again', comeBack('acme'))
      await exchange('sign-out', form('/auth/signout'))
      await exchange('sign-out again', form('/auth/signout'))
      await exchange.each(({ browser }) => browser.jar.put(SESSION, 'unknown'))
      await exchange('a token without a row', get('/auth/session'))
      await exchange('sign-in for the last time', comeBack('acme'))
      await exchange.each(({ adapter }) => {
        if (adapter) adapter.getSessionAndUser = () => Promise.reject(new Error('down'))
      })
      await exchange('a database that is down', get('/auth/session'))
      await exchange.each(({ adapter }) => {
        if (adapter) adapter.deleteSession = () => Promise.reject(new Error('down'))
      })
      await exchange('sign-out while the database is down', form('/auth/signout'))
    },
  },
  {
    name: 'OpenID Connect',
    site: {},
    async run(exchange) {
      await exchange('begin', form('/auth/signin/acme', { callbackUrl: '/inside' }))
      await exchange('begin, for a script', form('/auth/signin/acme', {}, returned))
      await exchange(
        'begin with parameters',
        form('/auth/signin/acme?prompt=login&login_hint=ada&custom=1&scope=openid&client_id=evil', {}),
      )
      await exchange('complete sign-in', comeBack('acme', { callbackUrl: '/inside' }))
      await exchange('session', get('/auth/session'))
      await exchange('complete sign-in, for a script', comeBack('acme', {}, undefined, returned))
      await exchange('an unknown provider', form('/auth/signin/nobody'))
      await exchange('a callback of an unknown provider', get('/auth/callback/nobody?code=x'))
      await exchange('sign-out', form('/auth/signout'))
      await exchange('a callback of an unknown flow', get('/auth/callback/acme?code=x&state=y'))
      await exchange('a callback without parameters', get('/auth/callback/acme'))
      await exchange(
        'a refusal',
        comeBack('acme', {}, (url) => {
          url.searchParams.delete('code')
          url.searchParams.set('error', 'access_denied')
          return url
        }),
      )
      await exchange(
        'a wrong code',
        comeBack('acme', {}, (url) => {
          url.searchParams.set('code', 'wrong')
          return url
        }),
      )
      await exchange(
        'a wrong issuer',
        comeBack('acme', {}, (url) => {
          url.searchParams.set('iss', 'https://evil.test')
          return url
        }),
      )
      await exchange('a token for another client', async (world) => {
        world.idp.misbehave({ claims: (claims) => ({ ...claims, aud: 'other' }) })
        return comeBack('acme')(world)
      })
      await exchange('a token that has expired', async (world) => {
        world.idp.misbehave({ claims: (claims) => ({ ...claims, exp: 1 }) })
        return comeBack('acme')(world)
      })
      await exchange('a wrong signature', async (world) => {
        world.idp.misbehave({ idToken: (token) => `${token.slice(0, -8)}AAAAAAAA` })
        return comeBack('acme')(world)
      })
      await exchange('a token endpoint that fails', async (world) => {
        world.idp.misbehave({
          respond: ({ url }) => (url.pathname === '/token' ? new Response('no', { status: 500 }) : undefined),
        })
        return comeBack('acme')(world)
      })
      await exchange('a provider that does not respond', async (world) => {
        world.idp.misbehave({ respond: () => Promise.reject(new TypeError('fetch failed')) })
        return form('/auth/signin/acme')(world)
      })
    },
  },
  {
    name: 'OpenID Connect with every check',
    site: { acme: { checks: ['pkce', 'state', 'nonce'] } },
    async run(exchange) {
      await exchange('begin', form('/auth/signin/acme', { callbackUrl: '/inside' }))
      await exchange('complete sign-in', comeBack('acme'))
      await exchange(
        'a wrong state',
        comeBack('acme', {}, (url) => {
          url.searchParams.set('state', 'wrong')
          return url
        }),
      )
      await exchange(
        'no state',
        comeBack('acme', {}, (url) => {
          url.searchParams.delete('state')
          return url
        }),
      )
      await exchange('a wrong nonce', async (world) => {
        world.idp.misbehave({ claims: (claims) => ({ ...claims, nonce: 'wrong' }) })
        return comeBack('acme')(world)
      })
      await exchange.each((world) => world.idp.misbehave({}))
      await exchange('the same callback twice', async (world) => {
        let again = ''
        await comeBack('acme', {}, (url) => {
          again = url.pathname + url.search
          return url
        })(world)
        await form('/auth/signout')(world)
        world.told = []
        return world.browser.send(again)
      })
    },
  },
  {
    name: 'plain OAuth',
    site: {},
    async run(exchange) {
      await exchange.each(plainOAuth)
      await exchange('begin', form('/auth/signin/hub', { callbackUrl: '/inside' }))
      await exchange('complete sign-in', comeBack('hub', { callbackUrl: '/inside' }))
      await exchange('session', get('/auth/session'))
      await exchange('a profile without an id', async (world) => {
        plainOAuth(world)
        world.idp.user = { name: 'Nobody' }
        return comeBack('hub')(world)
      })
    },
  },
  {
    name: 'another account while signed in',
    site: { adapter: true, strategy: 'jwt' },
    async run(exchange) {
      await exchange('sign-in', comeBack('acme'))
      await exchange.each(plainOAuth)
      await exchange.each(({ idp }) => {
        idp.user = { ...idp.user, sub: 'grace', email: 'grace@example.com' }
      })
      await exchange('complete sign-in', comeBack('hub'))
    },
  },
  {
    name: 'accounts',
    site: { adapter: true, strategy: 'jwt', pages: { newUser: '/welcome' } },
    async run(exchange) {
      const as =
        (sub: string, email: string) =>
        ({ idp }: World) => {
          idp.user = { ...idp.user, sub, email }
        }
      await exchange('a new user', comeBack('acme', { callbackUrl: '/inside' }))
      await exchange('session', get('/auth/session'))
      await exchange('a known user', comeBack('acme', { callbackUrl: '/inside' }))
      await exchange.each(plainOAuth)
      await exchange(
        'a second account while signed in',
        comeBack('hub', { callbackUrl: '/inside', link: 'true' }),
      )
      await exchange('a sign-in with the second account', comeBack('hub'))
      await exchange.each(({ idp }) => idp.misbehave({}))
      await exchange('sign-out', form('/auth/signout'))
      await exchange.each(as('grace', 'Ada@Example.com'))
      await exchange('an e-mail address of another user', comeBack('acme'))
      await exchange(
        'an e-mail address of another user, for a script',
        comeBack('acme', {}, undefined, returned),
      )
      await exchange.each(as('grace', 'grace@example.com'))
      await exchange('another user', comeBack('acme'))
      await exchange.each(as('ada', 'ada@example.com'))
      await exchange('an account of another user, while signed in', comeBack('acme', { link: 'true' }))
      await exchange.each(({ conduct }) => {
        conduct.signIn = () => false
      })
      await exchange('refused by the application', comeBack('acme', { link: 'true' }))
      await exchange.each(({ conduct }) => {
        conduct.signIn = () => '/wait'
      })
      await exchange('redirected by the application', comeBack('acme', { link: 'true' }))
      await exchange.each(({ conduct, adapter }) => {
        conduct.signIn = () => true
        if (adapter) adapter.getUserByAccount = () => Promise.reject(new Error('down'))
      })
      await exchange('a database that is down', comeBack('acme'))
    },
  },
  {
    name: 'a truthy result of the signIn callback',
    site: {},
    async run(exchange) {
      await exchange.each(({ conduct }) => {
        conduct.signIn = () => 'true'.length as never
      })
      await exchange('sign-in', comeBack('acme', { callbackUrl: '/inside' }))
    },
  },
  {
    name: 'a profile that throws',
    site: {
      acme: {
        profile: () => {
          throw new Error('There is no such person.')
        },
      },
    },
    run: (exchange) => exchange('sign-in', comeBack('acme', { callbackUrl: '/inside' })),
  },
  {
    name: 'an issuer with an additional slash',
    site: { acme: { issuer: 'https://idp.test/' } },
    run: (exchange) => exchange('begin', form('/auth/signin/acme', { callbackUrl: '/inside' })),
  },
  {
    name: 'parameters that the flow sets',
    site: {
      acme: {
        authorization: {
          params: { client_id: 'other', redirect_uri: 'https://other.test/', response_type: 'code token' },
        },
      },
    },
    run: (exchange) => exchange('begin', form('/auth/signin/acme', { callbackUrl: '/inside' })),
  },
  {
    name: 'client_secret_jwt',
    site: { refused: { client: { token_endpoint_auth_method: 'client_secret_jwt' } } },
    async run(exchange) {
      await exchange.each(({ idp }) => {
        idp.client = { id: 'client', method: 'none' }
      })
      // Authwright refuses the sign-in before it redirects to the provider.
      await exchange('sign-in', form('/auth/signin/acme', { callbackUrl: '/inside' }))
    },
  },
  {
    name: 'a provider with token.request',
    site: { acme: { token: { request: () => ({ tokens: {} }) } } },
    run: (exchange) => exchange('sign-in', comeBack('acme', { callbackUrl: '/inside' })),
  },
  {
    name: 'linking by e-mail',
    site: { adapter: true, acme: { allowDangerousEmailAccountLinking: true } },
    async run(exchange) {
      await exchange.each(async ({ adapter }) => {
        await adapter?.createUser?.({ email: 'ada@example.com', emailVerified: new Date() })
      })
      await exchange('a known e-mail address', comeBack('acme'))
      await exchange('session', get('/auth/session'))
      await exchange('sign-out', form('/auth/signout'))
      await exchange.each(async ({ adapter, idp }) => {
        await adapter?.createUser?.({ email: 'grace@example.com', emailVerified: null })
        idp.user = { ...idp.user, sub: 'grace', email: 'grace@example.com', email_verified: false }
      })
      await exchange('an unverified e-mail address', comeBack('acme'))
    },
  },
  {
    name: 'mail',
    site: { adapter: true, mail: true },
    async run(exchange) {
      const email = 'grace@example.com'
      const ask = form('/auth/signin/mail', { email, callbackUrl: '/inside' })
      const follow: Act = ({ browser, links }) => {
        const { pathname, search } = new URL(links.at(-1) ?? '')
        return browser.send(pathname + search)
      }
      await exchange('providers', get('/auth/providers'))
      await exchange('sign-in page', get('/auth/signin'))
      await exchange('request for a mail', ask)
      await exchange('request for a mail, for a script', form('/auth/signin/mail', { email }, returned))
      await exchange('verify-request', get('/auth/verify-request?provider=mail&type=email'))
      await exchange('link', follow)
      await exchange('session', get('/auth/session'))
      await exchange('link again', follow)
      await exchange('sign-out', form('/auth/signout'))
      await exchange('link again, signed out', follow)
      await exchange('request for a mail, again', ask)
      await exchange('link of a known user', follow)
      await exchange('sign-out again', form('/auth/signout'))
      await exchange('no e-mail address', form('/auth/signin/mail'))
      await exchange('an invalid e-mail address', form('/auth/signin/mail', { email: 'grace' }))
      await exchange('an unknown link', get(`/auth/callback/mail?token=wrong&email=${email}`))
      await exchange('a link without parameters', get('/auth/callback/mail'))
    },
  },
]
