import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Adapter } from '../../../src/adapters/contract.js'
import { memory } from '../../../src/adapters/memory.js'
import { pg } from '../../../src/adapters/pg.js'
import { sqlite } from '../../../src/adapters/sqlite.js'
import { type App, type AppOptions, app, SECRET } from '../../support/app.js'
import { Browser, locationOf } from '../../support/browser.js'
import { IdentityProvider } from '../../support/identity-provider.js'
import { acme } from '../../support/providers.js'
import { type Database, postgres, postgresDatabase } from '../../support/stores/postgres.js'

/*
 * TE-11: what `auth.tokens` returns after a sign-out at the provider, which revokes the tokens of the account.
 */

const CALENDAR = 'https://calendar.test'
const REAUTHENTICATE = { ok: false, reason: 'reauthenticate' }

let idp: IdentityProvider
/** The number of grants and refresh tokens that the provider has issued. */
let issued: number
/** The tokens in revocation requests. The provider does not accept them any more. */
let revoked: string[]
/** The provider waits for this before it responds to a refresh. */
let beforeRefresh: () => Promise<void>
let beforeRevocation: () => Promise<void>
/** Whether the sign-in grants a refresh token. */
let offline: boolean

beforeEach(async () => {
  idp = await IdentityProvider.start()
  issued = 0
  revoked = []
  beforeRefresh = async () => undefined
  beforeRevocation = async () => undefined
  offline = true
  idp.misbehave({
    discovery: (document) => ({
      ...document,
      end_session_endpoint: `${idp.issuer}/logout`,
      revocation_endpoint: `${idp.issuer}/revoke`,
    }),
    token: (tokens) => ({
      ...tokens,
      access_token: `at${++issued}`,
      ...(offline && { refresh_token: `rt${issued}` }),
    }),
    async respond({ url, init }) {
      const form = new URLSearchParams(String(init.body))
      if (url.pathname === '/revoke') {
        await beforeRevocation()
        revoked.push(form.get('token') ?? '')
        return new Response(null, { status: 200 })
      }
      if (url.pathname !== '/token' || form.get('grant_type') !== 'refresh_token') return undefined
      if (revoked.includes(form.get('refresh_token') ?? '')) {
        return Response.json({ error: 'invalid_grant' }, { status: 400 })
      }
      issued += 1
      await beforeRefresh()
      return Response.json({
        access_token: `${form.get('resource') ?? ''}at${issued}`,
        refresh_token: `rt${issued}`,
        token_type: 'Bearer',
        expires_in: 300,
      })
    },
  })
})

const site = (options: Partial<AppOptions>): App =>
  app({
    providers: [acme()],
    fetch: idp.fetch,
    ...options,
    options: { secret: SECRET, signOut: 'provider', ...options.options },
  })

type TokensOptions = Parameters<App['tokens']>[2]

/** A browser of the user, signed in. */
async function signedIn(made: App) {
  const browser = new Browser(made.handle)
  const enter = async (): Promise<void> => {
    const callback = idp.authorize(locationOf(await browser.post('/auth/signin/acme')))
    await browser.send(callback.pathname + callback.search)
  }
  await enter()
  return {
    browser,
    enter,
    async tokens(given?: TokensOptions) {
      const request = new Request('https://app.test/', { headers: { cookie: browser.jar.header } })
      const headers = new Headers()
      const tokens = await made.tokens(request, 'acme', { ...given, headers } as TokensOptions)
      browser.jar.take(new Response(null, { headers }), 'https://app.test')
      return tokens
    },
    /** Signs out, which redirects to the provider. */
    async leave(): Promise<void> {
      const away = locationOf(await browser.post('/auth/signout'))
      expect(away.origin + away.pathname).toBe('https://idp.test/logout')
      expect(away.searchParams.get('id_token_hint')).not.toBeNull()
      expect(await browser.session()).toBeNull()
    },
  }
}

const gate = () => {
  let open: () => void = () => undefined
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { open, opened }
}

/** The id of the account's user. */
const userIdOf = async (adapter: Adapter): Promise<string> => {
  const key = { provider: 'acme', providerAccountId: String(idp.user.sub) }
  return String((await adapter.getUserByAccount?.(key))?.id)
}

