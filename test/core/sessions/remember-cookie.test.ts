import { describe, expect, test } from 'vitest'
import { memory } from '../../../src/adapters/memory.js'
import { credentials } from '../../../src/providers/credentials.js'
import { memoryStore } from '../../../src/stores/memory.js'
import { type AppOptions, app } from '../../support/app.js'
import { Browser, locationOf } from '../../support/browser.js'
import { IdentityProvider } from '../../support/identity-provider.js'
import { mailbox } from '../../support/mailbox.js'
import { acme } from '../../support/providers.js'

const START = Date.UTC(2040, 10, 1, 12)
const HOUR = 3_600_000
const NAME = '__Host-authwright.session-token'

async function site(parts: Partial<AppOptions>) {
  let now = START
  const clock = (): number => now
  const idp = await IdentityProvider.start()
  idp.clock = clock
  const box = mailbox()
  const seen: unknown[] = []
  const adapter = memory()
  await adapter.createUser({ id: 'bob', email: 'bob@example.com', emailVerified: null } as never)
  const auth = app({
    providers: [
      acme(),
      box.provider,
      credentials({
        id: 'form',
        input: {
          '~standard': {
            version: 1,
            vendor: 'test',
            validate: (value: unknown) => ({ value }),
          },
        },
        fields: { name: {} },
        authorize: (typed: object) => {
          seen.push(typed)
          return { id: 'bob', email: 'bob@example.com' }
        },
      }) as never,
    ],
    adapter,
    fetch: idp.fetch,
    clock,
    ...parts,
    session: { remember: true, ...parts.session },
    options: { store: memoryStore({ now: clock }) },
  })
  const flows: Record<string, (browser: Browser, choice: Record<string, string>) => Promise<Response>> = {
    async oauth(browser, choice) {
      const begun = await browser.post('/auth/signin/acme', { callbackUrl: '/', ...choice })
      const callback = idp.authorize(locationOf(begun))
      return browser.send(callback.pathname + callback.search)
    },
    async email(browser, choice) {
      await browser.post('/auth/signin/mail', { email: 'eve@example.com', callbackUrl: '/', ...choice })
      return browser.send(box.link)
    },
    credentials: (browser, choice) =>
      browser.post('/auth/callback/form', { name: 'bob', callbackUrl: '/', ...choice }),
  }
  return {
    auth,
    box,
    idp,
    flows,
    seen,
    later(milliseconds: number) {
      now += milliseconds
    },
  }
}

const cookieOf = (response: Response): string =>
  response.headers
    .getSetCookie()
    .find((each) => each.startsWith(`${NAME}=`) && !each.includes('Max-Age=0')) ?? ''

describe.each<[string, Partial<AppOptions>]>([
  ['jwt', { session: { strategy: 'jwt' } }],
  ['database', {}],
])('`remember` with strategy %s', (_, parts) => {
  describe.each(['oauth', 'email', 'credentials'])('signed in by %s', (flow) => {
    test('without the `remember` checkbox, the cookie ends with the browser and the session after 12 hours', async () => {
      const { auth, flows, later } = await site(parts)
      const browser = new Browser(auth.handle)
      const cookie = cookieOf((await flows[flow]?.(browser, {})) as Response)
      expect(cookie).not.toBe('')
      expect(cookie).not.toMatch(/Expires|Max-Age/)
      later(11 * HOUR)
      const session = await browser.session()
      expect(Date.parse(session.expires)).toBe(START + 23 * HOUR)
      later(12 * HOUR)
      expect(await browser.session()).toBeNull()
    })

    test('with the `remember` checkbox, the cookie and the session survive a restart of the browser', async () => {
      const { auth, flows, later } = await site(parts)
      const browser = new Browser(auth.handle)
      const cookie = cookieOf((await flows[flow]?.(browser, { remember: 'on' })) as Response)
      expect(cookie).toMatch(/Expires/)
      expect([...browser.jar.header.matchAll(/remember/g)]).toHaveLength(0)
      later(48 * HOUR)
      expect(await browser.session()).not.toBeNull()
    })
  })

  test.each([{ maxAge: 900 }, { expires: new Date(START + 48 * HOUR) }])(
    'without the `remember` checkbox, the cookie ends with the browser despite the cookie options %j',
    async (options) => {
      const { auth, flows } = await site({ ...parts, cookies: { sessionToken: { options } } })
      const cookie = cookieOf((await flows['credentials']?.(new Browser(auth.handle), {})) as Response)
      expect(cookie).not.toBe('')
      expect(cookie).not.toMatch(/Expires|Max-Age/)
    },
  )

  test('without the `remember` checkbox, a renewed cookie also ends with the browser', async () => {
    const { auth, flows, later } = await site(parts)
    const browser = new Browser(auth.handle)
    await flows['credentials']?.(browser, {})
    for (let time = 0; time < 6; time++) {
      later(8 * HOUR)
      const response = await browser.send('/auth/session')
      expect(await response.json()).not.toBeNull()
      expect(cookieOf(response)).not.toMatch(/Expires|Max-Age/)
    }
  })
})

