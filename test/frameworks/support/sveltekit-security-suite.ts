import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freePorts } from '../../e2e/support/processes.js'
import { CLIENT_SECRET, type RealProvider, realProvider } from '../../support/oidc/real-provider.js'
import { visit } from '../../support/oidc/user-agent.js'
import type { FrameworkServer, Variables } from './framework-process.js'
import { useFramework } from './framework-suite.js'
import { type RunningApplication, SITE, sendRaw } from './running-application.js'
import { leadsTo, userAgentsOf } from './security-rows/user-agents.js'
import { securityRows } from './security-rows.js'
import { buildSvelteKit, type Changes, type Major, type SvelteKitBuild } from './sveltekit-application.js'

const credentials = { username: 'ada', password: 'analytical engine' }

/**
 * Requests of an attacker, and headers of a proxy, sent to the built example on a major version of SvelteKit.
 */
export function sveltekitSecuritySuite(major: Major): void {
  /** Builds the example with an additional origin whose forms Kit accepts. `*` means all origins. */
  const buildTrusting = (origin: string, given: Variables, changes: Changes): Promise<SvelteKitBuild> =>
    buildSvelteKit(
      { ...given, CSRF_TRUSTED: origin },
      { ...changes, ...(major === 2 && trusting(origin)) },
      major,
    )

  const checks = [
    { name: "with Kit's check of forms", basePath: '', trusted: '' },
    { name: "without Kit's check of forms, below /docs", basePath: '/docs', trusted: '*' },
  ]

  describe.each(checks)(`an application of SvelteKit ${major} $name`, ({ basePath, trusted }) => {
    const suite = useFramework<SvelteKitBuild>({
      basePath,
      routes: '/auth',
      build: () => buildTrusting(trusted, { BASE_PATH: basePath }, {}),
      start: (build, port, variables) => build.start(port, variables),
      variables: () => ({ AUTH_URL: SITE }),
    })
    const application = (): RunningApplication => ({
      port: Number(new URL(suite.site).port),
      basePath: `${basePath}/auth`,
      providerId: 'company',
      provider: suite.provider,
      credentials,
      output: suite.server.output,
    })

    securityRows(application)

    const { newBrowser, enter, at } = userAgentsOf(application)

    test.each(['/login', '/signin', '/signout'])(
      'a form that another site sends to %s is refused',
      async (action) => {
        const browser = newBrowser()
        await enter(browser)
        const before = browser.jar.header
        const response = await browser.send(basePath + action, {
          method: 'POST',
          body: new URLSearchParams({ providerId: 'credentials', ...credentials }),
          headers: { origin: 'https://evil.com', 'sec-fetch-site': 'cross-site', accept: 'text/html' },
        })
        expect(response.status).toBe(403)
        expect(response.headers.getSetCookie()).toEqual([])
        expect(browser.jar.header).toBe(before)
        expect(await browser.session()).not.toBeNull()
      },
    )

    test('an error of a form on another page than its action is shown on the sign-in page', async () => {
      const response = await newBrowser().send(`${basePath}/signin`, {
        method: 'POST',
        body: new URLSearchParams({
          providerId: 'credentials',
          ...credentials,
          password: 'wrong',
          redirectTo: '/inside',
        }),
        headers: { origin: SITE, referer: `${SITE}${basePath}/`, accept: 'text/html' },
      })
      expect(response.status).toBe(303)
      const { pathname, searchParams } = new URL(response.headers.get('location') ?? '', SITE)
      expect(pathname).toBe(`${basePath}/login`)
      expect(Object.fromEntries(searchParams)).toEqual({
        error: 'CredentialsSignin',
        code: 'credentials',
        callbackUrl: `${SITE}${basePath}/inside`,
      })
    })

    test('a form action redirects only within the site, and ignores protocol parameters of the form', async () => {
      const browser = newBrowser()
      const send = (fields: Readonly<Record<string, string>>): Promise<Response> =>
        browser.send(`${basePath}/login`, {
          method: 'POST',
          body: new URLSearchParams(fields),
          headers: { origin: SITE, accept: 'text/html' },
        })
      const response = await send({
        providerId: 'credentials',
        ...credentials,
        redirectTo: 'https://evil.com/',
      })
      expect(response.status).toBe(303)
      expect(new URL(leadsTo(response)).origin).toBe(SITE)

      const started = await send({
        providerId: 'company',
        'authorizationParams-prompt': 'login',
        'authorizationParams-scope': 'openid everything',
        'authorizationParams-client_id': 'mine',
        'authorizationParams-redirect_uri': 'https://evil.com/',
      })
      const { searchParams } = new URL(leadsTo(started))
      expect(searchParams.get('prompt')).toBe('login')
      expect(searchParams.get('client_id')).toBe('basic')
      expect(searchParams.get('scope')).not.toContain('everything')
      expect(searchParams.get('redirect_uri')).toBe(`${SITE}${at('callback/company')}`)
    })

    test('each of fifty concurrent users sees their own session', async () => {
      const people = await Promise.all(
        Array.from({ length: 50 }, async (_, index) => {
          const login = `person-${index}`
          const browser = newBrowser()
          const started = await browser.post(at('signin/company'), { callbackUrl: '/' })
          const { url } = await visit(new URL(leadsTo(started)), 'agrees', { login })
          await browser.send(url.pathname + url.search)
          return { browser, email: `${login}@example.com` }
        }),
      )
      const seen = await Promise.all(
        people.flatMap(({ browser }) => [
          browser.session().then(({ user }) => user.email as string),
          // The data of the layout, read by the hook's `event.locals.auth()`.
          browser.send(`${basePath}/inside/__data.json`).then((response) => response.text()),
        ]),
      )
      people.forEach(({ email }, index) => {
        expect(seen[index * 2]).toBe(email)
        expect(new Set(seen[index * 2 + 1]?.match(/person-\d+@example[.]com/g))).toEqual(new Set([email]))
      })
    })
  })

  describe(`an application of SvelteKit ${major} whose provider posts its response`, () => {
    let provider: RealProvider
    let build: SvelteKitBuild
    let server: FrameworkServer
    let application: RunningApplication

    beforeAll(async () => {
      provider = await realProvider({
        redirect_uris: [`${SITE}/auth/callback/company`],
        id_token_signed_response_alg: 'RS256',
      })
      build = await buildTrusting(
        provider.issuer,
        {},
        {
          'src/auth.ts': [
            'idToken: false',
            "idToken: false, authorization: { params: { response_mode: 'form_post' } }",
          ],
        },
      )
      const [port = 0] = await freePorts(1)
      server = await build.start(port, { ...variables(provider), AUTH_URL: SITE })
      const at = { port, basePath: '/auth', providerId: 'company' }
      application = { ...at, provider, credentials, output: server.output }
    })
    afterAll(async () => {
      await server?.stop()
      await provider?.stop()
      build?.clear()
    })

    test('an application of SvelteKit accepts a callback that a provider in csrf.trustedOrigins posts as a form', async () => {
      const { newBrowser } = userAgentsOf(() => application)
      const browser = newBrowser()
      const started = await browser.post('/auth/signin/company', { callbackUrl: '/inside' })
      const { url, form } = await visit(new URL(leadsTo(started)), 'agrees')
      if (!form) throw new Error('The provider has posted nothing.')
      // A page of another site: the browser sends no cookie with SameSite=Lax, but sends the origin of the
      // form.
      const posted = await sendRaw(application, {
        method: 'POST',
        target: url.pathname,
        headers: { origin: provider.issuer, 'content-type': 'application/x-www-form-urlencoded' },
        body: form.toString(),
      })
      const own = new URL(leadsTo(posted))
      const done = await browser.send(own.pathname + own.search)
      expect(leadsTo(done)).toBe(`${SITE}/inside`)
      expect(await browser.session()).toMatchObject({ user: { name: 'Ada Lovelace' } })
    })

    test('an application of SvelteKit refuses the form of any other site', async () => {
      const refused = await sendRaw(application, {
        method: 'POST',
        target: '/auth/callback/company',
        headers: { origin: 'https://evil.com', 'content-type': 'application/x-www-form-urlencoded' },
        body: 'code=x&state=y',
      })
      expect(refused.status).toBe(403)
    })
  })

  describe(`the URL of an application of SvelteKit ${major}`, () => {
    let build: SvelteKitBuild
    let provider: RealProvider

    beforeAll(async () => {
      provider = await realProvider()
      build = await buildSvelteKit({}, {}, major)
    })
    afterAll(async () => {
      await provider?.stop()
      build?.clear()
    })

    /** The callback URL that the application sends to a provider, or the status of its refusal. */
    async function callbackUrl(
      given: Readonly<Record<string, string>>,
      headers: Readonly<Record<string, string>>,
      built = build,
    ): Promise<unknown> {
      const [port = 0] = await freePorts(1)
      const server = await built.start(port, { ...variables(provider), ...given })
      const application = {
        port,
        basePath: '/auth',
        providerId: 'company',
        provider,
        credentials,
        output: server.output,
      }
      const own = { host: `localhost:${port}` }
      const response = await sendRaw(application, {
        target: '/auth/providers',
        headers: { ...own, ...headers },
      })
      await server.stop()
      if (response.status !== 200) return response.status
      return (await response.json()).company.callbackUrl.replace(`:${port}`, ':PORT')
    }

    const proxied = {
      host: 'inner.test',
      'x-forwarded-host': 'shop.example',
      'x-forwarded-proto': 'https',
    }

    test.each<[string, Readonly<Record<string, string>>, Readonly<Record<string, string>>, unknown]>([
      [
        'the URL of the application is AUTH_URL',
        { AUTH_URL: 'https://shop.example' },
        { host: 'evil.com' },
        'https://shop.example/auth/callback/company',
      ],
      [
        'the URL of the application is ORIGIN',
        { ORIGIN: 'https://shop.example' },
        { host: 'evil.com' },
        'https://shop.example/auth/callback/company',
      ],
      [
        'the URL of the application comes from the headers of a trusted proxy',
        { AUTH_TRUST_HOST: 'true' },
        proxied,
        'https://shop.example/auth/callback/company',
      ],
      ['a request with headers of an untrusted proxy gets 421', {}, proxied, 421],
      ['a request with an untrusted host gets 421', {}, { host: 'evil.com' }, 421],
      // adapter-node assumes HTTPS by default.
      [
        'the URL of the application is that of SvelteKit for a loopback host',
        {},
        {},
        'https://localhost:PORT/auth/callback/company',
      ],
      [
        'the URL of the application for a loopback host has the scheme in PROTOCOL_HEADER',
        { PROTOCOL_HEADER: 'x-proto' },
        { 'x-proto': 'http' },
        'http://localhost:PORT/auth/callback/company',
      ],
    ])('%s', async (_, given, headers, expected) => {
      expect(await callbackUrl(given, headers)).toBe(expected)
    })

    if (major === 3) {
      test('the URL of the application is paths.origin', async () => {
        const named = await buildSvelteKit({ PATHS_ORIGIN: 'https://shop.example' }, {}, major)
        const url = await callbackUrl({}, { host: 'evil.com' }, named)
        named.clear()
        expect(url).toBe('https://shop.example/auth/callback/company')
      })
    }
  })
}

/** One line in the configuration of Kit 2. The configuration for Kit 3 reads it from a variable. */
function trusting(origin: string): Changes {
  const line = `adapter: adapter(), csrf: { trustedOrigins: ${JSON.stringify(origin ? [origin] : [])} },`
  return { 'svelte.config.js': ['adapter: adapter(),', line] }
}

function variables(provider: RealProvider): Record<string, string> {
  return {
    AUTH_SECRET: 'a secret of the tests, of thirty-two characters and more',
    AUTH_COMPANY_ID: 'basic',
    AUTH_COMPANY_SECRET: CLIENT_SECRET,
    AUTH_COMPANY_ISSUER: provider.issuer,
  }
}
