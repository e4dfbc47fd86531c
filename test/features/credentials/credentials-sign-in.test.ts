import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { memory } from '../../../src/adapters/memory.js'
import { CredentialsSignin } from '../../../src/errors.js'
import type { CredentialsProvider } from '../../../src/providers/kinds/credentials.js'
import { type App, type AppOptions, app } from '../../support/app.js'
import { Browser, locationOf } from '../../support/browser.js'
import { credentialsWith } from '../../support/providers.js'

const ada = { id: 'u1', name: 'Ada', email: 'ada@example.com' }
const fields = { email: { label: 'Email', type: 'email' }, password: { type: 'password' } }

const password = (overrides: Partial<CredentialsProvider> = {}): CredentialsProvider =>
  credentialsWith({
    name: 'Password',
    input: fields,
    authorize: ({ email, password }) => (email === ada.email && password === 'right' ? ada : null),
    ...overrides,
  })

const start = (options: Partial<AppOptions> = {}): { auth: App; browser: Browser } => {
  const auth = app({ providers: [password()], ...options })
  return { auth, browser: new Browser(auth.handle) }
}

const signIn = (browser: Browser, more: Record<string, string> = {}): Promise<Response> =>
  browser.post('/auth/callback/credentials', {
    email: ada.email,
    password: 'right',
    callbackUrl: '/inside',
    ...more,
  })

