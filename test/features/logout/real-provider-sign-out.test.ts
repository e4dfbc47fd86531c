/**
 * Complete sign-outs with a certified OpenID Provider, which prompts the user, ends its session, and knows
 * the revoked tokens.
 */

import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Adapter } from '../../../src/adapters/contract.js'
import { memory } from '../../../src/adapters/memory.js'
import { oidc } from '../../../src/providers/oidc.js'
import { type App, app } from '../../support/app.js'
import { Browser, locationOf } from '../../support/browser.js'
import { CLIENT_SECRET, type RealProvider, realProvider } from '../../support/oidc/real-provider.js'
import { visit } from '../../support/oidc/user-agent.js'

const BACK = 'https://app.test/auth/signed-out/basic'

let real: RealProvider
/** The application that receives the requests of the provider. */
let current: App | undefined
/** The access tokens of the sign-ins. */
const tokens: string[] = []
beforeAll(async () => {
  real = await realProvider(
    {
      post_logout_redirect_uris: [BACK],
      backchannel_logout_uri: 'https://app.test/auth/backchannel-logout/basic',
      backchannel_logout_session_required: true,
      scope: 'openid email profile',
    },
    {
      backchannelLogout: { enabled: true },
      revocation: { enabled: true, allowedPolicy: () => true },
      introspection: { enabled: true, allowedPolicy: () => true },
      rpInitiatedLogout: {
        enabled: true,
        logoutSource: (context: { body: string }, form: string) => {
          context.body = form.replace('</form>', '<input type="hidden" name="logout" value="yes"></form>')
        },
      },
    },
    async (url, init) => {
      if (!current) throw new Error(`The provider sent a request to ${url}.`)
      return current.handle(new Request(url, init))
    },
  )
})
afterEach(() => {
  current = undefined
})
afterAll(() => real.stop())

const siteOf = (adapter: Adapter | undefined, strategy: 'jwt' | 'database'): App => {
  current = app({
    providers: [
      oidc({
        id: 'basic',
        issuer: real.issuer,
        clientId: 'basic',
        clientSecret: CLIENT_SECRET,
        idToken: false,
        backchannelLogout: true,
        client: { id_token_signed_response_alg: 'ES256' },
      }),
    ],
    ...(adapter && { adapter }),
    session: { strategy },
    events: { signIn: ({ account }) => void tokens.push(String(account.access_token)) },
    options: { secret: 'a secret of more than thirty-two characters', signOut: 'provider' },
  })
  return current
}

/** A browser, with its cookies at the provider. */
interface Person {
  readonly browser: Browser
  readonly atProvider: Map<string, string>
}

const signIn = async ({ browser, atProvider }: Person): Promise<void> => {
  const started = await browser.post('/auth/signin/basic', { callbackUrl: '/inside' })
  const { url } = await visit(locationOf(started), 'agrees', {}, atProvider)
  expect(locationOf(await browser.send(url.pathname + url.search)).pathname).toBe('/inside')
  expect(await browser.session()).not.toBeNull()
}

/** Whether the provider has a session of the user, by a request with `prompt=none`. */
const isSignedInAtProvider = async ({ browser, atProvider }: Person): Promise<boolean> => {
  const begun = locationOf(await browser.post('/auth/signin/basic', { callbackUrl: '/inside' }))
  begun.searchParams.set('prompt', 'none')
  const { url } = await visit(begun, 'agrees', {}, atProvider)
  return url.searchParams.has('code')
}

const introspect = async (token: string): Promise<{ active: boolean }> => {
  const response = await fetch(`${real.issuer}/token/introspection`, {
    method: 'POST',
    headers: { authorization: `Basic ${btoa(`basic:${encodeURIComponent(CLIENT_SECRET)}`)}` },
    body: new URLSearchParams({ token }),
  })
  return response.json() as Promise<{ active: boolean }>
}

describe.each([
  { strategy: 'jwt', stored: false },
  { strategy: 'jwt', stored: true },
  { strategy: 'database', stored: true },
] as const)('strategy $strategy, users stored: $stored', ({ strategy, stored }) => {
  test('the user is signed out of the application and the provider, then the browser returns', async () => {
    const adapter = stored ? memory() : undefined
    const site = siteOf(adapter, strategy)
    const person: Person = {
      browser: new Browser(site.handle, 'https://app.test'),
      atProvider: new Map(),
    }
    await signIn(person)
    expect(await isSignedInAtProvider(person)).toBe(true)
    // Without an adapter, the application stores no tokens that could be revoked.
    const token = stored ? tokens.at(-1) : undefined
    if (token) expect((await introspect(token)).active).toBe(true)

    const away = locationOf(await person.browser.post('/auth/signout', { callbackUrl: '/bye' }))
    expect(await person.browser.session()).toBeNull()
    expect(away.searchParams.has('id_token_hint')).toBe(true)
    const { url: back } = await visit(away, 'agrees', {}, person.atProvider)
    expect(back.origin + back.pathname).toBe(BACK)
    const response = await person.browser.send(back.pathname + back.search)
    expect(locationOf(response).href).toBe('https://app.test/bye')

    expect(await isSignedInAtProvider(person)).toBe(false)
    if (token) expect((await introspect(token)).active).toBe(false)
    expect(site.logged).toEqual([])
    expect(site.warned).toEqual([])
  })

  test('a sign-out in one browser ends its session at the provider, and no session of another browser', async () => {
    const site = siteOf(stored ? memory() : undefined, strategy)
    const personAt = (): Person => ({
      browser: new Browser(site.handle, 'https://app.test'),
      atProvider: new Map(),
    })
    const [first, second] = [personAt(), personAt()]
    await signIn(first)
    await signIn(second)
    const away = locationOf(await first.browser.post('/auth/signout', { callbackUrl: '/bye' }))
    await visit(away, 'agrees', {}, first.atProvider)
    expect(await second.browser.session()).not.toBeNull()
    expect(site.warned).toEqual([])
  })

  test('if another application ends the session at the provider, the next request has no session in this application', async () => {
    const site = siteOf(stored ? memory() : undefined, strategy)
    const person: Person = {
      browser: new Browser(site.handle, 'https://app.test'),
      atProvider: new Map(),
    }
    await signIn(person)
    const copy = new Browser(site.handle, 'https://app.test', person.browser.jar.clone())
    expect(await copy.session()).not.toBeNull()
    // The user ends only the session at the provider.
    const back = await visit(
      new URL(
        `${real.issuer}/session/end?client_id=basic&post_logout_redirect_uri=${encodeURIComponent(BACK)}`,
      ),
      'agrees',
      {},
      person.atProvider,
    )
    expect(back.url.href).toBe(BACK)
    expect(await person.browser.session()).toBeNull()
    expect(await copy.session()).toBeNull()
    expect(site.logged).toEqual([])
    expect(site.warned).toEqual([])
  })

  test('a sign-out with only the application leaves the session at the provider', async () => {
    const site = siteOf(stored ? memory() : undefined, strategy)
    const person: Person = {
      browser: new Browser(site.handle, 'https://app.test'),
      atProvider: new Map(),
    }
    await signIn(person)
    await person.browser.post('/auth/signout', { provider: 'false' })
    expect(await person.browser.session()).toBeNull()
    expect(await isSignedInAtProvider(person)).toBe(true)
  })
})
