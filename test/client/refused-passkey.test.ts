import { afterEach, expect, test, vi } from 'vitest'
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
] as const)('signIn() with a passkey on %s returns ok: %j as the server decides', async (path, isAllowed) => {
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
})
