import { afterEach, expect, test, vi } from 'vitest'
import { memory } from '../../src/adapters/memory.js'
import { createAuth } from '../../src/index.js'
import { passkey } from '../../src/providers/passkey.js'
import { signIn } from '../../src/webauthn.js'
import { SECRET } from '../support/app.js'
import { Browser } from '../support/browser.js'

const ORIGIN = 'https://app.test'

vi.mock('@simplewebauthn/browser', () => {
  throw new Error('Loading chunk 12 failed.')
})

afterEach(() => vi.unstubAllGlobals())

test('if a chunk cannot be loaded, signIn() with a passkey does not report a missing package', async () => {
  const { handler } = createAuth()
    .provider(passkey())
    .adapter(memory())
    .options({ secret: SECRET, trustHost: true })
    .build()
  const browser = new Browser(handler, ORIGIN)
  vi.stubGlobal('location', new URL('/login', ORIGIN))
  vi.stubGlobal('PublicKeyCredential', {})
  vi.stubGlobal('fetch', (target: string, init: RequestInit = {}) =>
    browser.send(target, { ...init, headers: { ...init.headers, origin: ORIGIN } }),
  )
  const signedIn = signIn('passkey', { action: 'register', email: 'ada@example.com', redirect: false })
  await expect(signedIn).rejects.toMatchObject({ cause: { message: 'Loading chunk 12 failed.' } })
  await expect(signedIn).rejects.not.toThrow('npm install')
})
