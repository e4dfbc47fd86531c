/** A feature in one folder that the core does not know, used like by an application. */
import { expect, test } from 'vitest'
import { memory } from '../../../src/adapters/memory.js'
import {
  defineFeature,
  type FeatureContext,
  type FeaturePendingLogin,
  json,
  login,
  redirect,
  requireCsrf,
  setCookie,
  textParam,
} from '../../../src/feature.js'
import { AuthConfigurationError, createAuth } from '../../../src/index.js'
import { Browser, locationOf } from '../../support/browser.js'
import { frozen } from '../../support/frozen.js'
import { guest, guestPass } from './guest-pass.js'

const options = frozen({
  secret: 'a secret of more than thirty-two characters',
  trustHost: true,
  logger: { error: () => undefined },
})

type GuestFeature = typeof guestPass

/** An application with guests. `changes` replace parts of the feature. */
const start = (changes: Partial<GuestFeature> = {}, strategy: 'jwt' | 'database' = 'database') => {
  const feature = { ...guestPass, ...changes }
  const base = createAuth()
    .provider({ ...guest(), '~feature': feature })
    .adapter(memory())
    .options(options)
    .use(feature)
  const auth = strategy === 'jwt' ? base.session({ strategy: 'jwt' }).build() : base.build()
  return { auth, browser: new Browser(auth.handler) }
}

const enter = (browser: Browser, pass = 'pass-1'): Promise<Response> =>
  browser.post('/auth/callback/guest', { pass })

test.each(['jwt', 'database'] as const)(
  'a feature can add a sign-in flow, here for a guest provider (%s)',
  async (strategy) => {
    const { browser } = start({}, strategy)
    expect((await enter(browser, 'other')).status).toBe(403)
    expect(await browser.session()).toBeNull()
    expect(locationOf(await enter(browser)).pathname).toBe('/')
    expect((await browser.session()).user.name).toBe('Ada')
  },
)

test('a guest provider shows its form on the sign-in page', async () => {
  const page = await (await start().browser.send('/auth/signin')).text()
  expect(page).toContain('Your pass')
})

test('a feature can run code at a login and a sign-out, and add a route', async () => {
  const { browser } = start()
  await enter(browser)
  expect(browser.jar.names).toContain('guest')
  expect(await (await browser.send('/auth/guests')).json()).toEqual({ guests: 1 })
  await browser.post('/auth/signout')
  expect(browser.jar.names).not.toContain('guest')
})

test.each(['jwt', 'database'] as const)(
  'a feature can add methods to the instance, such as one that ends sessions (%s)',
  async (strategy) => {
    const { auth, browser } = start({}, strategy)
    const other = new Browser(auth.handler)
    await enter(browser)
    await enter(other, 'pass-2')
    expect(await auth.guests()).toBe(2)
    const headers = { cookie: browser.jar.header ?? '' }
    const current = await auth.sessions.current(new Request('https://app.test/', { headers }))
    await auth.withdrawPass(current?.userId ?? '')
    expect(await browser.session()).toBeNull()
    expect((await other.session()).user.name).toBe('Grace')
  },
)

test.each([204, 205, 304])(
  'a feature can respond with JSON and the status %d, without a body',
  async (status) => {
    const { browser } = start({
      routes: { empty: { provider: 'none', GET: async () => json({ done: true }, status) } },
    })
    const response = await browser.send('/auth/empty')
    expect([response.status, response.body, response.headers.get('content-type')]).toEqual([
      status,
      null,
      null,
    ])
  },
)

test('a feature can add a section with a form to the account page, and its text is escaped', async () => {
  const { browser } = start()
  await enter(browser)
  const page = await (await browser.send('/auth/account')).text()
  expect(page).toMatch(/<h2 id="section-0">Guest pass<\/h2>/)
  expect(page).toMatch(/Of guest &lt;[^<>]+&gt;/)
  const [form = ''] = /<form action="\/auth\/return-pass" method="post">[\s\S]*?<\/form>/.exec(page) ?? []
  expect(form).toContain('Return it')
  const [, csrfToken = ''] = /name="csrfToken" value="([^"]+)"/.exec(form) ?? []
  const send = (body: Record<string, string>): Promise<Response> =>
    browser.send('/auth/return-pass', {
      method: 'POST',
      body: new URLSearchParams(body),
      headers: { origin: browser.origin },
    })
  expect((await send({})).status).toBe(403)
  expect(await browser.session()).not.toBeNull()
  await send({ csrfToken })
  expect(await browser.session()).toBeNull()
})

