import { describe, expect, test } from 'vitest'
import { customFetch } from '../../../src/providers/kinds/custom-fetch.js'
import { SECRET } from '../../support/app.js'
import { Browser, locationOf } from '../../support/browser.js'
import { IdentityProvider } from '../../support/identity-provider.js'
import { acme } from '../../support/providers.js'
import { locationsOf, nextApp, runInNext } from './request.js'

const SITE = 'https://app.test'

// After `request.js`, which creates the environment of Next.js.
const { NextRequest } = await import('next/server.js')

describe('signOut of Next.js', () => {
  const form = new FormData()
  form.set('provider', 'true')
  form.set('redirectTo', '/bye')

  test.each([
    ['options', { provider: true, redirectTo: '/bye' }],
    ['a form', form],
  ])('signOut of Next.js redirects to the provider, with `provider` in %s', async (_, given) => {
    const idp = await IdentityProvider.start()
    idp.misbehave({
      discovery: (document) => ({ ...document, end_session_endpoint: `${idp.issuer}/logout` }),
    })
    const { handlers, signOut } = nextApp({
      providers: [acme({ [customFetch]: idp.fetch })],
      options: { basePath: '/auth', secret: SECRET, signOut: 'local' },
      environment: { AUTH_URL: SITE },
    })
    const handle = (request: Request): Promise<Response> =>
      handlers[request.method as 'GET' | 'POST'](new NextRequest(request))
    const browser = new Browser(handle, SITE)
    const started = await browser.post('/auth/signin/acme', { callbackUrl: '/inside' })
    const callback = idp.authorize(locationOf(started))
    await browser.send(callback.pathname + callback.search)
    expect(await browser.session()).not.toBeNull()

    const cookie = browser.jar.header ?? ''
    // The headers of a request that follows a link in a mail or on another site.
    const link = { host: 'app.test', cookie, 'content-type': '' }
    for (const site of ['none', 'cross-site', 'same-site']) {
      const called = runInNext({ ...link, 'sec-fetch-site': site }, async () => signOut(given))
      await expect(called).rejects.toMatchObject({ type: 'MissingCSRF' })
    }
    expect(await browser.session()).not.toBeNull()
    const { rendered, sent } = await runInNext({ host: 'app.test', cookie }, () =>
      locationsOf(() => signOut(given), ''),
    )
    expect(sent).toBe(rendered)
    const away = new URL(sent)
    expect(away.origin + away.pathname).toBe('https://idp.test/logout')
    expect(away.searchParams.get('id_token_hint')).toBe(idp.issued.at(-1))
    expect(away.searchParams.get('post_logout_redirect_uri')).toBe(`${SITE}/auth/signed-out/acme`)
  })
})

// Browsers send no `Sec-Fetch-Site` to a host without HTTPS, other than localhost.
test('signOut of Next.js accepts a POST request with `Origin` and without `Sec-Fetch-Site`', async () => {
  const { signOut } = nextApp({ providers: [acme()], environment: { AUTH_URL: SITE } })
  const headers = { host: 'app.test', 'content-type': '' }
  const called = (origin: string) =>
    runInNext({ ...headers, origin }, async () => signOut({ redirect: false }))
  await expect(called('https://other.test')).rejects.toMatchObject({ type: 'MissingCSRF' })
  await expect(called('null')).rejects.toMatchObject({ type: 'MissingCSRF' })
  await called(SITE)
})
