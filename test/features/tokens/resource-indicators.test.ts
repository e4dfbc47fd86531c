/** Access tokens for several APIs, of a certified OpenID Provider that rotates refresh tokens and revokes the grant where one is used twice. */

import { decodeJwt } from 'jose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { memory } from '../../../src/adapters/memory.js'
import type { OIDCProvider } from '../../../src/providers/kinds/oidc.js'
import { oidc } from '../../../src/providers/oidc.js'
import { app } from '../../support/app.js'
import { Browser } from '../../support/browser.js'
import { CLIENT_SECRET, type RealProvider, realProvider } from '../../support/oidc/real-provider.js'
import { visit } from '../../support/oidc/user-agent.js'

const CALENDAR = 'https://calendar.test/'
const FILES = 'https://files.test/'
const OTHER = 'https://other.test/'

let real: RealProvider
beforeAll(async () => {
  const resourceIndicators = {
    enabled: true,
    getResourceServerInfo: (_: unknown, resource: string) => ({
      scope: resource === FILES ? 'read' : 'events read',
      audience: resource,
      accessTokenFormat: 'jwt',
      accessTokenTTL: 600,
    }),
    defaultResource: () => undefined,
    useGrantedResource: () => false,
  }
  real = await realProvider({ grant_types: ['authorization_code', 'refresh_token'] }, { resourceIndicators })
})
afterAll(() => real.stop())

test.each(['a database', 'a cookie'])(
  'tokens in %s: all resources share one refresh token, and each access token has one audience',
  async (place) => {
    const provider: OIDCProvider = oidc({
      id: 'basic',
      issuer: real.issuer,
      clientId: 'basic',
      clientSecret: CLIENT_SECRET,
      client: { id_token_signed_response_alg: 'ES256' },
      authorization: { params: { scope: 'openid email offline_access events read', prompt: 'consent' } },
    })
    const site = app({
      providers: [provider],
      ...(place === 'a database'
        ? { adapter: memory() }
        : { options: { providerTokens: { place: 'cookie' as const } } }),
    })
    const browser = new Browser(site.handle)
    const request = () => new Request('https://app.test/', { headers: { cookie: browser.jar.header } })
    const started = await site.signIn('basic', { request: request(), resources: [CALENDAR, FILES] })
    browser.jar.take(new Response(null, { headers: started.headers }), 'https://app.test')
    const { url } = await visit(new URL(started.url), 'agrees')
    await browser.send(url.pathname + url.search)

    const read = async (resource?: string) => {
      const tokens = await site.tokens(request(), 'basic', { ...(resource && { resource }) })
      return tokens.ok ? tokens : Promise.reject(new Error(tokens.reason))
    }
    const before = real.requests()
    const results = await Promise.all(
      Array.from({ length: 20 }, (_, index) => read([CALENDAR, FILES][index % 2])),
    )
    expect(real.requests() - before).toBe(2)
    expect(new Set(results.map(({ accessToken }) => accessToken)).size).toBe(2)
    const [calendar, files] = results
    expect(decodeJwt(calendar?.accessToken ?? '')).toMatchObject({
      aud: CALENDAR,
      scope: 'events read',
      sub: 'ada',
    })
    expect(decodeJwt(files?.accessToken ?? '')).toMatchObject({ aud: FILES, scope: 'read' })
    expect([calendar?.scopes, files?.scopes]).toEqual([['events', 'read'], ['read']])
    // The access token of the account has no audience of an API.
    expect((await read()).scopes).toContain('openid')
    expect(site.logged).toEqual([])

    // A resource for which the user did not give consent.
    expect(await site.tokens(request(), 'basic', { resource: OTHER })).toEqual({
      ok: false,
      reason: 'consent',
      missing: [],
    })
    expect((await read(FILES)).accessToken).toBe(files?.accessToken)
  },
)