const folder = mkdtempSync(path.join(tmpdir(), 'authwright-sign-out-'))
let database: Database | undefined
beforeAll(async () => {
  if (postgres.available) database = await postgresDatabase()
})
afterAll(async () => {
  await database?.drop()
  rmSync(folder, { recursive: true })
})

const places = [
  ['memory', () => memory(), true],
  ['SQLite', () => sqlite(path.join(folder, 'auth.db')), true],
  [`PostgreSQL${postgres.note}`, () => pg(database?.url ?? ''), postgres.available],
] as const

describe.each(places)('TE-11: with an account in %s', (_, open, isThere) => {
  describe.skipIf(!isThere)('a sign-out at the provider', () => {
    let adapter: Adapter & { close?(): Promise<void> | void }
    beforeEach(async () => {
      adapter = open() as typeof adapter
      // Each test has another user.
      const sub = `ada-${crypto.randomUUID()}`
      idp.user = { ...idp.user, sub, email: `${sub}@example.com` }
      return async () => void (await adapter.close?.())
    })

    test.each(['jwt', 'database'] as const)(
      'TE-11: a sign-out at the provider deletes the revoked tokens, with strategy %s',
      async (strategy) => {
        const made = site({ adapter, session: { strategy } })
        const { tokens, leave, enter } = await signedIn(made)
        const id = await userIdOf(adapter)
        expect(await made.tokens.forUser(id, 'acme')).toMatchObject({ accessToken: 'at1' })
        await leave()
        expect(revoked).toEqual(['rt1'])
        expect(await made.tokens.forUser(id, 'acme')).toEqual(REAUTHENTICATE)
        await enter()
        expect(await tokens()).toMatchObject({ accessToken: 'at2' })
      },
    )

    test('TE-11: a sign-out at the provider revokes and deletes an access token without a refresh token', async () => {
      offline = false
      const made = site({ adapter })
      const { leave } = await signedIn(made)
      await leave()
      expect(revoked).toEqual(['at1'])
      expect(await made.tokens.forUser(await userIdOf(adapter), 'acme')).toEqual(REAUTHENTICATE)
    })

    test('TE-11: a sign-out at the provider deletes access tokens for resources, also for the next sign-in', async () => {
      const made = site({ adapter })
      const { tokens, leave, enter } = await signedIn(made)
      expect(await tokens({ resource: CALENDAR })).toMatchObject({ accessToken: `${CALENDAR}at2` })
      await leave()
      const id = await userIdOf(adapter)
      expect(await made.tokens.forUser(id, 'acme', { resource: CALENDAR })).toEqual(REAUTHENTICATE)
      await enter()
      expect(await tokens({ resource: CALENDAR })).toMatchObject({ accessToken: `${CALENDAR}at4` })
    })

    test('TE-11: a sign-out at the provider keeps the tokens if the provider cannot revoke tokens', async () => {
      idp.misbehave({
        ...idp.behaviour,
        discovery: (document) => ({ ...document, end_session_endpoint: `${idp.issuer}/logout` }),
      })
      const made = site({ adapter })
      const { leave } = await signedIn(made)
      await leave()
      expect(await made.tokens.forUser(await userIdOf(adapter), 'acme')).toMatchObject({ accessToken: 'at1' })
      expect(revoked).toEqual([])
    })

    test('TE-11: after a sign-out at the provider, another browser stays signed in, but without tokens', async () => {
      const made = site({ adapter })
      const first = await signedIn(made)
      const second = await signedIn(made)
      expect(await first.tokens()).toMatchObject({ accessToken: 'at2' })
      await first.leave()
      expect(await second.browser.session()).not.toBeNull()
      expect(await second.tokens()).toEqual(REAUTHENTICATE)
      await second.enter()
      expect(await second.tokens()).toMatchObject({ accessToken: 'at3' })
    })

    test('TE-11: a sign-out at the provider deletes stored tokens before it revokes them', async () => {
      const made = site({ adapter })
      const { leave } = await signedIn(made)
      const id = await userIdOf(adapter)
      let seen: unknown
      beforeRevocation = async () => {
        seen = await made.tokens.forUser(id, 'acme')
      }
      await leave()
      expect(seen).toEqual(REAUTHENTICATE)
      expect(revoked).toEqual(['rt1'])
    })

    test('TE-11: a refresh that waited for keys during a sign-out at the provider returns no token', async () => {
      const made = site({ adapter })
      const { leave } = await signedIn(made)
      const id = await userIdOf(adapter)
      const [asked, answered] = [gate(), gate()]
      const { respond } = idp.behaviour
      idp.misbehave({
        ...idp.behaviour,
        async respond(request) {
          if (request.url.pathname === '/jwks') {
            asked.open()
            await answered.opened
          }
          return respond?.(request)
        },
      })
      // Another process has not fetched the keys yet.
      const refreshing = site({ adapter }).tokens.forUser(id, 'acme', { validFor: 1e9 })
      await asked.opened
      await leave()
      answered.open()
      expect(revoked).toEqual(['rt1'])
      expect(await refreshing).toEqual(REAUTHENTICATE)
    })

    test('TE-11: a sign-out at the provider revokes the tokens of a running refresh, which are not stored', async () => {
      const made = site({ adapter })
      const { leave } = await signedIn(made)
      const id = await userIdOf(adapter)
      const [asked, answered] = [gate(), gate()]
      beforeRefresh = async () => {
        asked.open()
        await answered.opened
      }
      const refreshing = made.tokens.forUser(id, 'acme', { validFor: 1e9 })
      await asked.opened
      await leave()
      expect(revoked).toEqual(['rt1'])
      answered.open()
      expect(await refreshing).toEqual(REAUTHENTICATE)
      expect(revoked).toEqual(['rt1', 'rt2'])
      expect(await made.tokens.forUser(id, 'acme')).toEqual(REAUTHENTICATE)
    })
  })
})