test('a feature can refuse a configuration, here one with two guest providers', () => {
  const twice = createAuth().provider(guest()).provider(guest('guest-2')).options(options)
  expect(() => twice.build()).toThrow(AuthConfigurationError)
  expect(() => twice.build()).toThrow("Remove 'guest-2': guests need one provider.")
})

test.each([
  ['rejects', async () => Promise.reject(new Error('The hook failed.'))],
  [
    'throws',
    () => {
      throw new Error('The hook failed.')
    },
  ],
])('no session is left if the login hook of a feature %s', async (_, after) => {
  const { browser } = start({ login: { after } })
  await enter(browser)
  expect(await browser.session()).toBeNull()
})

test('a sign-out ends the session even if the hooks of a feature fail', async () => {
  const fail = (): never => {
    throw new Error('The hook failed.')
  }
  const { browser } = start({ signOut: { after: fail } })
  await enter(browser)
  expect(await browser.session()).not.toBeNull()
  await browser.post('/auth/signout')
  expect(await browser.session()).toBeNull()
})

test.each(['', 'undefined', undefined, 7])(
  'a login with the user id %j is refused if a feature starts it',
  async (id) => {
    const { browser } = start({
      flow: async () => ({
        callbackMethods: ['POST'],
        async callback(provider, context) {
          await requireCsrf(context.exchange)
          const account = { provider: provider.id, type: 'credentials', providerAccountId: 'x' } as const
          const claim = { kind: 'account', link: account, linksByEmail: false } as const
          const user = { id: id as string, name: 'Nobody' }
          return redirect(await login({ provider: provider.id, user, account, claim }, context))
        },
      }),
    })
    expect(locationOf(await enter(browser)).searchParams.get('error')).toBe('Configuration')
    expect(await browser.session()).toBeNull()
  },
)

test.each([
  [
    'throws',
    () => {
      throw new Error('The section is broken.')
    },
  ],
  ['returns null', () => null as never],
])('the account page leaves out the section of a feature that %s', async (_, accountSection) => {
  const { browser } = start({ accountSection })
  await enter(browser)
  const page = await browser.send('/auth/account')
  expect(page.status).toBe(200)
  expect(await page.text()).not.toContain('Guest pass')
})

test('a feature can hide its provider on the sign-in page without a warning', async () => {
  const warned: string[] = []
  const flow = async () => ({
    ...(await guestPass.flow?.()),
    callbackMethods: ['POST'] as const,
    signInMethod: () => undefined,
  })
  const feature = { ...guestPass, flow: flow as NonNullable<GuestFeature['flow']> }
  const auth = createAuth()
    .provider({ ...guest(), '~feature': feature })
    .adapter(memory())
    .options({ ...options, logger: { warn: (code) => void warned.push(code) } })
    .use(feature)
    .build()
  const page = await new Browser(auth.handler).send('/auth/signin')
  expect(page.status).toBe(200)
  expect(await page.text()).not.toContain('Your pass')
  expect(warned).not.toContain('provider-without-form')
})

test('the sign-in page leaves out a sign-in method that throws, and shows the others', async () => {
  const signInMethod = (): never => {
    throw new Error('The method is broken.')
  }
  const flow = async () => ({
    ...(await guestPass.flow?.()),
    callbackMethods: ['POST'] as const,
    signInMethod,
  })
  const { browser } = start({ flow: flow as NonNullable<GuestFeature['flow']> })
  const page = await browser.send('/auth/signin')
  expect(page.status).toBe(200)
  expect(await page.text()).not.toContain('Your pass')
})

test.each(['/deep/inside', 'https://elsewhere.test/'])(
  'a pending login redirects to the `redirectTo` of its feature only within the site (%s)',
  async (redirectTo) => {
    let pending: FeaturePendingLogin | undefined
    const { browser } = start({
      flow: async () => ({
        callbackMethods: ['POST'],
        async callback(provider, context) {
          await requireCsrf(context.exchange)
          const account = { provider: provider.id, type: 'credentials', providerAccountId: 'x' } as const
          const claim = { kind: 'account', link: account, linksByEmail: false } as const
          const identity = { provider: provider.id, user: { id: 'x', name: 'Ada' }, account, claim }
          return redirect(await login(identity, context, { redirectTo }))
        },
      }),
      login: {
        admit(held) {
          pending = JSON.parse(JSON.stringify(held)) as FeaturePendingLogin
          return { kind: 'pending', location: '/wait' }
        },
      },
      routes: {
        finish: {
          provider: 'none',
          async GET(context) {
            if (!pending) return redirect('https://app.test/lost')
            return redirect(await login(pending.identity, context, { pending: pending.options }))
          },
        },
      },
    })
    expect(locationOf(await enter(browser)).pathname).toBe('/wait')
    const target = locationOf(await browser.send('/auth/finish'))
    expect(target.href).toBe(`https://app.test${redirectTo.startsWith('/') ? redirectTo : '/'}`)
  },
)

