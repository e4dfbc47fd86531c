/** A feature that the core does not know: a route, a way to sign in with its button, and hooks of login and sign-out. */
import { expect, test } from 'vitest'
import { createAuth } from '../../src/index.js'
import type { Provider } from '../../src/providers/kinds/provider.js'
import { addCookies, clearCookie } from '../../src/runtime/core/http/cookies.js'
import { textParam } from '../../src/runtime/core/http/params.js'
import { json, redirect } from '../../src/runtime/core/http/result.js'
import type { App, Feature, ProviderFlow } from '../../src/runtime/core/lifetimes.js'
import { destination, login } from '../../src/runtime/core/login/login.js'
import { requireCsrf } from '../../src/runtime/core/routes/csrf.js'
import { Browser } from '../support/browser.js'

const PASSES: ReadonlyMap<string, string> = new Map([['pass-1', 'Ada']])
const COOKIE = { name: 'guest', options: { path: '/', httpOnly: true } } as const

/** How many guests have come, for as long as the app lives. */
function guestCount(_app: App): { count: number } {
  return { count: 0 }
}

const flow: ProviderFlow = {
  callbackMethods: ['POST'],
  async callback(provider, { app, exchange }) {
    await requireCsrf(exchange)
    const pass = textParam(exchange.body, 'pass') ?? ''
    const name = PASSES.get(pass)
    if (name === undefined) return json({ message: 'No such pass.' }, 403)
    const outcome = await login(
      {
        provider: provider.id,
        user: { id: pass, name },
        account: { provider: provider.id, type: 'credentials', providerAccountId: pass },
        claim: { kind: 'none' },
        address: 'unproven',
      },
      { linkTo: undefined },
      app,
      exchange,
    )
    return redirect(destination(outcome, exchange.origin + app.home, app, exchange))
  },
  signInMethod: ({ id }, { app, origin }) => ({
    type: 'credentials',
    id,
    name: 'Guest pass',
    fields: { pass: { label: 'Your pass' } },
    action: `${origin}${app.basePath}/callback/${id}`,
  }),
}

const guestPasses: Feature = {
  name: 'guest-passes',
  version: 1,
  routes: {
    guests: { provider: 'none', GET: async ({ app }) => json({ guests: app.get(guestCount).count }) },
  },
  flow: async () => flow,
  login: {
    async after(_, app, exchange) {
      app.get(guestCount).count += 1
      addCookies(exchange, [{ ...COOKIE, value: 'yes' }])
    },
  },
  signOut: {
    async after(exchange) {
      addCookies(exchange, [clearCookie(COOKIE.name, COOKIE.options)])
    },
  },
}

function guestPass(): Provider {
  return { id: 'guest', type: 'credentials', authorize: () => null } as unknown as Provider
}

interface UntypedBuilder {
  build(): { handler(request: Request): Promise<Response> }
}

const start = (feature: Feature = guestPasses): Browser => {
  const untyped = createAuth as unknown as (configuration: object) => UntypedBuilder
  const { handler } = untyped({
    providers: [{ ...guestPass(), '~feature': feature }],
    secret: 'a secret of more than thirty-two characters',
    trustHost: true,
    logger: { error: () => undefined },
  }).build()
  return new Browser(handler)
}

test('signs in by a flow that the core does not name', async () => {
  const browser = start()
  expect((await browser.post('/auth/callback/guest', { pass: 'other' })).status).toBe(403)
  expect(await browser.session()).toBeNull()
  await browser.post('/auth/callback/guest', { pass: 'pass-1' })
  expect((await browser.session()).user.name).toBe('Ada')
})

test('shows its form on the sign-in page', async () => {
  const page = await (await start().send('/auth/signin')).text()
  expect(page).toContain('Your pass')
})

test('takes part in logins and sign-outs, and responds to its route', async () => {
  const browser = start()
  await browser.post('/auth/callback/guest', { pass: 'pass-1' })
  expect(browser.jar.names).toContain('guest')
  expect(await (await browser.send('/auth/guests')).json()).toEqual({ guests: 1 })
  await browser.post('/auth/signout')
  expect(browser.jar.names).not.toContain('guest')
})

test.each([
  ['rejects', async () => Promise.reject(new Error('The hook failed.'))],
  [
    'throws',
    () => {
      throw new Error('The hook failed.')
    },
  ],
])('leaves no session behind when its hook of the login %s', async (_, after) => {
  const browser = start({ ...guestPasses, login: { after } })
  await browser.post('/auth/callback/guest', { pass: 'pass-1' })
  expect(await browser.session()).toBeNull()
})

test('ends the session also when its hooks of the sign-out fail', async () => {
  const fail = (): never => {
    throw new Error('The hook failed.')
  }
  const browser = start({ ...guestPasses, signOut: { before: fail, after: fail } })
  await browser.post('/auth/callback/guest', { pass: 'pass-1' })
  expect(await browser.session()).not.toBeNull()
  await browser.post('/auth/signout')
  expect(await browser.session()).toBeNull()
})

test('cannot take the place of a route that exists', async () => {
  const routes: Feature['routes'] = {
    session: { provider: 'none', GET: async () => json({ user: { name: 'Eve' } }) },
  }
  const response = await start({ ...guestPasses, routes }).send('/auth/session')
  expect(response.status).toBe(500)
  expect(await response.text()).not.toContain('Eve')
})