describe('a sign-in with credentials', () => {
  test('ends with a session', async () => {
    const { browser } = start()
    const response = await signIn(browser)
    expect(response.status).toBe(302)
    expect(locationOf(response).href).toBe('https://app.test/inside')
    expect(await browser.session()).toMatchObject({ user: { name: 'Ada', email: 'ada@example.com' } })
  })

  test('works with sessions in the database', async () => {
    const adapter = memory()
    const stored = await adapter.createUser({ ...ada, emailVerified: null })
    const { browser } = start({ adapter, providers: [password({ authorize: () => stored })] })
    await signIn(browser)
    expect((await browser.session()).user.name).toBe('Ada')
    const token = decodeURIComponent(browser.jar.get('__Host-authwright.session-token') ?? '')
    expect((await adapter.getSessionAndUser(token))?.user.id).toBe(stored.id)
  })

  test('a schema without `fields` has no form on the built-in page, which the log says once', async () => {
    const warned: unknown[] = []
    const logger = { warn: (code: string, message?: string) => void warned.push(code, message) }
    const input = v.object({ email: v.string(), password: v.string() })
    const { browser } = start({ providers: [password({ input })], options: { logger } })
    expect(await (await browser.send('/auth/signin')).text()).not.toContain('<form')
    await browser.send('/auth/signin')
    expect(warned).toEqual([
      'provider-without-form',
      'The built-in sign-in page leaves out "credentials": a schema does not say which fields its form has. Name them in the option `fields` of credentials().',
    ])
    const { browser: named } = start({ providers: [password({ input, fields })], options: { logger } })
    expect(await (await named.send('/auth/signin')).text()).toContain('name="email" type="email"')
    expect(warned).toHaveLength(2)
  })

  test('a user that the database does not have gets no session, and the log says what to do', async () => {
    const { auth, browser } = start({ adapter: memory() })
    expect(locationOf(await signIn(browser)).searchParams.get('error')).toBe('Configuration')
    expect(await browser.session()).toBeNull()
    expect(auth.logged.map(({ message }) => message)).toEqual([expect.stringContaining('create it first')])
  })

  test('a wrong password leads back to the page, with the target kept', async () => {
    const { browser } = start()
    const location = locationOf(await signIn(browser, { password: 'wrong' }))
    expect(location.pathname).toBe('/auth/signin')
    expect(Object.fromEntries(location.searchParams)).toEqual({
      error: 'CredentialsSignin',
      code: 'credentials',
      callbackUrl: 'https://app.test/inside',
    })
    const shown = await browser.send(location.pathname + location.search)
    expect(shown.status).toBe(200)
    expect(await shown.text()).toMatch(/role="alert"/)
    expect(await browser.session()).toBeNull()
  })

  describe('the form of a failed attempt', () => {
    const shownAfter = async (browser: Browser, sent: Record<string, string>): Promise<string> => {
      const { pathname, search } = locationOf(await signIn(browser, sent))
      return (await browser.send(pathname + search)).text()
    }

    test('keeps what was typed, except the password, and says beside it what is wrong', async () => {
      const { browser } = start()
      const page = await shownAfter(browser, { email: 'ada"@example.com', password: 'wr0ng' })
      expect(page).toMatch(
        /<input[^>]*name="email"[^>]*value="ada&quot;@example[.]com"[^>]*aria-invalid="true"/,
      )
      expect(page).not.toContain('wr0ng')
      const [, id] = /<div class="invalid" id="([^"]+)" role="alert">/.exec(page) ?? []
      expect(page).toMatch(new RegExp(`<input[^>]*name="password"[^>]*aria-describedby="${id}" autofocus>`))
      expect(page.match(/role="alert"/g)).toHaveLength(1)
      expect(page).toContain('<title>Those details are not right –')
    })

    test('is shown once, and to the browser that sent it', async () => {
      const { browser, auth } = start()
      const { pathname, search } = locationOf(await signIn(browser, { password: 'wrong' }))
      const stranger = new Browser(auth.handle)
      expect(await (await stranger.send(pathname + search)).text()).not.toContain(ada.email)
      expect(await (await browser.send(pathname + search)).text()).toContain(ada.email)
      expect(await (await browser.send(pathname + search)).text()).not.toContain(ada.email)
    })

    test('keeps no field that is hidden, a code or not the page’s', async () => {
      const input = {
        user: {},
        pin: { autocomplete: 'one-time-code' },
        tenant: { type: 'hidden', value: 'acme' },
        stay: { type: 'checkbox' },
      }
      const { browser } = start({ providers: [password({ input, authorize: () => null })] })
      const sent = { user: 'kept', pin: 'pin-1', tenant: 'tenant-1', stay: 'stay-1', other: 'other-1' }
      const page = await shownAfter(browser, sent)
      expect(page).toContain('value="kept"')
      expect(page).not.toMatch(/(pin|tenant|stay|other)-1/)
    })

    test('starts empty after more than anybody types', async () => {
      const { browser } = start()
      const page = await shownAfter(browser, { email: 'a'.repeat(1_001), password: 'wrong' })
      expect(page).toContain('aria-invalid=')
      expect(page).not.toContain('aaaaaaaa')
    })

    test('is nothing to an application with a page of its own', async () => {
      const { browser } = start({ pages: { signIn: '/welcome' } })
      await signIn(browser, { password: 'wrong' })
      expect(browser.jar.get('__Host-authwright.failed-form')).toBeUndefined()
    })
  })

  test('an error of its own tells its code', async () => {
    class Locked extends CredentialsSignin {
      override code = 'locked'
    }
    const authorize = (): never => {
      throw new Locked()
    }
    const { browser } = start({ providers: [password({ authorize })] })
    const { searchParams } = locationOf(await signIn(browser))
    expect([searchParams.get('error'), searchParams.get('code')]).toEqual(['CredentialsSignin', 'locked'])
  })

  test.each([
    [
      'throws',
      () => {
        throw new Error('db: password=hunter2')
      },
    ],
    ['returns true', () => true],
    ['returns {}', () => ({})],
    ['returns a number as id', () => ({ id: 1 })],
  ])('authorize that %s signs nobody in and tells nothing', async (_, authorize) => {
    const { browser } = start({ providers: [password({ authorize: authorize as never })] })
    const response = await signIn(browser)
    expect(locationOf(response).href).toMatch(
      /^https:\/\/app\.test\/auth\/error\?error=Configuration&reference=[\w-]{8}$/,
    )
    expect(await browser.session()).toBeNull()
  })

  test('only declared fields reach authorize', async () => {
    const seen: unknown[] = []
    const authorize = (input: unknown): null => {
      seen.push(input)
      return null
    }
    const { browser } = start({ providers: [password({ authorize })] })
    await signIn(browser, { role: 'admin', __proto__x: '1' })
    expect(seen.map((input) => Object.keys(input as object))).toEqual([['email', 'password']])
  })

  test('each declared field is a text, and a form without a required one is refused', async () => {
    const seen: unknown[] = []
    const input = { name: {}, password: { required: true } }
    const authorize = (given: unknown): null => {
      seen.push(given)
      return null
    }
    const { browser } = start({ providers: [password({ input, authorize })] })
    await browser.post('/auth/callback/credentials', { password: 'x' })
    const refused = await browser.post('/auth/callback/credentials', { name: 'n' })
    expect(seen).toEqual([{ name: '', password: 'x' }])
    expect(locationOf(refused).searchParams.get('error')).toBe('CredentialsSignin')
  })

  test('a schema decides what reaches authorize', async () => {
    const seen: unknown[] = []
    const input = v.object({ email: v.pipe(v.string(), v.trim(), v.email()), password: v.string() })
    const authorize = (given: unknown): null => {
      seen.push(given)
      return null
    }
    const { browser } = start({ providers: [password({ input, authorize })] })
    await signIn(browser, { email: ' ada@example.com ' })
    const refused = await signIn(browser, { email: 'not an address' })
    expect(seen).toEqual([{ email: 'ada@example.com', password: 'right' }])
    expect(locationOf(refused).searchParams.get('error')).toBe('CredentialsSignin')
  })

  test('the signIn callback can refuse, or send elsewhere', async () => {
    const answers: (boolean | string)[] = [false, '/ask', 'https://evil.test/']
    const { browser } = start({ callbacks: { signIn: () => answers.shift() as boolean } })
    expect(locationOf(await signIn(browser)).href).toBe('https://app.test/auth/error?error=AccessDenied')
    expect(locationOf(await signIn(browser)).href).toBe('https://app.test/ask')
    expect(locationOf(await signIn(browser)).href).toBe('https://app.test/')
    expect(await browser.session()).toBeNull()
  })

  test('GET signs nobody in', async () => {
    const { browser } = start()
    const response = await browser.send('/auth/callback/credentials?email=ada@example.com&password=right')
    expect(locationOf(response).searchParams.get('error')).toBe('Configuration')
    expect(await browser.session()).toBeNull()
  })
})

