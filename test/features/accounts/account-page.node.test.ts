import { describe, expect, test } from 'vitest'
import type { AdapterAuthenticator } from '../../../src/adapters/contract.js'
import type { Browser } from '../../support/browser.js'
import { locationOf } from '../../support/browser.js'
import { type PasskeyWorld, passkeyWorlds } from '../../support/passkeys.js'
import { GRACE, type World, worlds } from '../../support/world.js'

/* `/auth/account` without a script. Its forms change only data of the signed-in user. */

const start = worlds()
const startPasskeys = passkeyWorlds()
const MINUTE = 60_000
const ACME = { provider: 'acme', providerAccountId: 'ada' }
const OTHER = { provider: 'acme', providerAccountId: 'ada-at-work' }

async function withTwo(world: World): Promise<string> {
  await world.signIn()
  const { id = '' } = (await world.adapter.getUserByAccount(ACME)) ?? {}
  await world.adapter.linkAccount({ ...OTHER, type: 'oidc', userId: id })
  return id
}

const htmlOf = async (browser: Browser, query = ''): Promise<string> =>
  (await browser.send(`/auth/account${query}`, { headers: { accept: 'text/html' } })).text()

/** The forms of a page, each with its fields. */
function formsOf(html: string): { action: string; fields: Record<string, string> }[] {
  return [...html.matchAll(/<form[^>]*action="([^"]*)"[^>]*>([\s\S]*?)<\/form>/g)].map(
    ([, action = '', inner = '']) => ({
      action,
      fields: Object.fromEntries(
        [...inner.matchAll(/<input[^>]*name="([^"]*)"[^>]*value="([^"]*)"/g)].map(([, name, value]) => [
          name,
          value,
        ]),
      ),
    }),
  )
}

/** Submits the form with these fields, like a browser without JavaScript. */
async function press(browser: Browser, wanted: Record<string, string>, typed: Record<string, string> = {}) {
  const form = formsOf(await htmlOf(browser)).find(({ fields }) =>
    Object.entries(wanted).every(([name, value]) => fields[name] === value),
  )
  if (!form) throw new Error(`There is no form with ${JSON.stringify(wanted)}.`)
  const { pathname } = new URL(form.action, 'https://app.test')
  return browser.send(pathname, {
    method: 'POST',
    body: new URLSearchParams({ ...form.fields, ...typed }),
    headers: { origin: 'https://app.test', 'sec-fetch-site': 'same-origin', accept: 'text/html' },
  })
}

const resultOf = (response: Response): string | null => locationOf(response).searchParams.get('accountResult')

