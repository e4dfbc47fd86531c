import { expect, test } from 'vitest'
import type { AuthOptions } from '../../../src/options/auth-options.js'
import { credentials } from '../../../src/providers/credentials.js'
import type { Provider } from '../../../src/providers/kinds/provider.js'
import { processStore } from '../../../src/runtime/port.js'
import { app, type Surroundings } from '../../support/app.js'
import { Browser } from '../../support/browser.js'

const providers: Provider[] = [credentials({ input: {}, authorize: () => ({ id: 'ada', name: 'Ada' }) })]

/**
 * One bundle of an application. Each bundle loads its modules separately, so each has its own configuration instance.
 */
const bundle = (options: AuthOptions = {}, surroundings: Surroundings = { memory: processStore }) =>
  app({ providers, options, ...surroundings })

/** Signs out in one bundle. Returns the session that another bundle reads from a copied cookie. */
async function afterSignOut(
  routes: ReturnType<typeof bundle>,
  other: ReturnType<typeof bundle>,
  session = '/auth/session',
): Promise<unknown> {
  const browser = new Browser(routes.handle)
  await browser.post('/auth/callback/credentials')
  const cookie = browser.jar.header
  await browser.post('/auth/signout')
  expect(await browser.session()).toBeNull()
  return (await new Browser(other.handle).send(session, { headers: { cookie } })).json()
}

test('a sign-out ends every copy of the cookie, in every bundle of an application', async () => {
  expect(await afterSignOut(bundle(), bundle())).toBeNull()
})

test('bundles of one application share the in-memory store, and applications with other routes do not', async () => {
  const ada = { user: { name: 'Ada' } }
  expect(await afterSignOut(bundle({}, {}), bundle({}, {}))).toMatchObject(ada)
  const admin = bundle({ basePath: '/admin/auth' })
  expect(await afterSignOut(bundle(), admin, '/admin/auth/session')).toMatchObject(ada)
})
