import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { VirtualAuthenticator } from '../../../src/testing/playwright.js'
import type { Renderer } from './client-application.js'
import { type ClientTabs, clientTabs } from './client-tabs.js'
import { until } from './processes.js'

/** A gate at which one part of a test waits until another part opens it. */
function gate(): { open(): void; readonly opened: Promise<void> } {
  let open = (): void => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { open: () => open(), opened }
}

const isSession = ({ pathname }: URL): boolean => pathname === '/api/auth/session'

/** Waits until a request of the page waits for a Web Lock in this mode. */
function waitsFor(page: Page, mode: 'exclusive' | 'shared'): Promise<void> {
  return until(`a request waits for a Web Lock in the mode ${mode}`, async () => {
    const modes = await page.evaluate(
      'navigator.locks.query().then(({ pending }) => pending.map(({ mode }) => mode))',
    )
    return (modes as string[]).includes(mode)
  })
}

/** Tests of a browser client, for every library that renders pages. */
export function clientSuite(renderer: Renderer): ClientTabs {
  const tabs = clientTabs(renderer)
  const { application, open, newPage, shows, seen, reads, call, leave, enter, clearCookies } = tabs

  test('a page that the server rendered with a session shows the user at once, and sends no request', async () => {
    await enter(await open())
    const before = reads()
    const page = await open()
    await shows(page, 'Signed in as Ada')
    await page.waitForTimeout(300)
    expect(await seen(page)).toEqual(['Signed in as Ada'])
    expect(reads()).toBe(before)
  })

  test('a page that the server rendered for a signed-out user sends no request', async () => {
    const before = reads()
    const page = await open()
    await page.waitForTimeout(300)
    expect(await seen(page)).toEqual(['unauthenticated'])
    expect(reads()).toBe(before)
  })

  test('a page that was rendered without session data loads the session, and never shows a signed-out state', async () => {
    await enter(await open())
    const page = await open('/late')
    await shows(page, 'Signed in as Ada')
    expect(await seen(page)).toEqual(['loading', 'Signed in as Ada'])
  })

  test('a sign-in and a sign-out in one tab are shown in another tab', async () => {
    const other = await open()
    const page = await open()
    expect(await enter(page)).toMatchObject({ ok: true, status: 200 })
    await shows(other, 'Signed in as Ada')
    expect(await call(page, 'signOut', { redirect: false })).toMatchObject({
      ok: true,
      url: `${application().url}/`,
    })
    await shows(page, 'unauthenticated')
    await shows(other, 'unauthenticated')
  })

  test('once signIn has resolved, the page shows the signed-in user', async () => {
    const page = await open()
    await enter(page)
    expect(await seen(page)).toEqual(['unauthenticated', 'Signed in as Ada'])
  })

  test('a sign-in with a page load redirects to its callback URL, and other tabs show the user', async () => {
    const other = await open()
    const page = await open()
    await leave(page, 'signIn', 'password', {
      name: 'Ada',
      password: 'right',
      redirectTo: '/inside?from=here',
    })
    await page.waitForURL('**/inside?from=here')
    await shows(page, 'Signed in as Ada')
    await shows(other, 'Signed in as Ada')
    await leave(page, 'signOut', { redirectTo: '/bye' })
    await page.waitForURL('**/bye')
    await shows(other, 'unauthenticated')
  })

  test('a sign-in returns to the page where it began, with the fragment of the URL', async () => {
    const page = await open('/#part')
    await leave(page, 'signIn', 'password', { name: 'Ada', password: 'right' })
    await shows(page, 'Signed in as Ada')
    expect(page.url()).toBe(`${application().url}/#part`)
    // The server rendered the page again, with the session.
    await page.waitForFunction("seen[0] === 'Signed in as Ada'")
  })

  test('a sign-in on a page with `error` in its URL redirects to the `callbackUrl` in that URL', async () => {
    const page = await open('/login?error=CredentialsSignin&callbackUrl=%2Finside')
    expect(await enter(page)).toMatchObject({ ok: true, url: `${application().url}/inside` })
    const here = `${application().url}/login?error=CredentialsSignin`
    const result = await call(page, 'signIn', 'password', {
      name: 'Ada',
      password: 'right',
      redirect: false,
      redirectTo: here,
    })
    expect(result).toMatchObject({ ok: true, url: here })
  })

  test('a sign-in redirects to an identity provider and back, and other tabs show the user', async () => {
    const { idp } = application()
    const before = idp.requestCount('/token')
    const other = await open()
    const page = await open('/inside')
    await leave(page, 'signIn', 'op', {}, { login_hint: 'grace' })
    await shows(page, 'Signed in as grace')
    expect(page.url()).toBe(`${application().url}/inside`)
    await shows(other, 'Signed in as grace')
    expect(idp.requestCount('/token')).toBe(before + 1)
  })

  test('signIn returns a result for a wrong password, and loads no other page', async () => {
    const page = await open('/login')
    expect(await enter(page, 'Ada', 'wrong')).toEqual({
      ok: false,
      status: 200,
      url: null,
      error: 'CredentialsSignin',
      code: 'credentials',
    })
    expect(await enter(page, 'Locked')).toMatchObject({
      ok: false,
      error: 'CredentialsSignin',
      code: 'locked',
    })
    expect(page.url()).toBe(`${application().url}/login`)
    await shows(page, 'unauthenticated')
  })

  test('signIn with a redirect leads to the sign-in page with the error after a wrong password', async () => {
    const page = await open('/inside')
    await leave(page, 'signIn', 'password', { name: 'Ada', password: 'wrong' })
    await page.waitForURL('**/api/auth/signin?*')
    expect(new URL(page.url()).searchParams.get('error')).toBe('CredentialsSignin')
    await page.getByRole('alert').waitFor()
  })

  test('a user with too many wrong passwords sees when to try again', async () => {
    const page = await open('/login')
    let result = await enter(page, 'Mallory', 'guess')
    for (let guesses = 0; guesses < 20 && result.error === 'CredentialsSignin'; guesses += 1) {
      result = await enter(page, 'Mallory', 'guess')
    }
    expect(result).toMatchObject({ ok: false, status: 429, error: 'RateLimited' })
    expect(result.retryAfter).toBeGreaterThan(0)
  })

  test('update() shows its changes at once, in this tab and in other tabs', async () => {
    const page = await open()
    await enter(page)
    const other = await open()
    await page.getByRole('button', { name: 'Rename', exact: true }).click()
    await shows(page, 'Signed in as Countess')
    await shows(other, 'Signed in as Countess')
    expect(await seen(page)).toEqual(['unauthenticated', 'Signed in as Ada', 'Signed in as Countess'])
  })

  test.each(['in the same tab', 'in another tab'])(
    'a late response to a session request does not undo an update: %s',
    async (where) => {
      const page = await open()
      await enter(page)
      const other = where === 'in the same tab' ? page : await open()
      const late = gate()
      const received = gate()
      await other.route(isSession, async (route) => {
        if (route.request().method() !== 'GET') return route.continue()
        const response = await route.fetch()
        expect(response.headers()['set-cookie']).toContain('session-token')
        received.open()
        await late.opened
        await route.fulfill({ response })
      })
      await other.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
      await received.opened
      const updated = page.waitForResponse((response) => response.request().method() === 'POST')
      await page.getByRole('button', { name: 'Rename', exact: true }).click()
      await waitsFor(page, 'exclusive')
      late.open()
      await updated
      await shows(page, 'Signed in as Countess')
      // Waits for the route handler above, which may still handle another read.
      await other.unrouteAll({ behavior: 'wait' })
      await page.reload()
      await shows(page, 'Signed in as Countess')
    },
  )

  test('a session read that begins during an update waits for the update', async () => {
    const page = await open()
    await enter(page)
    const late = gate()
    const sent = gate()
    await page.route(isSession, async (route) => {
      if (route.request().method() === 'POST') {
        sent.open()
        await late.opened
      }
      await route.continue()
    })
    await page.getByRole('button', { name: 'Rename', exact: true }).click()
    await sent.opened
    const before = reads()
    await page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    await waitsFor(page, 'shared')
    expect(reads()).toBe(before)
    late.open()
    await shows(page, 'Signed in as Countess')
    await until('the session is read', () => reads() > before)
    await shows(page, 'Signed in as Countess')
  })

  test('a session read that gets no response does not prevent a sign-out', async () => {
    const page = await open()
    await enter(page)
    const stuck = gate()
    await page.route(isSession, () => stuck.open())
    await page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    await stuck.opened
    expect(await call(page, 'signOut', { redirect: false })).toMatchObject({ ok: true })
    await page.unroute(isSession)
    await page.reload()
    await shows(page, 'unauthenticated')
  })

  test('a session update that the server refuses changes nothing, and reports the reason', async () => {
    const page = await open()
    await enter(page)
    await page.getByRole('button', { name: 'Rename wrongly' }).click()
    await page.getByText('The data does not match the schema').waitFor()
    await shows(page, 'Signed in as Ada')
  })

  test('changes by a server action are shown on the page that the action renders, and in other tabs', async () => {
    const other = await open()
    const page = await open()
    const before = reads()
    await page.getByRole('button', { name: 'Enter by action' }).click()
    await shows(page, 'Signed in as Actor')
    // A component that appears with the new session must not redirect to the sign-in page.
    await page.getByText('Welcome, Actor').waitFor()
    await shows(other, 'Signed in as Actor')
    // Only the other tab fetched the session. This page received the session from the action.
    expect(reads() - before).toBe(1)
    await page.getByRole('button', { name: 'Leave by action' }).click()
    await shows(page, 'unauthenticated')
    await shows(other, 'unauthenticated')
    expect(page.url()).toBe(`${application().url}/`)
  })

  test('a page for signed-in users redirects to the sign-in page and back', async () => {
    const page = await newPage()
    await page.goto(`${application().url}/members`)
    await page.waitForURL('**/api/auth/signin?*')
    expect(new URL(page.url()).searchParams.get('callbackUrl')).toBe(`${application().url}/members`)
    await page.getByLabel('Name').fill('Ada')
    await page.getByLabel('Password', { exact: true }).fill('right')
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.waitForURL('**/members')
    await shows(page, 'Signed in as Ada')
  })

  test('a sign-out on a page for signed-in users goes to the configured URL, not to the sign-in page', async () => {
    await enter(await open())
    const page = await open('/members')
    await leave(page, 'signOut', { redirectTo: '/bye' })
    await page.waitForURL('**/bye')
    await shows(page, 'unauthenticated')
  })

  test('a page that becomes visible again shows changes that were made while it was hidden', async () => {
    const page = await open()
    await enter(page)
    await clearCookies()
    await page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    await shows(page, 'unauthenticated')
  })

  test('a page from the back/forward cache shows no ended session', async () => {
    const page = await open()
    await enter(page)
    await clearCookies()
    await page.evaluate("dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))")
    await shows(page, 'unauthenticated')
  })

  test('a page with a refetch interval shows changes of the session after the interval', async () => {
    await enter(await open())
    const page = await open('/poll')
    await shows(page, 'Signed in as Ada')
    await clearCookies()
    await shows(page, 'unauthenticated')
  })

  for (const health of ['503', 'gone'] as const) {
    test(`while a server is down (${health}), a signed-in user stays signed in on the page`, async () => {
      const page = await open()
      await enter(page)
      application().health = health
      await page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
      await page.getByText(`Out of reach: ${health === '503' ? '503' : 'no answer'}`).waitFor()
      await shows(page, 'Signed in as Ada')
      expect(await enter(page)).toMatchObject({ ok: false, error: 'Unavailable' })
      expect(await call(page, 'signOut')).toMatchObject({ ok: false, error: 'Unavailable' })
      await shows(page, 'Signed in as Ada')

      application().health = 'up'
      await page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
      await page.getByText('Out of reach').waitFor({ state: 'detached' })
      await shows(page, 'Signed in as Ada')
    })
  }

  test('a page repeats a failed first session read, and shows a loading state until it succeeds', async () => {
    await enter(await open())
    application().health = '503'
    const page = await open('/late')
    await page.getByText('Out of reach: 503').waitFor()
    application().health = 'up'
    await shows(page, 'Signed in as Ada')
    expect(await seen(page)).toEqual(['loading', 'Signed in as Ada'])
  })

  test('the client does not open a `javascript:` URL from a response', async () => {
    const page = await open()
    await page.route('**/api/auth/signout', (route) =>
      route.fulfill({ json: { url: 'javascript:document.title="taken"' } }),
    )
    expect(await call(page, 'signOut')).toMatchObject({ ok: false })
    expect(await page.title()).toBe('Application')
    expect(page.url()).toBe(`${application().url}/`)
  })

  test('getProviders() and getCsrfToken() fetch the providers and the token', async () => {
    const page = await open()
    expect(Object.keys(await call(page, 'getProviders'))).toEqual(['password', 'op', 'passkey'])
    expect(await call(page, 'getCsrfToken')).toMatch(/^\S{20,}$/)
    expect(await call(page, 'getSession')).toBeNull()
  })

  test('a user creates a passkey on a page and signs in with it, and the page shows the user', async () => {
    const page = await open()
    await VirtualAuthenticator.attach(page)
    const made = { action: 'register', email: 'ada@example.com', name: 'Ada', redirect: false }
    expect(await call(page, 'signInWithPasskey', 'passkey', made)).toMatchObject({ ok: true })
    await shows(page, 'Signed in as Ada')
    await call(page, 'signOut', { redirect: false })
    await shows(page, 'unauthenticated')
    expect(await call(page, 'signInWithPasskey', 'passkey', { redirect: false })).toMatchObject({ ok: true })
    await shows(page, 'Signed in as Ada')
  })

  return tabs
}