describe.each(['jwt', 'database'] as const)('sessions: %s', (strategy) => {
  test('the account page redirects a signed-out user to the sign-in page and back', async () => {
    const world = await start({ strategy })
    const location = locationOf(await world.browser.send('/auth/account'))
    expect(location.pathname).toBe('/auth/signin')
    expect(location.searchParams.get('callbackUrl')).toBe('https://app.test/auth/account')
  })

  test('a button on the account page unlinks an account, and the page shows the result', async () => {
    const world = await start({ strategy })
    await withTwo(world)
    const response = await press(world.browser, { action: 'unlink', ...ACME })
    expect([locationOf(response).pathname, resultOf(response)]).toEqual(['/auth/account', 'unlinked'])
    expect(world.adapter.rows.accounts).toMatchObject([OTHER])
    const html = await htmlOf(world.browser, '?accountResult=unlinked')
    expect(html).toContain('The account is disconnected.')
    expect(html).toContain('Your only way to sign in')
    expect(formsOf(html).some(({ fields }) => fields['action'] === 'unlink')).toBe(false)
    const forced = await world.browser.post('/auth/account', { action: 'unlink', ...OTHER })
    expect(resultOf(forced)).toBe('lastSignInMethod')
    expect(world.adapter.rows.accounts).toHaveLength(1)
  })

  test('a button on the account page links an account, and the page shows the result', async () => {
    const world = await start({ strategy })
    await world.enter()
    const begun = await press(world.browser, { link: 'report' })
    const back = locationOf(await world.finish(world.idp.authorize(locationOf(begun))))
    expect([back.pathname, back.search]).toEqual(['/auth/account', '?linkProvider=acme&linkResult=linked'])
    expect(await htmlOf(world.browser, back.search)).toContain('The account is connected.')
  })

  test('a form of the account page with ids of another user changes nothing', async () => {
    const world = await start({ strategy })
    await withTwo(world)
    const grace = world.anotherBrowser()
    await world.enter(grace)
    const forms = [
      { action: 'unlink', ...ACME },
      { action: 'unlink', ...ACME, userId: 'grace' },
      { action: 'rename-passkey', id: 'x', name: 'Grace' },
      { action: 'remove-passkey', id: 'x' },
      { action: 'end-session', id: world.adapter.rows.sessions[0]?.sessionToken ?? 'x' },
    ]
    for (const form of forms) {
      expect(resultOf(await grace.post('/auth/account', form as never))).toBe('notFound')
    }
    expect(world.adapter.rows.accounts).toHaveLength(2)
    expect(await world.browser.session()).toMatchObject({ user: { name: 'Ada Lovelace' } })
  })

  test('CS-1, CS-2, CS-5: a form of the account page from another site, or without the token of this session, changes nothing', async () => {
    const world = await start({ strategy })
    await withTwo(world)
    const token = await world.browser.csrfToken()
    const other = world.anotherBrowser()
    await world.enter(other)
    const form = { action: 'unlink', ...ACME }
    const send = (path: string, body: Record<string, string>, headers: Record<string, string> = {}) =>
      world.browser.send(path, {
        method: 'POST',
        body: new URLSearchParams(body),
        headers: { origin: world.origin, ...headers },
      })
    const responses = [
      await send('/auth/account', form),
      await send('/auth/account', { ...form, csrfToken: await other.csrfToken() }),
      await send('/auth/account', { ...form, csrfToken: `${token}a` }),
      await send(`/auth/account?csrfToken=${token}`, form),
      await send('/auth/account', { ...form, csrfToken: token }, { origin: 'https://evil.test' }),
      await send('/auth/account', { ...form, csrfToken: token }, { 'sec-fetch-site': 'cross-site' }),
    ]
    expect(responses.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403, 403])
    expect(world.adapter.rows.accounts).toHaveLength(2)
    const opened = await world.browser.send(
      `/auth/account?${new URLSearchParams({ ...form, csrfToken: token })}`,
    )
    expect(opened.status).toBe(200)
    expect(world.adapter.rows.accounts).toHaveLength(2)
  })

  test('CS-7: a CSRF token from before the sign-in is refused on the account page', async () => {
    const world = await start({ strategy })
    const csrfToken = await world.browser.csrfToken()
    await withTwo(world)
    const response = await world.browser.post('/auth/account', { action: 'unlink', ...ACME, csrfToken })
    expect(response.status).toBe(403)
  })

  test('the account page redirects a session without a recent sign-in to the sign-in page and back', async () => {
    let now = Date.now()
    const world = await start({ strategy, clock: () => now })
    await withTwo(world)
    now += 11 * MINUTE
    const response = await press(world.browser, { action: 'unlink', ...ACME })
    expect(response.status).toBe(403)
    const html = await response.text()
    expect(html).toContain('Sign in again to continue')
    expect(html).toContain('/auth/account')
    expect(world.adapter.rows.accounts).toHaveLength(2)
  })

  test('a session that has ended cannot change anything on the account page', async () => {
    const world = await start({ strategy })
    await withTwo(world)
    const { header } = world.browser.jar
    const csrfToken = await world.browser.csrfToken()
    await world.browser.post('/auth/signout')
    const response = await world.browser.send('/auth/account', {
      method: 'POST',
      body: new URLSearchParams({ action: 'unlink', ...ACME, csrfToken }),
      headers: { origin: world.origin, cookie: header },
    })
    expect(response.status === 403 || locationOf(response).pathname === '/auth/signin').toBe(true)
    expect(world.adapter.rows.accounts).toHaveLength(2)
  })

  test('the account page escapes names of users and providers', async () => {
    const world = await start({ strategy, provider: { name: '<img src=x>' } })
    await world.signIn()
    const html = await htmlOf(world.browser, '?accountResult=<script>&linkResult=<b>')
    expect(html).toContain('&lt;img src=x&gt;')
    expect(html).not.toContain('<img')
    expect(html).not.toContain('<script')
  })

  test('the account page ignores a redirect target on another site', async () => {
    const world = await start({ strategy })
    await withTwo(world)
    const fields = { action: 'unlink', ...ACME, callbackUrl: 'https://evil.test/' }
    expect(locationOf(await world.browser.post('/auth/account', fields)).origin).toBe(world.origin)
  })

  test('the account page refuses an unknown action, and changes nothing', async () => {
    const world = await start({ strategy })
    await withTwo(world)
    for (const action of ['', 'constructor', 'delete']) {
      expect((await world.browser.post('/auth/account', { action, ...ACME })).status).toBe(400)
    }
  })

  test('`pages.account` replaces the account page, and results of its forms are shown on the custom page', async () => {
    const world = await start({ strategy, pages: { account: '/settings' } })
    await withTwo(world)
    expect(locationOf(await world.browser.send('/auth/account')).pathname).toBe('/settings')
    const response = await world.browser.post('/auth/account', { action: 'unlink', ...ACME })
    expect(locationOf(response).href).toBe('https://app.test/settings?accountResult=unlinked')
  })

  test.each([
    ['`account: false`', { pages: { account: false } }],
    ['no adapter', { stored: false, strategy: 'jwt' }],
  ] as const)('the account page and its forms return 404 with %s', async (_, options) => {
    const world = await start({ strategy, ...options })
    await world.signIn()
    expect((await world.browser.send('/auth/account')).status).toBe(404)
    expect((await world.browser.post('/auth/account', { action: 'unlink', ...ACME })).status).toBe(404)
  })
})

