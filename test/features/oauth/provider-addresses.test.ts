/** A provider without an issuer, or with an invalid one, beside other providers. */
import { expect, test } from 'vitest'
import { mastodon } from '../../../src/providers/mastodon.js'
import { oauth } from '../../../src/providers/oauth.js'
import { oidc } from '../../../src/providers/oidc.js'
import { app } from '../../support/app.js'
import { Browser, locationOf } from '../../support/browser.js'
import { IdentityProvider } from '../../support/identity-provider.js'

const client = { clientId: 'client', clientSecret: 's-e_c.r*et' }
const good = oidc({ id: 'good', issuer: 'https://idp.test', ...client })

test.each([
  [oidc({ id: 'bad', ...client }), "The provider 'bad' has no issuer: set AUTH_BAD_ISSUER or pass `issuer`."],
  [
    mastodon({ id: 'bad', ...client }),
    "The provider 'bad' has no issuer: set AUTH_BAD_ISSUER or pass `issuer`.",
  ],
  [oidc({ id: 'bad', issuer: 'idp', ...client }), "The `issuer` of the provider 'bad' must be an https: URL"],
  [
    oauth({
      id: 'bad',
      authorization: 'authorize',
      token: 'https://a.test/t',
      userinfo: 'https://a.test/u',
      ...client,
    }),
    "The provider 'bad' has no `authorization_endpoint` that can be used. It must be an https: URL: correct the option `authorization`.",
  ],
  [
    oauth({
      id: 'bad',
      authorization: 'https://a.test/a',
      token: undefined,
      userinfo: 'https://a.test/u',
      ...client,
    }),
    "The provider 'bad' has no `token_endpoint` that can be used. It must be an https: URL: set `token`, or `issuer` to find it.",
  ],
])(
  'using a provider without a usable URL logs one message, and other providers still work: %#',
  async (bad, message) => {
    const idp = await IdentityProvider.start()
    const auth = app({ providers: [bad, good], fetch: idp.fetch })
    const browser = new Browser(auth.handle)
    const page = await browser.send('/auth/signin')
    expect(page.status).toBe(200)
    expect(await page.text()).toContain('/auth/signin/good')
    const { pathname, search } = idp.authorize(locationOf(await browser.post('/auth/signin/good')))
    await browser.send(pathname + search)
    expect(await browser.session()).not.toBeNull()
    expect(auth.logged).toEqual([])
    const failed = locationOf(await browser.post('/auth/signin/bad'))
    expect(failed.searchParams.get('error')).toBe('Configuration')
    expect(auth.logged).toEqual([expect.objectContaining({ message: expect.stringContaining(message) })])
  },
)

test('the issuer of a provider can be set by an environment variable', async () => {
  const idp = await IdentityProvider.start()
  const environment = { NODE_ENV: 'test', AUTH_COMPANY_ISSUER: 'https://idp.test/' }
  const auth = app({ providers: [oidc({ id: 'company', ...client })], fetch: idp.fetch, environment })
  const browser = new Browser(auth.handle)
  const { pathname, search } = idp.authorize(locationOf(await browser.post('/auth/signin/company')))
  await browser.send(pathname + search)
  expect((await browser.session()).user.name).toBe('Ada Lovelace')
})

test.each([
  [undefined, 1],
  [true, 0],
])(
  'an ID token without name and e-mail address causes one warning, with `idToken: %s`',
  async (idToken, times) => {
    const idp = await IdentityProvider.start()
    idp.misbehave({ claims: ({ name: _, email: __, ...claims }) => claims })
    const auth = app({ providers: [{ ...good, idToken }], fetch: idp.fetch })
    for (const browser of [new Browser(auth.handle), new Browser(auth.handle)]) {
      const { pathname, search } = idp.authorize(locationOf(await browser.post('/auth/signin/good')))
      await browser.send(pathname + search)
      expect(await browser.session()).not.toBeNull()
    }
    expect(auth.warned.filter((warning) => warning.includes('Set `idToken: false`'))).toHaveLength(times)
  },
)
