import { afterEach, describe, expect, test, vi } from 'vitest'
import { memory } from '../../../src/adapters/memory.js'
import { createClient } from '../../../src/client.js'
import { createAuth } from '../../../src/index.js'
import { github } from '../../../src/providers/github.js'
import { password } from '../../../src/providers/password.js'
import { memoryStore } from '../../../src/stores/memory.js'
import { Browser } from '../../support/browser.js'
import { ADA, countedHash, OTHER, RIGHT } from '../../support/passwords.js'

const ORIGIN = 'https://app.test'
const THIRD = 'the seventh lighthouse keeper'

afterEach(() => vi.unstubAllGlobals())

function start({ verify = true, limits = {}, signUp = 'open' as 'open' | 'closed' | (() => boolean) } = {}) {
  const hash = countedHash()
  const mails: { purpose: string; url: string }[] = []
  const send = (mail: { purpose: string; url: string }) => void mails.push(mail)
  const auth = createAuth()
    .provider(password({ hash, verify, send }))
    .adapter(memory())
    .session({ strategy: 'database' })
    .signUp(signUp)
    .options({
      secret: 'a secret of more than thirty-two characters',
      trustHost: true,
      store: memoryStore(),
      limits,
    })
    .build()
  const browser = () => new Browser(auth.handler, ORIGIN)
  const token = () => new URL(mails.at(-1)?.url ?? '').searchParams.get('token') ?? ''
  const signIn = async (browser: Browser, password: string): Promise<boolean> => {
    await browser.post('/auth/callback/password', { email: ADA, password })
    return (await browser.session()) !== null
  }
  return { auth, hash, mails, browser, token, signIn }
}

type App = ReturnType<typeof start>
type Instance = App['auth']

/** The methods of a server, for the cookies of a browser. */
function onServer({ auth }: App, { jar }: Browser) {
  const named =
    <Name extends keyof Instance['passwords']>(name: Name) =>
    async (input: object, options: object = {}): Promise<object> => {
      const request = new Request(`${ORIGIN}/settings`, {
        method: 'POST',
        headers: { cookie: jar.header, origin: ORIGIN },
      })
      const run = auth.passwords[name] as (input: object, options: object) => Promise<{ headers: Headers }>
      const { headers, ...result } = await run(input, { ...options, request })
      jar.take(new Response(null, { headers }), ORIGIN)
      return result
    }
  return {
    signUp: named('signUp'),
    finishSignUp: named('finishSignUp'),
    forgot: named('forgot'),
    reset: named('reset'),
    set: named('set'),
    change: named('change'),
    remove: named('remove'),
  }
}

/** The methods of a client, in a page of a browser. */
function inBrowser(_: App, browser: Browser) {
  vi.stubGlobal('location', new URL(`${ORIGIN}/settings`))
  vi.stubGlobal('dispatchEvent', () => true)
  vi.stubGlobal('BroadcastChannel', undefined)
  vi.stubGlobal('fetch', (path: string, init: RequestInit = {}) =>
    browser.send(path, { ...init, headers: { ...init.headers, origin: ORIGIN } }),
  )
  return createClient<Instance>().passwords
}

test('signIn() of the browser client checks the password', async () => {
  const app = start()
  const browser = app.browser()
  const passwords = inBrowser(app, browser)
  await passwords.signUp({ email: ADA, password: RIGHT })
  await passwords.finishSignUp({ token: app.token() })
  const other = app.browser()
  inBrowser(app, other)
  const { signIn } = createClient<Instance>()
  const wrong = await signIn('password', { email: ADA, password: OTHER, redirect: false })
  expect(wrong).toMatchObject({ ok: false, error: 'CredentialsSignin' })
  expect(await other.session()).toBeNull()
  const right = await signIn('password', { email: ADA, password: RIGHT, redirect: false })
  expect(right).toMatchObject({ ok: true })
  expect(await other.session()).toMatchObject({ user: { email: ADA } })
})