describe('on the server', () => {
  const request = new Request('https://app.test/action')

  test('signIn returns the cookies to set and where to go', async () => {
    const { auth, browser } = start()
    const options = { request, redirectTo: '/inside', email: ada.email, password: 'right' }
    const { url, headers } = await auth.signIn('credentials', options)
    expect(url).toBe('https://app.test/inside')
    browser.jar.take({ headers }, browser.origin)
    expect((await browser.session()).user.name).toBe('Ada')
  })

  test('signIn throws what went wrong', async () => {
    const { auth } = start()
    const options = { request, email: ada.email, password: 'wrong' }
    const refused = auth.signIn('credentials', options)
    await expect(refused).rejects.toMatchObject({ type: 'CredentialsSignin', code: 'credentials' })
  })

  test('signOut ends the session', async () => {
    const { auth, browser } = start()
    await signIn(browser)
    const signedIn = new Request('https://app.test/action', { headers: { cookie: browser.jar.header } })
    expect(await auth.session(signedIn)).toMatchObject({ user: { name: 'Ada' } })
    const { url, headers } = await auth.signOut({ request: signedIn, redirectTo: 'https://evil.test' })
    expect(url).toBe('https://app.test/')
    browser.jar.take({ headers }, browser.origin)
    expect(await browser.session()).toBeNull()
  })
})
