/** Sign-in, refresh and sign-out with provider responses from public bug reports. */

import { describe, expect, test } from 'vitest'
import { memory } from '../../../src/adapters/memory.js'
import { TokensUnavailable } from '../../../src/errors.js'
import type { Provider } from '../../../src/providers/kinds/provider.js'
import { app } from '../../support/app.js'
import { Browser, locationOf } from '../../support/browser.js'
import type { OAuthFixture, OIDCFixture } from './fixture.js'
import { openIDServer } from './openid-server.js'
import { ProviderServer } from './provider-server.js'
import { type ReportedResponses, reportedResponses, type Seen } from './reported-responses.js'

type Fetch = (address: string, init: RequestInit) => Promise<Response>

const isOIDC = (fixture: OAuthFixture | OIDCFixture): fixture is OIDCFixture =>
  fixture.provider.type === 'oidc'

interface Server {
  readonly fetch: Fetch
  /** The callback request of a user who has agreed. */
  consent(url: URL): URL
  /** An ID token with the required claims and these additional claims. */
  refreshed?(claims: Readonly<Record<string, unknown>>): Promise<string>
  setClock?(clock: () => number): void
}

/** A server that sends the reported responses. */
async function serverOf(reported: ReportedResponses): Promise<Server> {
  const { fixture, metadata, tokens, claims, profile } = reported
  if (isOIDC(fixture)) {
    const { idp, fetch } = await openIDServer({
      ...fixture,
      ...(profile && { profile }),
      idTokenClaims: undefined as never,
    })
    const { behaviour } = idp
    idp.misbehave({
      ...behaviour,
      discovery: (document) => ({ ...Object(behaviour.discovery(document)), ...metadata }),
      token: (members) => ({ ...Object(behaviour.token(members)), ...tokens }),
      claims: (standard) => ({ ...behaviour.claims(standard), ...fixture.idTokenClaims, ...claims }),
      callback: (params) => {
        if (metadata && 'authorization_response_iss_parameter_supported' in metadata) params.delete('iss')
        return params
      },
    })
    const refreshed = async (others: Readonly<Record<string, unknown>>): Promise<string> => {
      const now = Math.floor(idp.clock() / 1000)
      const required = { iss: idp.issuer, sub: idp.user['sub'], aud: 'client-id', iat: now, exp: now + 300 }
      return idp.sign({ ...required, ...others })
    }
    return {
      fetch,
      consent: (url) => idp.authorize(url),
      refreshed,
      setClock: (clock) => {
        idp.clock = clock
      },
    }
  }
  const server = new ProviderServer({ ...fixture, tokens: { ...fixture.tokens, ...tokens } })
  server.profile = profile
  return { fetch: server.fetch, consent: (url) => server.consent(url) }
}

/** 100 days in seconds: longer than the lifetime of any access token. */
const LONG = 100 * 24 * 60 * 60

const response = ({ status = 200, body }: Seen): Response =>
  typeof body === 'string'
    ? new Response(body, { status, headers: { 'content-type': 'text/html' } })
    : Response.json(body, { status })

/**
 * Returns the redirect target of the callback. A form post comes from the provider's site, so it is sent without
 * cookies first.
 */
async function comeBack(browser: Browser, start: URL, { href, pathname, search }: URL): Promise<URL> {
  if (start.searchParams.get('response_mode') !== 'form_post')
    return locationOf(await browser.send(pathname + search))
  const init = { method: 'POST', body: new URLSearchParams(search), headers: { origin: start.origin } }
  const received = locationOf(await browser.handle(new Request(href.replace(search, ''), init)))
  return locationOf(await browser.send(received.pathname + received.search))
}

