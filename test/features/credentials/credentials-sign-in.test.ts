import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { memory } from '../../../src/adapters/memory.js'
import { CredentialsSignin } from '../../../src/errors.js'
import type { CredentialsProvider } from '../../../src/providers/kinds/credentials.js'
import { type App, type AppOptions, app } from '../../support/app.js'
import { Browser, locationOf } from '../../support/browser.js'
import { credentialsWith } from '../../support/providers.js'
import { ORIGIN, PASSWORD, worlds } from '../../support/world.js'

const startWorld = worlds()

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
  test('a sign-in with credentials starts a session and redirects to the callback URL', async () => {
    const { browser } = start()
    const response = await signIn(browser)
    expect(response.status).toBe(302)
    expect(locationOf(response).href).toBe('https://app.test/inside')
    expect(await browser.session()).toMatchObject({ user: { name: 'Ada', email: 'ada@example.com' } })
  })

  test('a credentials provider with a schema and no `fields` has no form on the built-in page, and logs one warning', async () => {
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

  test('a sign-in with credentials is rejected for a user who is not in the database, and the log says what to do', async () => {
    const { auth, browser } = start({ adapter: memory() })
    expect(locationOf(await signIn(browser)).searchParams.get('error')).toBe('Configuration')
    expect(await browser.session()).toBeNull()
    expect(auth.logged.map(({ message }) => message)).toEqual([
      expect.stringContaining('create the user first'),
    ])
  })

  test('a sign-in with a wrong password redirects to the sign-in page, with the callback URL', async () => {
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

    test('the form after a failed attempt contains the typed values except the password, and shows an error', async () => {
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

    test('the typed values of a failed attempt are shown once, and only to the browser that sent them', async () => {
      const { browser, auth } = start()
      const { pathname, search } = locationOf(await signIn(browser, { password: 'wrong' }))
      const stranger = new Browser(auth.handle)
      expect(await (await stranger.send(pathname + search)).text()).not.toContain(ada.email)
      expect(await (await browser.send(pathname + search)).text()).toContain(ada.email)
      expect(await (await browser.send(pathname + search)).text()).not.toContain(ada.email)
    })

    test('the form after a failed attempt contains no value of a hidden field, a code or an unknown field', async () => {
      const input = {
        user: {},
        pin: { autocomplete: 'one-time-code' },
        digits: { autocomplete: 'One-Time-Code' },
        card: { autocomplete: 'section-pay billing cc-number' },
        tenant: { type: 'hidden', value: 'acme' },
        stay: { type: 'checkbox' },
      }
      const { browser } = start({ providers: [password({ input, authorize: () => null })] })
      const sent = {
        user: 'kept',
        pin: 'pin-1',
        digits: 'digits-1',
        card: 'card-1',
        tenant: 'tenant-1',
        stay: 'stay-1',
        other: 'other-1',
      }
      const page = await shownAfter(browser, sent)
      expect(page).toContain('value="kept"')
      expect(page).not.toMatch(/(pin|digits|card|tenant|stay|other)-1/)
    })

    test('the form after a failed attempt keeps ticked checkboxes, marks checkboxes as invalid and focuses a text field', async () => {
      const input = {
        tenant: { type: 'hidden', value: 'acme' },
        terms: { type: 'checkbox', checked: true },
        news: { type: 'checkbox' },
        password: {},
      }
      const { browser } = start({ providers: [password({ input, authorize: () => null })] })
      const page = await shownAfter(browser, { tenant: 'acme', news: 'on', password: 'wrong' })
      const [, id] = /<div class="invalid" id="([^"]+)" role="alert">/.exec(page) ?? []
      const tagOf = (name: string) => page.match(new RegExp(`<input [^>]*name="${name}"[^>]*>`))?.[0]
      expect(tagOf('terms')).not.toContain(' checked')
      expect(tagOf('news')).toMatch(new RegExp(` checked aria-invalid="true" aria-describedby="${id}">`))
      expect(tagOf('password')).toContain(' autofocus')
      expect(page.match(/ autofocus/g)).toHaveLength(1)
    })

    test.each([
      'pin',
      'passcode',
      'token',
      'secret',
      'otp_code',
      'otpCode',
      'totp',
      'mfa-code',
      'backup_code',
      'cvc',
      'api_key',
      'userPin',
      'PIN',
      'accessCode',
      'resetCode',
      'activationCode',
      'confirmation_code',
      'emailCode',
      'code2',
      'password2',
      'passwordConfirmation',
      'password_again',
      'user[password]',
      'login.pin',
      'userPass',
      'pwd',
      'secretAccessKey',
    ])('the form after a failed attempt contains no value of a field named %s', async (name) => {
      const { browser } = start({
        providers: [password({ input: { user: {}, [name]: {} }, authorize: () => null })],
      })
      const page = await shownAfter(browser, { user: 'kept', [name]: 'typed-1' })
      expect(page).toContain('value="kept"')
      expect(page).not.toContain('typed-1')
    })

    test.each([
      'pinned',
      'company_code',
      'zipcode',
      'zipCode',
      'postCode',
      'postalCode',
      'countryCode',
      'shippingCode',
      'promoCode',
      'phoneCode',
      'userCode',
      'shipping',
      'compass',
      'bypass',
      'passport',
      'passwordHint',
      'address2',
      'tokenization',
      'key',
      'spinal',
    ])('the form after a failed attempt contains the value of a field named %s', async (name) => {
      const { browser } = start({ providers: [password({ input: { [name]: {} }, authorize: () => null })] })
      expect(await shownAfter(browser, { [name]: 'typed-1' })).toContain('value="typed-1"')
    })

    test('the form after a failed attempt with very long values is empty', async () => {
      const { browser } = start()
      const page = await shownAfter(browser, { email: 'a'.repeat(1_001), password: 'wrong' })
      expect(page).toContain('aria-invalid=')
      expect(page).not.toContain('aaaaaaaa')
    })

    test('a failed attempt sets no cookie if the application has a custom sign-in page', async () => {
      const { browser } = start({ pages: { signIn: '/welcome' } })
      await signIn(browser, { password: 'wrong' })
      expect(browser.jar.get('__Host-authwright.failed-form')).toBeUndefined()
    })
  })

  test('authorize receives each declared field as a string, and a sign-in without a required field is rejected', async () => {
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

  test('authorize receives the output of the schema', async () => {
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

  test('callbacks.signIn rejects or redirects a sign-in with credentials', async () => {
    const answers: (boolean | string)[] = [false, '/ask', 'https://evil.test/']
    const { browser } = start({ callbacks: { signIn: () => answers.shift() as boolean } })
    expect(locationOf(await signIn(browser)).href).toBe('https://app.test/auth/error?error=AccessDenied')
    expect(locationOf(await signIn(browser)).href).toBe('https://app.test/ask')
    expect(locationOf(await signIn(browser)).href).toBe('https://app.test/')
    expect(await browser.session()).toBeNull()
  })

  test('a sign-in with credentials by GET is rejected', async () => {
    const { browser } = start()
    const response = await browser.send('/auth/callback/credentials?email=ada@example.com&password=right')
    expect(response.status).toBe(405)
    expect(await browser.session()).toBeNull()
  })
})

describe('on the server', () => {
  const request = new Request('https://app.test/action', { method: 'POST' })

  test('signIn on the server returns the cookies to set and the redirect URL', async () => {
    const { auth, browser } = start()
    const options = { request, redirectTo: '/inside', email: ada.email, password: 'right' }
    const { url, headers } = await auth.signIn('credentials', options)
    expect(url).toBe('https://app.test/inside')
    browser.jar.take({ headers }, browser.origin)
    expect((await browser.session()).user.name).toBe('Ada')
  })

  test.each(['none', 'cross-site'])(
    'signIn on the server refuses a request that a link on a page has sent (sec-fetch-site: %s)',
    async (site) => {
      const { auth } = start()
      const link = new Request(request.url, { headers: { 'sec-fetch-site': site } })
      const options = { request: link, email: ada.email, password: 'right' }
      const called = auth.signIn('credentials', options)
      await expect(called).rejects.toMatchObject({ type: 'MissingCSRF' })
    },
  )

  test('signIn on the server throws the error of the sign-in', async () => {
    const { auth } = start()
    const options = { request, email: ada.email, password: 'wrong' }
    const refused = auth.signIn('credentials', options)
    await expect(refused).rejects.toMatchObject({ type: 'CredentialsSignin', code: 'credentials' })
  })

  test('signOut on the server ends the session', async () => {
    const { auth, browser } = start()
    await signIn(browser)
    const headersOfBrowser = { cookie: browser.jar.header }
    const signedIn = new Request(request, { headers: headersOfBrowser })
    expect(await auth.session(signedIn)).toMatchObject({ user: { name: 'Ada' } })
    for (const site of ['none', 'cross-site']) {
      const link = new Request(request.url, { headers: { ...headersOfBrowser, 'sec-fetch-site': site } })
      await expect(auth.signOut({ request: link })).rejects.toMatchObject({ type: 'MissingCSRF' })
    }
    const { url, headers } = await auth.signOut({ request: signedIn, redirectTo: 'https://evil.test' })
    expect(url).toBe('https://app.test/')
    browser.jar.take({ headers }, browser.origin)
    expect(await browser.session()).toBeNull()
  })
})

describe.each(['jwt', 'database'] as const)('sessions: %s', (strategy) => {
  const answering = (
    authorize: (...given: any[]) => unknown,
  ): Promise<Awaited<ReturnType<typeof startWorld>>> =>
    startWorld({ strategy, password: { authorize: authorize as CredentialsProvider['authorize'] } })

  test.each([
    ['null', () => null, 'CredentialsSignin'],
    ['undefined', () => undefined, 'CredentialsSignin'],
    ['false', () => false, 'CredentialsSignin'],
    ['an empty object', () => ({}), 'Configuration'],
    ['true', () => true, 'Configuration'],
    ['a string', () => 'grace', 'Configuration'],
    ['a user without an id', () => ({ name: 'Grace' }), 'Configuration'],
    ['a user with an empty id', () => ({ id: '' }), 'Configuration'],
    ['a user whose id is an object', () => ({ id: {} }), 'Configuration'],
    ['a user whose id is a number', () => ({ id: 1 }), 'Configuration'],
    [
      'an Error after a timer',
      () => new Promise((_, reject) => setTimeout(reject, 0, new Error('late'))),
      'Configuration',
    ],
    ['undefined as a rejection', () => Promise.reject(undefined), 'Configuration'],
    [
      'an Error',
      () => {
        throw new Error('connect ECONNREFUSED 10.0.0.7')
      },
      'Configuration',
    ],
    [
      'null as an exception',
      () => {
        throw null
      },
      'Configuration',
    ],
  ])(
    'CR-1: a sign-in is rejected if authorize returns or throws %s, and the response does not reveal the reason',
    async (_, authorize, error) => {
      const world = await answering(authorize)
      const location = locationOf(await world.enter())
      expect(location.searchParams.get('error')).toBe(error)
      expect(location.href).not.toContain('10.0.0.7')
      if (error === 'Configuration') {
        expect(location.href).toMatch(
          /^https:\/\/app\.test\/auth\/error\?error=Configuration&reference=[\w-]{8}$/,
        )
      }
      expect(await world.browser.session()).toBeNull()
      expect(world.adapter.rows.sessions).toEqual([])
    },
  )

  test.each([
    ['an Error', () => new Error('Wrong password & more'), 'Wrong password & more'],
    ['an Error that contains the password', () => new Error(`not ${PASSWORD}`), 'not [redacted]'],
    [
      'an Error with a code',
      () => Object.assign(new Error('10.0.0.7'), { code: 'ECONNREFUSED' }),
      'Configuration',
    ],
    ['an error of another class', () => new TypeError('10.0.0.7'), 'Configuration'],
    ['a string', () => 'Wrong password', 'Wrong password'],
    ['a CredentialsSignin', () => new CredentialsSignin('10.0.0.7'), 'CredentialsSignin'],
  ])(
    'CR-1: with exposeErrors, only the message of a plain Error is in the URL: %s',
    async (_, thrown, error) => {
      const authorize = async (): Promise<never> => {
        throw thrown()
      }
      const world = await startWorld({ strategy, password: { authorize, exposeErrors: true } })
      const location = locationOf(await world.enter())
      expect(location.searchParams.getAll('error')).toEqual([error])
      expect(location.href).not.toContain('10.0.0.7')
      expect(location.href).not.toContain(PASSWORD)
      expect(location.pathname).toBe(error === 'Configuration' ? '/auth/error' : '/auth/signin')
      expect(await (await world.browser.send(location.pathname + location.search)).text()).not.toContain(
        '& more',
      )
      expect(await world.browser.session()).toBeNull()
    },
  )

  test('CR-1: the code of a CredentialsSignin is in the URL, encoded', async () => {
    class Odd extends CredentialsSignin {
      override code = 'locked&error=x\r\nSet-Cookie: a=b#é'
    }
    const world = await answering(() => {
      throw new Odd()
    })
    const { searchParams } = locationOf(await world.enter())
    expect(searchParams.getAll('error')).toEqual(['CredentialsSignin'])
    expect(searchParams.get('code')).toBe('locked&error=x\r\nSet-Cookie: a=b#é')
    expect(await world.browser.session()).toBeNull()
  })

  test('CR-2: an unknown user and a wrong password get the same response, and no error is logged', async () => {
    const world = await startWorld({ strategy })
    const answers = []
    for (const fields of [{ email: 'nobody@example.com' }, { password: 'wrong' }]) {
      const response = await world.enter(world.browser, fields)
      const headers = [...response.headers].filter(([name]) => name !== 'set-cookie')
      // The input is returned in a sealed cookie, which is different each time.
      const cookies = response.headers.getSetCookie().map((line) => line.replace(/=[^;]*/, ''))
      answers.push([response.status, headers, cookies, await response.text()])
    }
    expect(answers[0]).toEqual(answers[1])
    expect(world.errors).toEqual([])
  })

  test('CR-4: authorize receives the declared fields only', async () => {
    const seen: Record<string, unknown>[] = []
    const world = await answering((input) => {
      seen.push(input)
      return null
    })
    const hostile = {
      role: 'admin',
      id: '1',
      '__proto__[x]': '1',
      __proto__x: '1',
      'constructor.prototype.x': '1',
    }
    await world.enter(world.browser, hostile)
    const body = `{"csrfToken":"${await world.browser.csrfToken()}","email":"a","password":{"toString":1},"__proto__":{"x":1}}`
    const headers = { 'content-type': 'application/json' }
    await world.browser.send('/auth/callback/credentials', { method: 'POST', body, headers })
    expect(seen.map((input) => Object.keys(input))).toEqual([
      ['email', 'password'],
      ['email', 'password'],
    ])
    expect(seen[1]).toEqual({ email: 'a', password: '' })
    expect(seen.map((input) => input['x'])).toEqual([undefined, undefined])
  })

  test('CR-4: with a loose schema, authorize receives no CSRF token and no member of a forged prototype', async () => {
    const seen: Record<string, unknown>[] = []
    const input = v.looseObject({})
    const authorize = (given: unknown): null => {
      seen.push(given as Record<string, unknown>)
      return null
    }
    const world = await startWorld({ strategy, password: { input, authorize } })
    const csrfToken = await world.browser.csrfToken()
    const body = `{"csrfToken":"${csrfToken}","__proto__":{"admin":true},"constructor":{"prototype":{"admin":true}}}`
    const headers = { 'content-type': 'application/json' }
    await world.browser.send('/auth/callback/credentials', { method: 'POST', body, headers })
    expect(seen).toHaveLength(1)
    expect(seen[0]?.['admin']).toBeUndefined()
    expect(({} as Record<string, unknown>)['admin']).toBeUndefined()
    expect(seen[0]).not.toHaveProperty('csrfToken')
  })

  test('CR-4: __proto__ members are removed from the input at any depth', async () => {
    const seen: Record<string, unknown>[] = []
    const validate = (value: unknown) => ({ value: value as Record<string, unknown> })
    const input = { '~standard': { version: 1, vendor: 'test', validate } } as const
    const authorize = (given: unknown): null => {
      seen.push(given as Record<string, unknown>)
      return null
    }
    const world = await startWorld({ strategy, password: { input, authorize } })
    const csrfToken = await world.browser.csrfToken()
    const hostile =
      '{"__proto__":{"admin":true},"\\u005f_proto__":{"admin":true},"a":[{"__proto__":{"admin":true},"b":1}]}'
    const body = `{"csrfToken":"${csrfToken}",${hostile.slice(1)}`
    const headers = { 'content-type': 'application/json' }
    await world.browser.send('/auth/callback/credentials', { method: 'POST', body, headers })
    expect(seen).toHaveLength(1)
    expect(JSON.stringify(seen[0])).toBe('{"a":[{"b":1}]}')
    // Application code may merge received objects in this way.
    expect(Object.assign({}, seen[0])).not.toHaveProperty('admin')
  })

  test('CR-8: a sign-up with the e-mail address of another user gives no access to the account of that user', async () => {
    const world = await startWorld({
      strategy,
      password: {
        authorize: (input) => {
          const { email } = input as { email: string }
          return { id: 'grace', name: 'Somebody', email }
        },
      },
    })
    await world.signIn()
    const mallory = world.anotherBrowser()
    await world.enter(mallory, { email: 'ada@example.com' })
    const [ada] = world.adapter.rows.users.filter(({ email }) => email === 'ada@example.com')
    expect(world.adapter.rows.accounts.map(({ userId }) => userId)).toEqual([ada?.id])
    const theirs = await mallory.session()
    expect(theirs?.user.name).not.toBe('Ada Lovelace')
    for (const { userId } of world.adapter.rows.sessions.slice(1)) expect(userId).toBe('grace')
  })

  test('CR-10: JSON has the same effect as a form, and other content types have no effect', async () => {
    const world = await startWorld({ strategy })
    const csrfToken = await world.browser.csrfToken()
    const fields = { csrfToken, email: 'grace@example.com', password: PASSWORD, callbackUrl: '/inside' }
    const send = (body: BodyInit, type?: string): Promise<Response> => {
      const headers = {
        origin: ORIGIN,
        cookie: world.browser.jar.header,
        ...(type && { 'content-type': type }),
      }
      const url = `${ORIGIN}/auth/callback/credentials`
      return world.handle(new Request(url, { method: 'POST', body, headers }))
    }
    const form = await send(new URLSearchParams(fields))
    const json = await send(JSON.stringify(fields), 'application/json')
    for (const response of [form, json]) {
      expect([response.status, response.headers.get('location')]).toEqual([302, `${ORIGIN}/inside`])
      expect(response.headers.getSetCookie().join()).toContain('session-token=')
    }
    const data = new FormData()
    for (const [name, value] of Object.entries(fields)) data.set(name, value)
    for (const response of [await send(data), await send(JSON.stringify(fields), 'text/plain')]) {
      expect(response.status).toBe(403)
      expect(response.headers.getSetCookie()).toEqual([])
    }
  })
})

test('CR-7: with database sessions, the cookie is the key of a session row', async () => {
  const world = await startWorld({ strategy: 'database' })
  await world.enter()
  expect(world.adapter.rows.sessions.map(({ userId }) => userId)).toEqual(['grace'])
  const stranger = world.anotherBrowser()
  stranger.jar.put('__Host-authwright.session-token', 'another')
  expect(await stranger.session()).toBeNull()
  expect(await world.browser.session()).toMatchObject({ user: { name: 'Grace' } })
})