test.each([
  ['on', 'keeps the user signed in'],
  ['1', 'keeps the user signed in'],
  ['true', 'keeps the user signed in'],
  ['off', 'ends with the browser session'],
  ['yes', 'ends with the browser session'],
  ['', 'ends with the browser session'],
])('a sign-in by form with `remember=%s` %s', async (remember, outcome) => {
  const { auth, flows } = await site({})
  const response = await flows['credentials']?.(new Browser(auth.handle), { remember })
  const cookie = cookieOf(response as Response)
  expect(cookie).not.toBe('')
  expect(cookie.includes('Expires=')).toBe(outcome === 'keeps the user signed in')
})

test.each([
  [true, 'keeps the user signed in'],
  [false, 'ends with the browser session'],
  [1, 'ends with the browser session'],
])('a sign-in by JSON with `remember: %j` %s', async (remember, outcome) => {
  const { auth } = await site({})
  const browser = new Browser(auth.handle)
  const body = JSON.stringify({
    csrfToken: await browser.csrfToken(),
    name: 'bob',
    callbackUrl: '/',
    remember,
  })
  const headers = { origin: browser.origin, 'content-type': 'application/json' }
  const response = await browser.send('/auth/callback/form', { method: 'POST', body, headers })
  const cookie = cookieOf(response)
  expect(cookie).not.toBe('')
  expect(cookie.includes('Expires=')).toBe(outcome === 'keeps the user signed in')
})

describe.each([
  ['on', 'keeps the user signed in'],
  [true, 'keeps the user signed in'],
  [undefined, 'ends with the browser session'],
  [false, 'ends with the browser session'],
])('`auth.signIn` with `remember: %j`', (remember, outcome) => {
  /** Signs in with a server-side call. Returns the cookie of the session. */
  const signIn = async (
    { auth, box, idp }: Awaited<ReturnType<typeof site>>,
    provider: string,
    fields: object,
  ): Promise<string> => {
    const browser = new Browser(auth.handle)
    const request = new Request('https://app.test/login', {
      method: 'POST',
      headers: { origin: 'https://app.test', 'sec-fetch-site': 'same-origin' },
    })
    const started = await auth.signIn(provider, { request, ...fields, remember } as never)
    const response = new Response(null, { headers: started.headers })
    browser.jar.take(response, browser.origin)
    if (provider === 'acme') {
      const callback = idp.authorize(new URL(started.url))
      return cookieOf(await browser.send(callback.pathname + callback.search))
    }
    return cookieOf(provider === 'mail' ? await browser.send(box.link) : response)
  }

  test.each<[string, object]>([
    ['acme', {}],
    ['mail', { email: 'eve@example.com' }],
    ['form', { name: 'bob' }],
  ])(`with the provider %s, the session ${outcome}`, async (provider, fields) => {
    const cookie = await signIn(await site({}), provider, fields)
    expect(cookie).not.toBe('')
    expect(cookie.includes('Expires=')).toBe(outcome === 'keeps the user signed in')
  })
})

test('the `remember` choice comes from the submitted form, not from another sign-in in progress', async () => {
  const { auth, flows } = await site({})
  const browser = new Browser(auth.handle)
  await browser.post('/auth/signin/acme', { callbackUrl: '/', remember: 'on' })
  const cookie = cookieOf((await flows['credentials']?.(browser, {})) as Response)
  expect(cookie).not.toMatch(/Expires|Max-Age/)
  await browser.post('/auth/signin/acme', { callbackUrl: '/', remember: 'on' })
  expect(cookieOf((await flows['oauth']?.(browser, {})) as Response)).not.toMatch(/Expires|Max-Age/)
})

test('a session from a mail link opened in another browser ends with that browser', async () => {
  const { auth, box } = await site({})
  await new Browser(auth.handle).post('/auth/signin/mail', {
    email: 'eve@example.com',
    callbackUrl: '/',
    remember: 'on',
  })
  const other = new Browser(auth.handle)
  const page = await other.send(box.link)
  const cookie = cookieOf(page)
  expect(cookie).not.toMatch(/Expires|Max-Age/)
})

test('the `remember` checkbox is not passed to `authorize`', async () => {
  const { auth, flows, seen } = await site({})
  await flows['credentials']?.(new Browser(auth.handle), { remember: 'on' })
  expect(seen).toEqual([{ name: 'bob' }])
})

test('the sign-in page has a `remember` checkbox in each form, and none if the option is off', async () => {
  const on = await site({})
  const off = await site({ session: { remember: false } })
  const page = async ({ auth }: typeof on) => (await new Browser(auth.handle).send('/auth/signin')).text()
  expect((await page(on)).match(/name="remember"/g)).toHaveLength(3)
  expect(await page(on)).toContain('Stay signed in')
  expect(await page(off)).not.toContain('name="remember"')
})