describe('sessions', () => {
  test("with strategy 'database', the account page lists sessions with devices, and can end one or all other sessions", async () => {
    const world = await start({ strategy: 'database' })
    await world.signIn()
    const [second, third] = [world.anotherBrowser(), world.anotherBrowser()]
    await world.signIn(second)
    await world.signIn(third)
    const html = await htmlOf(world.browser)
    expect(html.match(/This device/g)).toHaveLength(1)
    expect(html.match(/Last used <time [^>]+>[^<]+, \d+:\d\d\s[AP]M UTC<\/time>/g)).toHaveLength(2)
    const ended = await press(world.browser, { action: 'end-session' })
    expect(resultOf(ended)).toBe('sessionEnded')
    expect(
      [await second.session(), await third.session()].filter((session) => session === null),
    ).toHaveLength(1)
    expect(resultOf(await press(world.browser, { action: 'end-other-sessions' }))).toBe('sessionsEnded')
    expect([await second.session(), await third.session()]).toEqual([null, null])
    expect(await world.browser.session()).toMatchObject({ user: { name: 'Ada Lovelace' } })
    expect(await htmlOf(world.browser)).not.toContain('Sign out everywhere else')
  })

  test.each([
    ['Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0', 'Firefox, Linux'],
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0',
      'Edge, Windows',
    ],
    [
      'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36',
      'Chrome, Android',
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1',
      'Safari, iPhone',
    ],
    ['Example/1.0 (Macintosh; Intel Mac OS X 10_15_7)', 'macOS'],
    ['curl/8.16.0', 'Unknown device'],
  ])('the account page shows a session with the user agent %s as %s', async (userAgent, name) => {
    const world = await start({ strategy: 'database' })
    world.browser.headers = { 'user-agent': userAgent }
    await world.signIn()
    expect(await htmlOf(world.browser)).toContain(`<strong id="sessions-0">${name}</strong>`)
  })

  test('the button for all other sessions also ends the current session if the adapter cannot list sessions', async () => {
    const world = await start({
      strategy: 'database',
      through: ({ listSessionsByUserId: _, ...adapter }) => adapter as never,
    })
    const other = world.anotherBrowser()
    await world.enter(other)
    await world.enter()
    const ended = await press(world.browser, { action: 'end-other-sessions' })
    expect(locationOf(ended).pathname).toBe('/auth/signin')
    expect([await world.browser.session(), await other.session()]).toEqual([null, null])
  })

  test('without listSessionsByUserId and deleteSessionsByUserId, the account page cannot end other sessions', async () => {
    const world = await start({
      strategy: 'database',
      through: ({ listSessionsByUserId: _, deleteSessionsByUserId: __, ...adapter }) => adapter as never,
    })
    await world.enter()
    const forms = formsOf(await htmlOf(world.browser))
    expect(forms.filter(({ fields }) => fields['action'] === 'end-other-sessions')).toEqual([])
    const response = await world.browser.post('/auth/account', { action: 'end-other-sessions' })
    expect(response.status).toBe(400)
    expect(await world.browser.session()).toMatchObject({ user: { name: 'Grace' } })
  })

  test('the button for all other sessions also ends the current session if the adapter cannot end a single session', async () => {
    const world = await start({
      strategy: 'database',
      through: ({ deleteSessionById: _, ...adapter }) => adapter as never,
    })
    const other = world.anotherBrowser()
    await world.enter(other)
    await world.enter()
    const ended = await world.browser.post('/auth/account', { action: 'end-other-sessions' })
    expect(locationOf(ended).pathname).toBe('/auth/signin')
    expect([await world.browser.session(), await other.session()]).toEqual([null, null])
  })

  test('without deleteSessionById and deleteSessionsByUserId, the account page cannot end sessions', async () => {
    const world = await start({
      strategy: 'database',
      through: ({ deleteSessionById: _, deleteSessionsByUserId: __, ...adapter }) => adapter as never,
    })
    await world.enter()
    await world.enter(world.anotherBrowser())
    const forms = formsOf(await htmlOf(world.browser))
    expect(forms.filter(({ fields }) => fields['action']?.startsWith('end-'))).toEqual([])
    const response = await world.browser.post('/auth/account', { action: 'end-other-sessions' })
    expect(response.status).toBe(400)
    expect(await world.browser.session()).toMatchObject({ user: { name: 'Grace' } })
  })

  test('the button for all other sessions also ends the current session if new sessions keep starting', async () => {
    let isEnding = false
    const world = await start({
      strategy: 'database',
      through: (real) => ({
        ...real,
        async deleteSessionById(id) {
          await real.deleteSessionById(id)
          if (isEnding)
            await real.createSession({ sessionToken: crypto.randomUUID(), userId: 'grace', expires: soon() })
        },
      }),
    })
    const soon = (): Date => new Date(Date.now() + 600_000)
    await world.enter()
    const other = world.anotherBrowser()
    await world.enter(other)
    isEnding = true
    const ended = await world.browser.post('/auth/account', { action: 'end-other-sessions' })
    expect(locationOf(ended).pathname).toBe('/auth/signin')
    expect(await world.adapter.listSessionsByUserId('grace')).toEqual([])
    expect(await world.browser.session()).toBeNull()
  })

  test('the button for all other sessions also ends a session that replaces another session during the request', async () => {
    const beside: (() => Promise<unknown>)[] = []
    const world = await start({
      through: (real) => ({
        ...real,
        async listSessionsByUserId(userId) {
          const sessions = await real.listSessionsByUserId(userId)
          await beside.pop()?.()
          return sessions
        },
      }),
    })
    await world.enter()
    const other = world.anotherBrowser()
    await world.enter(other)
    const callback = await world.begin(other, '/inside', { link: 'true' })
    const { fields = {} } =
      formsOf(await htmlOf(world.browser)).find(({ fields }) => fields['action'] === 'end-other-sessions') ??
      {}
    // A session to which an account is linked is replaced.
    beside.push(async () => expect(locationOf(await world.finish(callback, other)).pathname).toBe('/inside'))
    expect(resultOf(await world.browser.post('/auth/account', fields))).toBe('sessionsEnded')
    expect(beside).toEqual([])
    expect(await other.session()).toBeNull()
    expect(await world.browser.session()).toMatchObject({ user: { name: 'Grace' } })
  })

  test.each(['database', 'jwt'] as const)(
    'the button for all other sessions also cancels a password sign-in in progress (%s)',
    async (strategy) => {
      let pause: Promise<void> | undefined
      const world = await start({
        strategy,
        password: {
          async authorize() {
            await pause
            return GRACE
          },
        },
      })
      await world.enter()
      await world.enter(world.anotherBrowser())
      const other = world.anotherBrowser()
      await other.csrfToken()
      let go = (): void => undefined
      pause = new Promise((resolve) => {
        go = resolve
      })
      const entering = world.enter(other)
      await new Promise((resolve) => setTimeout(resolve, 50))
      expect(resultOf(await press(world.browser, { action: 'end-other-sessions' }))).toBe(
        strategy === 'jwt' ? null : 'sessionsEnded',
      )
      go()
      expect(locationOf(await entering).searchParams.get('error')).toBe('CredentialsSignin')
      expect(await other.session()).toBeNull()
    },
  )

  test("with strategy 'jwt', the button ends all sessions of the user, and no session of another user", async () => {
    const world = await start({ strategy: 'jwt' })
    await world.signIn()
    const second = world.anotherBrowser()
    await world.signIn(second)
    const grace = world.anotherBrowser()
    await world.enter(grace)
    const response = await press(world.browser, { action: 'end-other-sessions' })
    expect(locationOf(response).pathname).toBe('/auth/signin')
    expect([await world.browser.session(), await second.session()]).toEqual([null, null])
    expect(await grace.session()).toMatchObject({ user: { name: 'Grace' } })
  })
})