/** An application with a signed-in user. If `refusal` is set, the provider responds with it to the code. */
async function signedIn(reported: ReportedResponses, refusal?: Seen) {
  const { fixture, refresh, revocation } = reported
  const { id } = fixture.provider
  const server = await serverOf(reported)
  let now = Date.now()
  const refreshes: { request: string; form: Record<string, string> }[] = []
  const revoked: Record<string, string>[] = []
  server.setClock?.(() => now)
  const refreshedTokens = async (): Promise<Response> => {
    const id_token = refresh?.idToken && (await server.refreshed?.(refresh.idToken))
    return response({ body: { ...refresh?.tokens, ...(id_token && { id_token }) } })
  }
  let respond: () => Response | Promise<Response> = refreshedTokens
  const users: unknown[] = []
  const auth = app({
    providers: [fixture.provider as Provider],
    adapter: memory(),
    clock: () => now,
    callbacks: { signIn: ({ user, verifiedEmail }) => users.push([user, verifiedEmail]) > 0 },
    options: { signOut: 'provider' },
    session: { maxAge: 3 * LONG, absoluteMaxAge: 3 * LONG },
    async fetch(address, init) {
      const url = new URL(address)
      const form = Object.fromEntries(
        new URLSearchParams(init.body ? String(init.body) : url.search),
      ) as Record<string, string>
      if (url.origin + url.pathname === revocation) {
        revoked.push(form)
        return new Response(null, { status: 200 })
      }
      if (address === reported.api) return new Response(null, { status: 401 })
      if (refusal && form['code'] !== undefined) return response(refusal)
      if (form['grant_type'] !== 'refresh_token') return server.fetch(address, init)
      refreshes.push({ request: `${init.method ?? 'GET'} ${url.origin}${url.pathname}`, form })
      return respond()
    },
  })
  const browser = new Browser(auth.handle)
  const start = locationOf(await browser.post(`/auth/signin/${id}`, { callbackUrl: '/inside' }))
  const end = await comeBack(browser, start, server.consent(start))
  let hasExpired = false
  const tokens = async () => {
    const request = new Request('https://app.test/', { headers: { cookie: browser.jar.header } })
    if (hasExpired && reported.api) {
      // The lifetime is unknown, so the token is refreshed after the API has rejected it.
      const refusal = await auth
        .fetchAs(
          request,
          id,
        )(reported.api)
        .catch((error: unknown) => error)
      if (refusal instanceof TokensUnavailable) return { ok: false, reason: refusal.reason }
    }
    return auth.tokens(request, id)
  }
  return {
    ...{ auth, browser, end, users, tokens, refreshes, revoked },
    later: (seconds: number) => {
      hasExpired = true
      now += seconds * 1000
    },
    answer: (seen?: Seen) => {
      respond = seen ? () => response(seen) : refreshedTokens
    },
  }
}

const expiring = reportedResponses.filter(({ refresh }) => refresh !== undefined)
const refusing = reportedResponses.filter(({ refusesCode, refusesClient }) => refusesCode ?? refusesClient)

test('at least three public reports are listed for every provider', () => {
  for (const { reports } of reportedResponses) expect(new Set(reports).size).toBeGreaterThanOrEqual(3)
})

describe.each(reportedResponses)('$fixture.provider.name', (reported) => {
  const { fixture, user = fixture.user, verifiesEmail = false } = reported

  test('a user signs in with the reported responses', async () => {
    const { auth, end, users } = await signedIn(reported)
    expect(auth.logged).toEqual([])
    expect(end.pathname).toBe('/inside')
    expect(users).toEqual([[user, verifiesEmail ? user.email : null]])
  })

  test('an access token is returned after the sign-in', async () => {
    const { tokens, refreshes } = await signedIn(reported)
    expect(await tokens()).toMatchObject({ ok: true, accessToken: expect.stringMatching(/./) })
    expect(refreshes).toEqual([])
  })
})

describe.each(refusing)('$fixture.provider.name', (reported) => {
  const { fixture, refusesCode = [], refusesClient = [] } = reported

  test.each(refusesCode)(
    'the user can sign in again after the provider rejected the code with $body',
    async (refusal) => {
      const { end, users } = await signedIn(reported, refusal)
      expect([end.pathname, end.searchParams.get('error')]).toEqual(['/auth/signin', 'OAuthCallbackError'])
      expect(users).toEqual([])
    },
  )

  test.each(refusesClient)(
    'the log names the variables of the client after the provider rejected it with $body',
    async (refusal) => {
      const { auth, end } = await signedIn(reported, refusal)
      expect([end.pathname, end.searchParams.get('error')]).toEqual(['/auth/error', 'Configuration'])
      const variable = `AUTH_${fixture.provider.id.toUpperCase().replaceAll('-', '_')}_SECRET`
      expect(auth.logged.map(({ message }) => message)).toEqual([expect.stringContaining(variable)])
    },
  )
})

