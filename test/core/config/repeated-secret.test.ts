import { expect, test } from 'vitest'
import { memory } from '../../../src/adapters/memory.js'
import { app, SECRET } from '../../support/app.js'
import { Browser, locationOf } from '../../support/browser.js'
import { IdentityProvider } from '../../support/identity-provider.js'
import { acme } from '../../support/providers.js'

test('a first sign-in stores the user even if the list of secrets contains a duplicate', async () => {
  const idp = await IdentityProvider.start()
  const { handle } = app({
    providers: [acme()],
    adapter: memory(),
    fetch: idp.fetch,
    options: { secret: [SECRET, SECRET] },
  })
  const browser = new Browser(handle)
  const callback = idp.authorize(locationOf(await browser.post('/auth/signin/acme')))
  await browser.send(callback.pathname + callback.search)
  expect(await browser.session()).toMatchObject({ user: { email: 'ada@example.com' } })
})