describe.each([
  ['on the server', onServer],
  ['in the browser', inBrowser],
] as const)('methods for passwords, %s', (_, methodsFor) => {
  test('passwords.signUp() sends a mail, and its link signs in', async () => {
    const app = start()
    const browser = app.browser()
    const passwords = methodsFor(app, browser)
    expect(await passwords.signUp({ email: ADA, password: RIGHT })).toEqual({ ok: true })
    expect(app.mails).toMatchObject([{ purpose: 'signUp' }])
    expect(await browser.session()).toBeNull()
    expect(await passwords.finishSignUp({ token: app.token() }, { redirectTo: '/welcome' })).toEqual({
      ok: true,
      url: `${ORIGIN}/welcome`,
    })
    expect(await browser.session()).toMatchObject({ user: { email: ADA } })
    expect(await app.signIn(app.browser(), RIGHT)).toBe(true)
  })

  test('passwords.finishSignUp() in another browser requires a password', async () => {
    const app = start()
    await methodsFor(app, app.browser()).signUp({ email: ADA, password: RIGHT })
    const phone = app.browser()
    const passwords = methodsFor(app, phone)
    expect(await passwords.finishSignUp({ token: app.token() })).toEqual({ ok: false, reason: 'too-short' })
    expect(await passwords.finishSignUp({ token: app.token(), password: OTHER })).toMatchObject({ ok: true })
    expect(await app.signIn(app.browser(), OTHER)).toBe(true)
    expect(await app.signIn(app.browser(), RIGHT)).toBe(false)
  })

  test.each([undefined, ''])(
    'passwords.finishSignUp() in the same browser keeps the first password if the second password is %j',
    async (empty) => {
      const app = start()
      const passwords = methodsFor(app, app.browser())
      await passwords.signUp({ email: ADA, password: RIGHT })
      expect(await passwords.finishSignUp({ token: app.token(), password: empty })).toMatchObject({
        ok: true,
      })
      expect(await app.signIn(app.browser(), RIGHT)).toBe(true)
    },
  )

  test.each([true, false])(
    'passwords.signUp() is refused with AccessDenied while sign-ups are closed, with verify: %s',
    async (verify) => {
      const app = start({ verify, signUp: 'closed' })
      const browser = app.browser()
      const result = methodsFor(app, browser).signUp({ email: ADA, password: RIGHT })
      if (methodsFor === onServer) await expect(result).rejects.toMatchObject({ type: 'AccessDenied' })
      else expect(await result).toMatchObject({ ok: false, reason: 'error', error: 'AccessDenied' })
      expect(app.mails).toEqual([])
      expect(await app.signIn(browser, RIGHT)).toBe(false)
    },
  )

  test('passwords.signUp() with `verify: false` signs in, or reports that the e-mail address is taken', async () => {
    const app = start({ verify: false })
    const browser = app.browser()
    const first = await methodsFor(app, browser).signUp({ email: ADA, password: RIGHT })
    expect(first).toEqual({ ok: true, url: `${ORIGIN}/${methodsFor === inBrowser ? 'settings' : ''}` })
    expect(await browser.session()).toMatchObject({ user: { email: ADA } })
    const second = await methodsFor(app, app.browser()).signUp({ email: ADA, password: OTHER })
    expect(second).toEqual({ ok: false, reason: 'taken' })
  })

  test('passwords.change() keeps this browser signed in, and signs other browsers out', async () => {
    const app = start()
    const [browser, phone] = [await adaOf(app), app.browser()]
    const passwords = methodsFor(app, browser)
    await app.signIn(phone, RIGHT)
    expect(await passwords.change({ current: OTHER, password: THIRD })).toEqual({
      ok: false,
      reason: 'wrongPassword',
    })
    expect(await passwords.change({ current: RIGHT, password: THIRD })).toEqual({ ok: true })
    expect(await browser.session()).toMatchObject({ user: { email: ADA } })
    expect(await phone.session()).toBeNull()
    expect(await app.signIn(app.browser(), THIRD)).toBe(true)
  })

  test('passwords.reset() replaces a forgotten password once per link', async () => {
    const app = start()
    await adaOf(app)
    const browser = app.browser()
    const passwords = methodsFor(app, browser)
    expect(await passwords.forgot({ email: 'no address' })).toEqual({ ok: false, reason: 'invalidAddress' })
    expect(await passwords.forgot({ email: 'eve@example.com' })).toEqual({ ok: true })
    expect(await passwords.forgot({ email: ADA })).toEqual({ ok: true })
    expect(app.mails.at(-1)?.purpose).toBe('resetPassword')
    const token = app.token()
    expect(await passwords.reset({ token, password: 'short' })).toEqual({ ok: false, reason: 'too-short' })
    expect(await passwords.reset({ token, password: OTHER })).toEqual({ ok: true })
    expect(await browser.session()).toBeNull()
    expect(await passwords.reset({ token, password: THIRD })).toEqual({ ok: false, reason: 'invalidLink' })
    expect(await app.signIn(app.browser(), OTHER)).toBe(true)
  })

  test('a refused call of a password method returns the reason', async () => {
    const app = start()
    const passwords = methodsFor(app, await adaOf(app))
    const refused = (reason: string) => ({ ok: false, reason })
    expect(await passwords.signUp({ email: 'no address', password: RIGHT })).toEqual(
      refused('invalidAddress'),
    )
    expect(await passwords.signUp({ email: 'eve@example.com', password: 'password1234567' })).toEqual(
      refused('common'),
    )
    expect(await passwords.finishSignUp({ token: 'made up', password: RIGHT })).toMatchObject(
      refused('invalidLink'),
    )
    expect(await passwords.set({ password: OTHER })).toEqual(refused('hasPassword'))
    expect(await passwords.remove({ current: OTHER })).toEqual(refused('wrongPassword'))
    expect(await passwords.remove({ current: RIGHT })).toEqual(refused('lastSignInMethod'))
    const stranger = methodsFor(app, app.browser())
    expect(await stranger.set({ password: OTHER })).toEqual(refused('signedOut'))
    expect(await stranger.change({ current: RIGHT, password: OTHER })).toEqual(refused('signedOut'))
    expect(await stranger.remove({ current: RIGHT })).toEqual(refused('signedOut'))
  })

  test('password fields that are not strings count as empty', async () => {
    const app = start()
    const passwords = methodsFor(app, app.browser())
    const made = (value: unknown) => value as string
    expect(await passwords.signUp({ email: made({ $ne: 1 }), password: RIGHT })).toEqual({
      ok: false,
      reason: 'invalidAddress',
    })
    expect(await passwords.signUp({ email: ADA, password: made(['a', 'b']) })).toEqual({
      ok: false,
      reason: 'too-short',
    })
    expect(await passwords.reset({ token: made(7), password: made(null) })).toEqual({
      ok: false,
      reason: 'invalidLink',
    })
  })
})

