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
  ['/login?callbackUrl=/inside', undefined, '/inside'],
  ['/login?callbackUrl=/inside', '/account', '/account'],
  ['/login?callbackUrl=https://evil.example/', undefined, '/'],
  ['/login', undefined, '/login'],
])(
  'signIn() with a passkey on the page %s with redirectTo %j returns the URL %s',
  async (page, redirectTo, next) => {
    const { handler } = createAuth()
      .provider(passkey())
      .adapter(memory())
      .options({ secret: SECRET, trustHost: true, logger: { error: () => {}, warn: () => {} } })
      .build()
    const browser = new Browser(handler, ORIGIN)
    vi.stubGlobal('location', new URL(page, ORIGIN))
    vi.stubGlobal('fetch', (target: string, init: RequestInit = {}) =>
      browser.send(target, { ...init, headers: { ...init.headers, origin: ORIGIN } }),
    )
    const options = { action: 'register', email: 'ada@example.com', redirect: false, redirectTo } as const
    expect(await signIn('passkey', options)).toEqual({ ok: true, url: ORIGIN + next })
  },
)