describe.each(['jwt', 'database'] as const)('passkeys, sessions: %s', (strategy) => {
  const two = async (): Promise<PasskeyWorld> => {
    const world = await startPasskeys({ strategy })
    await world.register()
    await world.register('', world.browser)
    return world
  }

  test('a new passkey is named after its browser and the day, and its name field has a visible label', async () => {
    const world = await startPasskeys({ strategy })
    world.browser.headers = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Firefox/150.0' }
    await world.register()
    await world.register('', world.browser)
    const html = await htmlOf(world.browser)
    expect(html.match(/>Firefox, Linux, \d{4}-\d\d-\d\d<\/strong>/g)).toHaveLength(2)
    expect(html).toMatch(/<label for="(passkeys-0-name)">Name of the passkey<\/label>\s*<input [^>]*id="\1"/)
  })

  test('an adapter that cannot rename passkeys receives no name for a new passkey', async () => {
    const stored: object[] = []
    const world = await startPasskeys({
      strategy,
      through: ({ updateAuthenticatorName: _, ...adapter }) =>
        ({
          ...adapter,
          createAuthenticator: (authenticator: AdapterAuthenticator) => {
            stored.push(authenticator)
            return adapter.createAuthenticator?.(authenticator)
          },
        }) as never,
    })
    await world.register()
    expect(stored).toHaveLength(1)
    expect(stored[0]).not.toHaveProperty('name')
  })

  test('forms of the account page rename and remove passkeys', async () => {
    const world = await two()
    const renamed = await press(world.browser, { action: 'rename-passkey' }, { name: '<b>Phone</b>' })
    expect(resultOf(renamed)).toBe('passkeyRenamed')
    const named = await htmlOf(world.browser)
    const [, id = ''] = /<strong id="([^"]+)">&lt;b&gt;Phone&lt;\/b&gt;</.exec(named) ?? []
    expect(named).toMatch(new RegExp(`aria-describedby="${id}">Rename<`))
    expect(named).toMatch(new RegExp(`aria-describedby="${id}">Remove<`))
    expect(resultOf(await press(world.browser, { action: 'remove-passkey' }))).toBe('passkeyRemoved')
    const html = await htmlOf(world.browser)
    expect(formsOf(html).some(({ fields }) => fields['action'] === 'remove-passkey')).toBe(false)
  })

  test('a passkey of another user is neither renamed nor removed', async () => {
    const world = await two()
    const [form] = formsOf(await htmlOf(world.browser)).filter(
      ({ fields }) => fields['action'] === 'remove-passkey',
    )
    const eve = world.anotherBrowser()
    await world.register('eve@example.com', eve)
    for (const action of ['remove-passkey', 'rename-passkey']) {
      const response = await eve.post('/auth/account', {
        action,
        id: form?.fields['id'] ?? '',
        name: 'Key of Eve',
      })
      expect(resultOf(response)).toBe('notFound')
    }
    expect(await htmlOf(world.browser)).not.toContain('Key of Eve')
  })
})