describe('methods for passwords on the server', () => {
  const request = (init: RequestInit) => new Request(`${ORIGIN}/settings`, init)

  test.each([
    ['by a link', { method: 'GET' }],
    ['by a page with another origin', { method: 'POST', headers: { origin: 'https://evil.test' } }],
    [
      'by another site according to sec-fetch-site',
      { method: 'POST', headers: { 'sec-fetch-site': 'cross-site' } },
    ],
  ])('methods for passwords on the server are refused when called %s', async (_, init) => {
    const { auth, mails } = start()
    const input = { email: ADA, password: RIGHT }
    await expect(auth.passwords.signUp(input, { request: request(init) })).rejects.toMatchObject({
      type: 'MissingCSRF',
    })
    expect(mails).toEqual([])
  })

  test('passwords.change() and passwords.remove() throw after too many attempts', async () => {
    const app = start({ limits: { browser: { max: 2, window: 3_600 } } })
    const passwords = onServer(app, await adaOf(app))
    const wrong = { current: OTHER, password: THIRD }
    for (const _ of [1, 2]) expect(await passwords.change(wrong)).toMatchObject({ reason: 'wrongPassword' })
    await expect(passwords.change(wrong)).rejects.toMatchObject({ type: 'RateLimited' })
    await expect(passwords.remove(wrong)).rejects.toMatchObject({ type: 'RateLimited' })
  })

  test('passwords.forgot() and passwords.signUp() do not reveal the limit of mails', async () => {
    const app = start()
    const passwords = onServer(app, await adaOf(app))
    app.mails.length = 0
    const results = await Promise.all(
      Array.from({ length: 10 }, () => [
        passwords.forgot({ email: ADA }),
        passwords.signUp({ email: 'eve@example.com', password: RIGHT }),
      ]).flat(),
    )
    expect(results).toEqual(results.map(() => ({ ok: true })))
    expect(app.mails).toHaveLength(10)
  })

  test('passwords.signUp() does not reveal that the sign-up policy refuses the user', async () => {
    const app = start({ signUp: () => false })
    const passwords = onServer(app, app.browser())
    expect(await passwords.signUp({ email: ADA, password: RIGHT })).toEqual({ ok: true })
    expect(app.mails).toEqual([])
  })

  test('password methods without password() throw a helpful error', async () => {
    const without = createAuth()
      .provider(github({ clientId: 'site', clientSecret: 'a secret' }))
      .options({ secret: 'a secret of more than thirty-two characters', trustHost: true })
      .build()
    const passwords = without.passwords as unknown as Instance['passwords']
    const own = request({ method: 'POST', headers: { origin: ORIGIN } })
    await expect(passwords.forgot({ email: ADA }, { request: own })).rejects.toThrow(
      'add it with .provider(password())',
    )
  })
})

test('methods for passwords in the browser redirect to the callback URL in the URL of the page', async () => {
  const app = start({ verify: false })
  const passwords = inBrowser(app, app.browser())
  vi.stubGlobal('location', new URL(`${ORIGIN}/sign-up?callbackUrl=/inside`))
  expect(await passwords.signUp({ email: ADA, password: RIGHT })).toEqual({
    ok: true,
    url: `${ORIGIN}/inside`,
  })
})

test('methods for passwords in the browser return the error after too many attempts', async () => {
  const app = start({ limits: { browser: { max: 2, window: 3_600 } } })
  const passwords = inBrowser(app, await adaOf(app))
  const wrong = { current: OTHER, password: THIRD }
  for (const _ of [1, 2]) expect(await passwords.change(wrong)).toMatchObject({ reason: 'wrongPassword' })
  expect(await passwords.change(wrong)).toMatchObject({ ok: false, reason: 'error', error: 'RateLimited' })
})

test('methods for passwords in the browser return an error while the server cannot be reached', async () => {
  const app = start()
  const passwords = inBrowser(app, app.browser())
  vi.stubGlobal('fetch', async () => {
    throw new TypeError('Failed to fetch')
  })
  expect(await passwords.forgot({ email: ADA })).toMatchObject({ reason: 'error', error: 'Unavailable' })
})

/** A browser in which Ada is signed in. */
async function adaOf(app: App): Promise<Browser> {
  const browser = app.browser()
  const passwords = onServer(app, browser)
  await passwords.signUp({ email: ADA, password: RIGHT })
  await passwords.finishSignUp({ token: app.token() })
  return browser
}
