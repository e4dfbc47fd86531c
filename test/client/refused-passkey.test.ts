import { afterEach, describe, expect, test, vi } from 'vitest'
import { memory } from '../../src/adapters/memory.js'
import { createAuth } from '../../src/index.js'
import { passkey } from '../../src/providers/passkey.js'
import { signIn } from '../../src/webauthn.js'
import { SECRET } from '../support/app.js'
import { Authenticator } from '../support/authenticator.js'
import { Browser } from '../support/browser.js'

const ORIGIN = 'https://app.test'
const authenticator = new Authenticator(ORIGIN)

// The package needs the WebAuthn dialog of a browser.
vi.mock('@simplewebauthn/browser', () => ({
  startAuthentication: undefined,
  startRegistration: ({ optionsJSON }: { optionsJSON: object }) => authenticator.create(optionsJSON),
}))

afterEach(() => vi.unstubAllGlobals())

test.each([
  ['/login', false],
  ['/login?error=AccessDenied', false],
  ['/login?error=AccessDenied', true],
] as const)(
  "on the page %s, signIn() with a passkey returns the server's decision `ok: %j`",
  async (path, isAllowed) => {
    const { handler } = createAuth()
      .provider(passkey())
      .adapter(memory())
      .callbacks({ signIn: () => isAllowed })
      .pages({ signIn: '/login', error: '/login' })
      .options({ secret: SECRET, trustHost: true, logger: { error: () => {}, warn: () => {} } })
      .build()
    const browser = new Browser(handler, ORIGIN)
    vi.stubGlobal('location', new URL(path, ORIGIN))
    vi.stubGlobal('PublicKeyCredential', {})
    vi.stubGlobal('fetch', (target: string, init: RequestInit = {}) =>
      browser.send(target, { ...init, headers: { ...init.headers, origin: ORIGIN } }),
    )
    const result = await signIn('passkey', { action: 'register', email: 'ada@example.com', redirect: false })
    const url = isAllowed ? ORIGIN + path : `${ORIGIN}/login?error=AccessDenied`
    expect(result).toEqual(isAllowed ? { ok: true, url } : { ok: false, url, error: 'AccessDenied' })
    expect((await browser.session()) !== null).toBe(isAllowed)
  },
)

/** Serves the routes of an application with passkeys. `replaced` can return a response to use instead. */
function serve(replaced: (path: string) => Response | undefined = () => undefined, adapter = memory()) {
  const { handler } = createAuth()
    .provider(passkey())
    .adapter(adapter)
    .options({ secret: SECRET, trustHost: true, logger: { error: () => {}, warn: () => {} } })
    .build()
  const browser = new Browser(handler, ORIGIN)
  const paths: string[] = []
  vi.stubGlobal('location', new URL('/login', ORIGIN))
  vi.stubGlobal('PublicKeyCredential', {})
  vi.stubGlobal('fetch', async (target: string, init: RequestInit = {}) => {
    paths.push(target)
    return replaced(target) ?? browser.send(target, { ...init, headers: { ...init.headers, origin: ORIGIN } })
  })
  return { browser, paths }
}

const register = { action: 'register', email: 'ada@example.com', redirect: false } as const

test('the `basePath` of signIn() may end with a slash', async () => {
  const { paths } = serve()
  const locks: string[] = []
  vi.stubGlobal('navigator', {
    locks: {
      request: (name: string, _: object, send: () => Promise<unknown>) => {
        locks.push(name)
        return send()
      },
    },
  })
  expect(await signIn('passkey', { ...register, basePath: '/auth/' })).toMatchObject({ ok: true })
  expect(new Set(paths)).toEqual(
    new Set(['/auth/csrf', '/auth/webauthn-options/passkey', '/auth/callback/passkey']),
  )
  expect(locks).toEqual(['authwright:/auth'])
})

test('an invalid `redirectTo` does not fail a sign-in that the server accepted', async () => {
  const { browser } = serve()
  expect(await signIn('passkey', { ...register, redirectTo: '//' })).toMatchObject({ ok: true })
  expect(await browser.session()).toMatchObject({ user: { email: 'ada@example.com' } })
})

describe('signIn() with a passkey returns `Unavailable`', () => {
  const html = (status: number) => new Response('<h1>Bad gateway</h1>', { status })
  const routes = ['/auth/csrf', '/auth/webauthn-options/passkey', '/auth/callback/passkey']

  test.each(routes)(
    'signIn() with a passkey returns `Unavailable` if a proxy responds with HTML to %s',
    async (route) => {
      serve((path) => (path === route ? html(502) : undefined))
      const result = await signIn('passkey', register)
      expect(result).toEqual({ ok: false, error: 'Unavailable', url: undefined })
    },
  )

  test.each(routes)(
    'signIn() with a passkey returns `Unavailable` if %s cannot be reached',
    async (route) => {
      serve((path) => {
        if (path === route) throw new TypeError('fetch failed')
        return undefined
      })
      const result = await signIn('passkey', register)
      expect(result).toEqual({ ok: false, error: 'Unavailable', url: undefined })
    },
  )

  test.each(['getUserByEmail', 'createUser', 'createAuthenticator'])(
    'signIn() with a passkey returns `Unavailable` if `%s` of the adapter fails',
    async (method) => {
      const failing = async () => {
        throw new Error('down')
      }
      const { browser } = serve(undefined, { ...memory(), [method]: failing })
      const result = await signIn('passkey', register)
      expect(result).toEqual({ ok: false, error: 'Unavailable', url: undefined })
      expect(await browser.session()).toBeNull()
    },
  )
})

test('the parameter `error` in the page URL does not make signIn() delete a passkey after a lost response', async () => {
  serve((path) => (path === '/auth/callback/passkey' ? new Response('', { status: 502 }) : undefined))
  const forgotten: unknown[] = []
  vi.stubGlobal('location', new URL('/login?error=AccessDenied', ORIGIN))
  vi.stubGlobal('PublicKeyCredential', {
    signalUnknownCredential: async (credential: unknown) => void forgotten.push(credential),
  })
  expect(await signIn('passkey', register)).toMatchObject({ ok: false })
  expect(forgotten).toEqual([])
})