describe.each(expiring)('$fixture.provider.name', (reported) => {
  const { refresh, dead = [], busy = [] } = reported

  test('tokens are refreshed with the reported responses', async () => {
    const { auth, tokens, later, refreshes } = await signedIn(reported)
    later(LONG)
    expect(await tokens()).toMatchObject({ ok: true, accessToken: 'access-2' })
    expect(refreshes.map(({ request }) => request)).toEqual([refresh?.request])
    expect(refreshes[0]?.form).toEqual(refresh?.form)
    // The next refresh sends the stored refresh token.
    later(LONG)
    await tokens()
    expect(refreshes[1]?.form['refresh_token']).toBe(refresh?.keeps)
    expect(auth.logged).toEqual([])
  })

  test.each(dead)('the user must sign in again after the refresh response $body', async (seen) => {
    const { tokens, later, answer, refreshes } = await signedIn(reported)
    later(LONG)
    answer(seen)
    expect(await tokens()).toMatchObject({ ok: false, reason: 'reauthenticate' })
    later(60)
    expect(await tokens()).toMatchObject({ ok: false, reason: 'reauthenticate' })
    expect(refreshes).toHaveLength(1)
  })

  test.each(busy)('the refresh token is kept after the refresh response $body', async (seen) => {
    const { tokens, later, answer } = await signedIn(reported)
    later(LONG)
    answer(seen)
    expect(await tokens()).toMatchObject({ ok: false, reason: 'unavailable' })
    later(3_600)
    answer()
    expect(await tokens()).toMatchObject({ ok: true, accessToken: 'access-2' })
  })
})

test.each(reportedResponses.filter(({ lasts }) => lasts !== undefined))(
  '$fixture.provider.name: an access token without an expiry is returned for $lasts seconds',
  async (reported) => {
    const { tokens, later } = await signedIn(reported)
    later((reported.lasts ?? 0) - 120)
    expect(await tokens()).toMatchObject({ ok: true })
    later(121)
    expect(await tokens()).toEqual({ ok: false, reason: 'reauthenticate' })
  },
)

test.each(reportedResponses.filter(({ signOut }) => signOut))(
  'a sign-out at $fixture.provider.name redirects to its documented URL',
  async (reported) => {
    const { browser } = await signedIn(reported)
    const away = locationOf(await browser.post('/auth/signout', { callbackUrl: '/bye' }))
    expect(away.origin + away.pathname).toBe(reported.signOut?.url)
    const { state: _, id_token_hint: hint, ...params } = Object.fromEntries(away.searchParams)
    expect(params).toEqual(reported.signOut?.params)
    if (reported.signOut?.needsIdToken) expect(hint).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/)
  },
)

test.each(reportedResponses.filter(({ signOut }) => !signOut))(
  'a sign-out with $fixture.provider.name stays in the application, because the provider has no sign-out endpoint',
  async (reported) => {
    const { browser } = await signedIn(reported)
    const end = locationOf(await browser.post('/auth/signout', { callbackUrl: '/bye' }))
    expect(end.href).toBe('https://app.test/bye')
    expect(await browser.session()).toBeNull()
  },
)

test.each(reportedResponses.filter(({ revocation }) => revocation))(
  '$fixture.provider.name is requested to revoke the refresh token at a sign-out',
  async (reported) => {
    const { browser, revoked } = await signedIn(reported)
    await browser.post('/auth/signout')
    expect(revoked).toEqual([
      expect.objectContaining({ token: 'refresh-1', token_type_hint: 'refresh_token' }),
    ])
  },
)