test('a claim, a verified e-mail address and cookie attributes that a feature passes as `undefined` have their defaults', async () => {
  const adapter = memory()
  const feature = {
    ...guestPass,
    flow: async () => ({
      callbackMethods: ['POST'],
      async callback(provider: { id: string }, { app, exchange }: FeatureContext) {
        setCookie(exchange, 'guest', 'yes', {
          secure: undefined,
          httpOnly: undefined,
          path: undefined,
        } as never)
        const id = textParam(exchange.body, 'id') ?? ''
        const user = { id, name: 'Ada', email: 'ada@example.com' }
        const account = { provider: provider.id, type: 'credentials', providerAccountId: id } as const
        const claim = id === 'stored' ? undefined : { kind: 'account', link: account, linksByEmail: false }
        const identity = { provider: provider.id, user, account, claim, verifiedEmail: undefined }
        return redirect(await login(identity as never, { app, exchange }))
      },
      signInMethod: async () => undefined,
    }),
  }
  const auth = createAuth()
    .provider({ ...guest(), '~feature': feature as never })
    .adapter(adapter)
    .options(options)
    .build()
  const browser = new Browser(auth.handler)
  const response = await browser.post('/auth/callback/guest', { id: 'pass-1' })
  expect(response.headers.getSetCookie().find((cookie) => cookie.startsWith('guest='))).toBe(
    'guest=yes; Path=/; HttpOnly; Secure; SameSite=Lax',
  )
  expect((await browser.session()).user.name).toBe('Ada')
  expect(await adapter.getUserByEmail('ada@example.com')).toMatchObject({ emailVerified: null })

  await adapter.createUser({ id: 'stored', name: 'Grace', email: 'grace@example.com', emailVerified: null })
  const other = new Browser(auth.handler)
  await other.post('/auth/callback/guest', { id: 'stored' })
  expect(await other.session()).not.toBeNull()
})

test.each([
  [{}, 'ends with the browser session'],
  [{ remember: 'on' }, 'keeps the user signed in'],
])('a session that a feature starts with the options %j %s', async (fields, outcome) => {
  const account = { provider: 'door', type: 'credentials', providerAccountId: '1' } as const
  const auth = createAuth()
    .provider(guest())
    .session({ strategy: 'jwt', remember: true })
    .options(options)
    .use(
      defineFeature({
        name: 'door',
        version: 1,
        routes: {
          door: {
            provider: 'none',
            async POST(context: FeatureContext) {
              await requireCsrf(context.exchange)
              const user = { id: 'door-1', name: 'Ada' }
              return redirect(await login({ provider: 'door', user, account }, context))
            },
          },
        },
      }),
    )
    .build()
  const browser = new Browser(auth.handler)
  const response = await browser.post('/auth/door', fields)
  expect((await browser.session())?.user).toMatchObject({ name: 'Ada' })
  const cookie = response.headers.getSetCookie().find((each) => each.includes('session-token='))
  expect(cookie?.includes('Expires=')).toBe(outcome === 'keeps the user signed in')
})

test.each(['visits', 'guest-pass:visits'])(
  'tenants do not share the value that a feature stores under the key %j',
  async (key) => {
    const feature = defineFeature({
      name: 'visits',
      version: 1,
      routes: {
        visits: {
          provider: 'none',
          GET: async ({ app }) => json({ visits: (await app.store.increment(key, 60)).count }),
        },
      },
    })
    const auth = createAuth()
      .provider(guest())
      .adapter(memory())
      .options(options)
      .tenant((request) => new URL(request.url).hostname.split('.')[0] ?? '')
      .use(feature)
      .build()
    const visit = async (host: string): Promise<unknown> =>
      (await auth.handler(new Request(`https://${host}/auth/visits`))).json()
    expect(await visit('one.app.test')).toEqual({ visits: 1 })
    expect(await visit('one.app.test')).toEqual({ visits: 2 })
    expect(await visit('two.app.test')).toEqual({ visits: 1 })
  },
)
