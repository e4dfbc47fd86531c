import { afterEach, expect, test, vi } from 'vitest'
import { sealedTokens } from '../../../src/runtime/core/storage/sealed-tokens.js'
import { type AppOptions, app, SECRET } from '../../support/app.js'
import { Browser, locationOf } from '../../support/browser.js'
import { credentialsWith } from '../../support/providers.js'

afterEach(() => {
  vi.restoreAllMocks()
})

const start = (options: AppOptions['options'] = {}): Browser => {
  const provider = credentialsWith({ authorize: () => ({ id: 'u1', name: 'Ada', email: 'ada@example.com' }) })
  return new Browser(app({ providers: [provider], options: { secret: SECRET, ...options } }).handle)
}

const failOnce = () => vi.spyOn(crypto.subtle, 'importKey').mockRejectedValueOnce(new Error('out of memory'))

const signIn = (browser: Browser): Promise<Response> => browser.post('/auth/callback/credentials')

test.each<[string, AppOptions['options']]>([
  ['of sessions', {}],
  ['of sessions in the format of Auth.js', { compat: 'authjs' }],
])('a session can be read after the key %s could not be derived', async (_, options) => {
  const browser = start(options)
  await signIn(browser)
  // Another process, whose first read fails.
  const other = new Browser(start(options).handle, 'https://app.test', browser.jar.clone())
  failOnce()
  expect((await other.send('/auth/session')).status).toBe(500)
  expect(await other.session()).toMatchObject({ user: { name: 'Ada' } })
})

test('sign-ins work again after the key of CSRF tokens could not be derived', async () => {
  const browser = start()
  failOnce()
  expect(locationOf(await browser.send('/auth/csrf')).pathname).toBe('/auth/error')
  await signIn(browser)
  expect(await browser.session()).toMatchObject({ user: { name: 'Ada' } })
})

test('a failure to derive the key for account tokens does not affect the next attempt', async () => {
  const tokens = sealedTokens({
    form: 'sealed',
    secrets: ['a secret of more than thirty-two characters'],
    providers: () => new Map(),
    scope: { tenant: undefined, isLazy: false },
  })
  const account = {
    userId: 'u1',
    type: 'oauth',
    provider: 'acme',
    providerAccountId: '1',
    access_token: 'at',
  } as const
  failOnce()
  await expect(tokens.seal(account)).rejects.toThrow('out of memory')
  expect(await tokens.open(await tokens.seal(account))).toMatchObject({ access_token: 'at' })
})
