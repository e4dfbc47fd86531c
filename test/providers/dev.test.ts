import { readdirSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { memory } from '../../src/adapters/memory.js'
import { dev } from '../../src/dev.js'
import { auth0 } from '../../src/providers/auth0.js'
import { github } from '../../src/providers/github.js'
import { google } from '../../src/providers/google.js'
import type { OAuthProvider } from '../../src/providers/kinds/oauth.js'
import type { Provider } from '../../src/providers/kinds/provider.js'
import { oidc } from '../../src/providers/oidc.js'
import { type App, type AppOptions, app } from '../support/app.js'
import { Browser, locationOf } from '../support/browser.js'

const ORIGIN = 'http://localhost:3000'

function start(provider: Provider, options: Partial<AppOptions> = {}): { auth: App; browser: Browser } {
  const fetch = () => Promise.reject(new Error('The network was used.'))
  const auth = app({ providers: [provider], fetch, ...options })
  return { auth, browser: new Browser(auth.handle, ORIGIN) }
}

const pathOf = ({ pathname, search }: URL): string => pathname + search

/** Starts a sign-in, and continues to the page of test users. */
async function pageOf(browser: Browser, id = 'dev'): Promise<{ path: string; html: string }> {
  const path = pathOf(locationOf(await browser.post(`/auth/signin/${id}`, { callbackUrl: '/inside' })))
  const page = await browser.send(path)
  expect(page.status).toBe(200)
  return { path, html: await page.text() }
}

/** Signs in as a test user. */
async function signIn(browser: Browser, form: Record<string, string>, id = 'dev'): Promise<Response> {
  const { path } = await pageOf(browser, id)
  return browser.send(pathOf(locationOf(await browser.post(path, form))))
}

describe('a sign-in with dev()', () => {
  test('a user signs in with dev() by one click on the page of test users, without a network', async () => {
    const { browser, auth } = start(dev())
    const { html, path } = await pageOf(browser)
    expect(path).toMatch(/^\/auth\/dev\/dev\?/)
    expect(html).toContain('Alice Example')
    expect(html).toContain('carol@example.com, e-mail address not verified')
    const done = await signIn(browser, { user: '0' })
    expect(locationOf(done).href).toBe(`${ORIGIN}/inside`)
    expect(await browser.session()).toMatchObject({
      user: { name: 'Alice Example', email: 'alice@example.com' },
    })
    expect(auth.logged).toEqual([])
  })

  test('dev() uses state, PKCE, nonce and a verified ID token like a real provider', async () => {
    const profiles: unknown[] = []
    const { browser } = start(dev(), {
      events: { signIn: ({ profile, account }) => void profiles.push(profile, account) },
    })
    const { path } = await pageOf(browser)
    expect(Object.fromEntries(new URLSearchParams(path.split('?')[1]))).toMatchObject({
      response_type: 'code',
      client_id: 'development',
      redirect_uri: `${ORIGIN}/auth/callback/dev`,
      scope: 'openid profile email',
      code_challenge_method: 'S256',
      nonce: expect.stringMatching(/^[\w-]{43}$/),
      state: expect.any(String),
    })
    await signIn(browser, { user: '1' })
    expect(profiles[0]).toMatchObject({ iss: 'http://dev.localhost/dev', sub: 'dev-bob', aud: 'development' })
    expect(profiles[1]).toMatchObject({ provider: 'dev', type: 'oidc', providerAccountId: 'dev-bob' })
  })

  test('a user signs in with dev() by typing claims', async () => {
    const { browser } = start(dev(), {
      callbacks: { session: ({ session, token }: any) => ({ ...session, id: token.sub }) },
    })
    await signIn(browser, { user: 'typed', name: 'Grace', email: 'grace@example.com', verified: 'on' })
    expect(await browser.session()).toMatchObject({ user: { name: 'Grace', email: 'grace@example.com' } })
  })

  test('dev() reports errors in typed claims, and shows the typed claims again', async () => {
    const { browser } = start(dev())
    const { path } = await pageOf(browser)
    const wrong = await browser.post(path, { user: 'typed', name: 'Grace', claims: '{"role": admin}' })
    expect(wrong.status).toBe(400)
    const html = await wrong.text()
    expect(html).toContain('The claims must be a JSON object')
    expect(html).toContain('value="Grace"')
    expect(html).toContain('{&quot;role&quot;: admin}')
  })

  test.each([
    [{ name: 'Grace', claims: '[]' }, false],
    [{ name: 'Grace', claims: '[]', verified: 'on' }, true],
  ])(
    'dev() keeps the checkbox for a verified e-mail address after an error in %j',
    async (form, isChecked) => {
      const { browser } = start(dev())
      const { path, html } = await pageOf(browser)
      const checkbox = /<input id="verified"[^>]*>/
      expect(html.match(checkbox)?.[0]).toContain(' checked')
      const wrong = await (await browser.post(path, { user: 'typed', ...form })).text()
      expect(wrong.match(checkbox)?.[0].includes(' checked')).toBe(isChecked)
    },
  )

  test.each([
    [5_000, 'The claims are too long for an authorization code.'],
    [50_000, 'The claims are too long for an authorization code.'],
  ])('dev() refuses %i characters of typed claims with a message', async (length, message) => {
    const { browser } = start(dev())
    const { path } = await pageOf(browser)
    const claims = JSON.stringify({ sub: '1', biography: 'x'.repeat(length) })
    const wrong = await browser.post(path, { user: 'typed', claims })
    expect(wrong.status).toBe(400)
    expect(await wrong.text()).toContain(message)
  })

  test.each([
    ['a missing subject', { claims: '{}' }, 'Enter a name, an e-mail address or the claim `sub`.'],
    ['an empty subject', { claims: '{"sub": ""}' }, 'Enter a name, an e-mail address or the claim `sub`.'],
    [
      'a subject that is null',
      { claims: '{"sub": null}' },
      'Enter a name, an e-mail address or the claim `sub`.',
    ],
    [
      'a subject that is too long',
      { name: 'x'.repeat(256) },
      'The name, the e-mail address or the claim `sub` has more than 255 characters.',
    ],
  ])('dev() reports %s', async (_, form, message) => {
    const { browser } = start(dev())
    const { path } = await pageOf(browser)
    const wrong = await browser.post(path, { user: 'typed', ...form })
    expect(await wrong.text()).toContain(message)
  })

  test('the application can set the test users, the id and the profile of dev()', async () => {
    const provider = dev({
      id: 'staff',
      name: 'Staff',
      users: [{ sub: '7', name: 'Ada', role: 'admin' }],
      profile: ({ sub, name, role }) => ({ id: sub, name: `${name} (${role})` }),
    })
    const { browser } = start(provider)
    await signIn(browser, { user: '0' }, 'staff')
    expect(await browser.session()).toMatchObject({ user: { name: 'Ada (admin)' } })
  })

  test('a cancelled sign-in with dev() is reported like a denial by the provider', async () => {
    const { browser, auth } = start(dev())
    const done = await signIn(browser, { user: 'none' })
    expect(locationOf(done).searchParams.get('error')).toBe('OAuthCallbackError')
    expect(await browser.session()).toBe(null)
    expect(String(auth.logged[0] ?? auth.warned[0])).toContain('access_denied')
  })

  test('dev() accepts a code that another process with the same secret has issued', async () => {
    const adapter = memory()
    const [one, other] = [start(dev(), { adapter }), start(dev(), { adapter })]
    const { path } = await pageOf(one.browser)
    const callback = locationOf(await one.browser.post(path, { user: '0' }))
    const second = new Browser(other.auth.handle, ORIGIN, one.browser.jar)
    expect(locationOf(await second.send(pathOf(callback))).href).toBe(`${ORIGIN}/inside`)
    expect(await second.session()).toMatchObject({ user: { email: 'alice@example.com' } })
  })

  test('dev() stores users, and finds them at the next sign-in', async () => {
    const adapter = memory()
    const { browser } = start(dev(), { adapter })
    await signIn(browser, { user: '0' })
    const { auth } = start(dev(), { adapter })
    await signIn(new Browser(auth.handle, ORIGIN), { user: '0' })
    const user = await adapter.getUserByAccount?.({ provider: 'dev', providerAccountId: 'dev-alice' })
    expect(user).toMatchObject({ email: 'alice@example.com', name: 'Alice Example' })
  })
})

test('dev({ as }) has the id, the type and the profile of an OAuth 2 provider', async () => {
  const accounts: unknown[] = []
  const { browser } = start(dev({ as: github({ clientId: 'real', clientSecret: 'real' }) }), {
    events: { signIn: ({ profile, account }) => void accounts.push(account, profile) },
  })
  const { html } = await pageOf(browser, 'github')
  expect(html).toContain('GitHub (development)')
  await signIn(browser, { user: '0' }, 'github')
  expect(accounts[0]).toMatchObject({ provider: 'github', type: 'oauth', providerAccountId: '1000' })
  expect(accounts[1]).toMatchObject({ id: 1000, login: 'alice' })
  expect(await browser.session()).toMatchObject({ user: { name: 'Alice Example' } })
})

test("dev({ as }) accepts test users in the format of the provider's profiles", async () => {
  const { browser } = start(dev({ as: github(), users: [{ id: 3, login: 'grace', name: null }] }))
  await signIn(browser, { user: '0' }, 'github')
  expect(await browser.session()).toMatchObject({ user: { name: 'grace' } })
})

test('dev({ as }) can replace an OpenID Provider', async () => {
  const { browser, auth } = start(dev({ as: google() }))
  await signIn(browser, { user: '1' }, 'google')
  expect(auth.logged).toEqual([])
  expect(await browser.session()).toMatchObject({ user: { email: 'bob@google.example.com' } })
})

test('a sign-out from dev({ as }) stays in the application', async () => {
  const remote = {
    endSession: 'https://op.example/logout',
    revocation: 'https://op.example/revoke',
    backchannelLogout: true,
  }
  const real = { clientId: 'real', clientSecret: 'real', issuer: 'https://op.example', ...remote }
  for (const as of [auth0(real), oidc({ id: 'acme', ...real })]) {
    const { browser, auth } = start(dev({ as }), { options: { signOut: 'provider' } })
    await signIn(browser, { user: '0' }, as.id)
    expect(await browser.session()).not.toBeNull()
    const left = locationOf(await browser.post('/auth/signout', { callbackUrl: '/bye' }))
    expect(left.href).toBe(`${ORIGIN}/bye`)
    expect(await browser.session()).toBeNull()
    expect(auth.logged).toEqual([])
  }
})

test('the test users of dev() are different for each provider', async () => {
  const adapter = memory()
  const { auth } = start(dev(), {
    adapter,
    providers: [dev(), dev({ id: 'my_company' }), dev({ as: github() }), dev({ as: google() })],
  })
  const emails = []
  for (const id of ['dev', 'my_company', 'github', 'google']) {
    const browser = new Browser(auth.handle, ORIGIN)
    expect(locationOf(await signIn(browser, { user: '0' }, id)).pathname).toBe('/inside')
    emails.push((await browser.session()).user.email)
  }
  expect(emails).toEqual([
    'alice@example.com',
    'alice@my-company.example.com',
    'alice@github.example.com',
    'alice@google.example.com',
  ])
  expect(auth.logged).toEqual([])
})

test('dev({ as }) can replace every provider of the catalogue, or requires the option `users`', async () => {
  const files = readdirSync('src/providers').filter((name) => name.endsWith('.ts'))
  const needsUsers: string[] = []
  let count = 0
  for (const file of files) {
    const provider = await oauthProvider(file)
    if (!provider) continue
    count += 1
    const { browser, auth } = start(dev({ as: provider }))
    await signIn(browser, { user: '0' }, provider.id)
    if ((await browser.session()) !== null) continue
    needsUsers.push(provider.id)
    expect(causesOf(auth.logged[0])).toContain('pass the option `users`')
  }
  expect(count).toBeGreaterThan(85)
  expect(needsUsers).toEqual([
    ...['boxyhq-saml', 'bungie', 'click-up', 'coinbase', 'concept2', 'faceit'],
    ...['foursquare', 'freshbooks', 'mailchimp', 'naver', 'patreon', 'pipedrive', 'tiktok', 'trakt'],
    ...['twitter', 'vk', 'wechat', 'wordpress', 'zoho'],
  ])
}, 60_000)

test('dev({ as }) logs an error that profile() throws', async () => {
  const profile = () => {
    throw new TypeError('The team is missing.')
  }
  const { browser, auth } = start(dev({ as: github({ profile }) }))
  await signIn(browser, { user: 'typed', claims: '{"id": 7}' }, 'github')
  expect(auth.logged).toHaveLength(1)
  expect(causesOf(auth.logged[0])).toContain(
    '`profile()` of GitHub (development) threw an error, or returned no user with an id.',
  )
  expect(causesOf(auth.logged[0])).toContain('The team is missing.')
})

/** The OAuth or OpenID Connect provider that a module of the catalogue exports. */
async function oauthProvider(file: string): Promise<OAuthProvider<any, string, any> | undefined> {
  const path = `../../src/providers/${file.replace('.ts', '.js')}`
  const module = await import(/* @vite-ignore */ path)
  const [make] = Object.values(module) as ((options: object) => OAuthProvider<any, string, any>)[]
  try {
    const provider = make?.({ issuer: 'https://op.example', clientId: 'c' })
    return provider && /^(oauth|oidc)$/.test(provider.type) && provider.id ? provider : undefined
  } catch {
    return undefined
  }
}

function causesOf(error: unknown): string {
  const { message, cause } = Object(error) as { message?: string; cause?: { err?: unknown } }
  return `${message}\n${cause ? causesOf(cause.err ?? cause) : ''}`
}