describe('TE-11: with tokens in a cookie, a sign-out at the provider', () => {
  const inCookie = () => site({ options: { providerTokens: { place: 'cookie' } } })

  test('TE-11: a sign-out at the provider revokes new tokens that the browser has not received', async () => {
    const made = inCookie()
    const { browser, leave } = await signedIn(made)
    const request = new Request('https://app.test/', { headers: { cookie: browser.jar.header } })
    expect(await made.tokens(request, 'acme', { validFor: 1e9 })).toMatchObject({ accessToken: 'at2' })
    await leave()
    expect(revoked).toEqual(['rt2'])
  })

  test('TE-11: a sign-out at the provider deletes access tokens for resources for other browsers, too', async () => {
    const made = inCookie()
    const first = await signedIn(made)
    const second = await signedIn(made)
    expect(await first.tokens({ resource: CALENDAR })).toMatchObject({ accessToken: `${CALENDAR}at3` })
    expect(await second.tokens({ resource: CALENDAR })).toMatchObject({ accessToken: `${CALENDAR}at3` })
    await first.leave()
    expect(revoked).toEqual(['rt3'])
    // The second browser has its own refresh token, which was not revoked.
    expect(await second.tokens({ resource: CALENDAR })).toMatchObject({ accessToken: `${CALENDAR}at4` })
    expect(await second.tokens()).toMatchObject({ accessToken: 'at2' })
  })

  test.each([undefined, CALENDAR])(
    'TE-11: a sign-out at the provider revokes the tokens of a running refresh, which are not returned (resource: %s)',
    async (resource) => {
      const made = inCookie()
      const { tokens, leave, enter } = await signedIn(made)
      const [asked, answered] = [gate(), gate()]
      beforeRefresh = async () => {
        asked.open()
        await answered.opened
      }
      const refreshing = tokens({ validFor: 1e9, ...(resource && { resource }) })
      await asked.opened
      await leave()
      expect(revoked).toEqual(['rt1'])
      answered.open()
      expect(await refreshing).toEqual(REAUTHENTICATE)
      expect(revoked).toEqual(['rt1', 'rt2'])
      await enter()
      expect(await tokens()).toMatchObject({ accessToken: 'at3' })
    },
  )
})
