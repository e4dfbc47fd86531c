import { beforeEach, expect, test } from 'vitest'
import type { AdapterAccount } from '../../../src/adapters/contract.js'
import { memory } from '../../../src/adapters/memory.js'
import { app, SECRET } from '../../support/app.js'
import { Browser, locationOf } from '../../support/browser.js'
import { IdentityProvider } from '../../support/identity-provider.js'
import { acme } from '../../support/providers.js'

/* Tokens and scopes of a stored account are replaced by those that the provider granted last. */

const provider = acme({
  authorization: { params: { scope: 'openid email files' } },
})

let idp: IdentityProvider
let adapter: ReturnType<typeof memory>
beforeEach(async () => {
  idp = await IdentityProvider.start()
  adapter = memory()
})

/** Signs in with a changed token response, and returns the stored account. */
const signIn = async (
  answer: (tokens: Record<string, unknown>) => Record<string, unknown>,
): Promise<AdapterAccount | null> => {
  const browser = new Browser(
    app({
      providers: [provider],
      fetch: idp.fetch,
      adapter,
      options: { secret: SECRET, providerTokens: { place: 'database', encrypted: false } },
    }).handle,
  )
  idp.misbehave({ token: answer })
  const callback = idp.authorize(locationOf(await browser.post('/auth/signin/acme')))
  expect(locationOf(await browser.send(callback.pathname + callback.search)).pathname).toBe('/')
  return adapter.getAccount('ada', 'acme')
}

test('each sign-in stores the new tokens and the granted scopes', async () => {
  const first = await signIn((tokens) => ({ ...tokens, scope: 'openid email', refresh_token: 'r1' }))
  expect(first).toMatchObject({ access_token: 'at', scope: 'openid email', refresh_token: 'r1' })
  idp.accessToken = 'at2'
  const second = await signIn((tokens) => ({
    ...tokens,
    scope: 'openid email files',
    refresh_token: 'r2',
    expires_in: 60,
  }))
  expect(second).toMatchObject({ access_token: 'at2', scope: 'openid email files', refresh_token: 'r2' })
  expect(second?.expires_at).not.toBe(first?.expires_at)
  expect(second?.id_token).not.toBe(first?.id_token)
})

test.each([
  ['expires_in', { expires_in: 631_138_518 }],
  ['expires_in as a string', { expires_in: '631138518' }],
  ['expires_at', { expires_in: undefined, expires_at: 2_400_000_000 }],
])(
  'the expiry of a token with a lifetime of 20 years fits into an integer column: %s',
  async (_, lifetime) => {
    const account = await signIn((tokens) => ({ ...tokens, ...lifetime }))
    expect(account?.expires_at).toBe(2_147_483_647)
  },
)

test('if a token response contains no refresh token, the previous refresh token is kept', async () => {
  await signIn((tokens) => ({ ...tokens, refresh_token: 'r1' }))
  idp.accessToken = 'at2'
  expect(await signIn((tokens) => tokens)).toMatchObject({ access_token: 'at2', refresh_token: 'r1' })
})

test('a token response without a scope stores the requested scope', async () => {
  const silent = ({ scope: _, ...tokens }: Record<string, unknown>) => tokens
  await signIn((tokens) => ({ ...tokens, scope: 'openid' }))
  expect(await signIn(silent)).toMatchObject({ scope: 'openid email files' })
})
