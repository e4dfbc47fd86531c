import { isRedirect } from '@sveltejs/kit'
import { expect, test } from 'vitest'
import { actions } from '../../../src/frameworks/sveltekit/actions.js'
import { createEvents } from '../../../src/frameworks/sveltekit/open-event.js'
import type { AuthEvent } from '../../../src/frameworks/sveltekit/sveltekit-auth.js'
import { app, SECRET } from '../../support/app.js'
import { Browser, locationOf } from '../../support/browser.js'
import { IdentityProvider } from '../../support/identity-provider.js'
import { acme } from '../../support/providers.js'

const SITE = 'https://app.test'

test.each([
  ['options', { provider: true, redirectTo: '/bye' }, {}],
  ['the fields of a form', undefined, { provider: 'true', redirectTo: '/bye' }],
])('signOut of SvelteKit redirects to the provider, with `provider` in %s', async (_, options, fields) => {
  const idp = await IdentityProvider.start()
  idp.misbehave({ discovery: (document) => ({ ...document, end_session_endpoint: `${idp.issuer}/logout` }) })
  const application = app({
    providers: [acme()],
    fetch: idp.fetch,
    options: { secret: SECRET, signOut: 'local' },
    environment: { AUTH_URL: SITE },
  })
  const browser = new Browser(application.handle, SITE)
  const started = await browser.post('/auth/signin/acme', { callbackUrl: '/inside' })
  const callback = idp.authorize(locationOf(started))
  await browser.send(callback.pathname + callback.search)
  expect(await browser.session()).not.toBeNull()

  const url = new URL('/signout', SITE)
  const request = new Request(url, {
    method: 'POST',
    headers: { origin: SITE, cookie: browser.jar.header ?? '' },
    body: new URLSearchParams(fields as Record<string, string>),
  })
  const event = { url, request, cookies: { set: () => {} } } as unknown as AuthEvent
  const { signOut } = actions(createEvents(application.open))
  const link = new Request(url, { headers: { 'sec-fetch-site': 'none', cookie: browser.jar.header ?? '' } })
  await expect(signOut({ ...event, request: link }, { provider: true })).rejects.toMatchObject({
    type: 'MissingCSRF',
  })
  const thrown: unknown = await signOut(event, options).catch((error: unknown) => error)
  if (!isRedirect(thrown)) throw thrown
  const away = new URL(thrown.location)
  expect(away.origin + away.pathname).toBe('https://idp.test/logout')
  expect(away.searchParams.get('id_token_hint')).toBe(idp.issued.at(-1))
  expect(away.searchParams.get('post_logout_redirect_uri')).toBe(`${SITE}/auth/signed-out/acme`)
})
