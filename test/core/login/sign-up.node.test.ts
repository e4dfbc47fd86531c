import { describe, expect, test } from 'vitest'
import type { AuthSpec, SignInContext } from '../../../src/builder/auth-spec.js'
import { AccessDenied, AdapterError, AuthError, RateLimited } from '../../../src/errors.js'
import type { SignUpParams } from '../../../src/model/user.js'
import { type Browser, locationOf } from '../../support/browser.js'
import { frozen } from '../../support/frozen.js'
import { mailbox } from '../../support/mailbox.js'
import { passkeyWorlds } from '../../support/passkeys.js'
import { acme } from '../../support/providers.js'
import { credentials, GRACE, type World, worlds } from '../../support/world.js'

/* The sign-up policy decides who may become a user. Every flow calls it before it creates a user. */

const start = worlds()
const startPasskeys = passkeyWorlds()
type Policy = NonNullable<AuthSpec['signUp']>

const errorOf = (response: Response): string | null => locationOf(response).searchParams.get('error')

/** A policy that records its calls. */
function asked(answer: (params: SignUpParams) => unknown): { policy: Policy; calls: SignUpParams[] } {
  const calls: SignUpParams[] = []
  return {
    calls,
    policy: ((params: SignUpParams) => {
      calls.push(params)
      return answer(params)
    }) as Policy,
  }
}

describe.each(['jwt', 'database'] as const)('sessions: %s', (strategy) => {
  test.each([
    ["'closed'", 'closed'],
    ['false', () => false],
    ['nothing', () => undefined],
    ['an error', () => Promise.reject(new Error('The database is down.'))],
  ])(
    'with the policy %s, a provider signs in only known users, and stores no new user',
    async (_, signUp) => {
      const world = await start({ strategy, signUp: signUp as Policy })
      expect(errorOf(await world.signIn())).toBe('AccessDenied')
      expect(world.adapter.rows).toMatchObject({ accounts: [], users: [{ id: 'grace' }] })
      expect(await world.browser.session()).toBeNull()
      await world.adapter.linkAccount({
        provider: 'acme',
        providerAccountId: 'ada',
        type: 'oidc',
        userId: 'grace',
      })
      expect(locationOf(await world.signIn()).pathname).toBe('/inside')
      expect(await world.browser.session()).toMatchObject({ user: { name: 'Grace' } })
    },
  )

  test('a signed-in user links an account while the sign-up is closed', async () => {
    const world = await start({ strategy, signUp: 'closed' })
    await world.enter()
    expect(locationOf(await world.link()).pathname).toBe('/inside')
    expect(world.adapter.rows.accounts).toMatchObject([{ userId: 'grace' }])
  })

  test('a sign-up policy is called once; if it returns a string, the browser is redirected and no user is stored', async () => {
    const { policy, calls } = asked(() => '/waiting')
    const world = await start({ strategy, signUp: policy })
    expect(locationOf(await world.signIn()).pathname).toBe('/waiting')
    expect(calls).toMatchObject([
      {
        provider: 'acme',
        verifiedEmail: 'ada@example.com',
        user: { name: 'Ada Lovelace' },
        account: { providerAccountId: 'ada' },
      },
    ])
    expect(world.adapter.rows.users).toHaveLength(1)
    await world.enter()
    expect(calls).toHaveLength(1)
  })

  test('`callbacks.signIn` receives the intent, and a sign-up policy is not called after `callbacks.signIn` has refused', async () => {
    const { policy, calls } = asked(() => true)
    const intents: string[] = []
    let allowed = false
    const world = await start({
      strategy,
      signUp: policy,
      callbacks: {
        signIn: ({ intent }: SignInContext) => {
          intents.push(intent)
          return allowed
        },
      },
    })
    await world.signIn()
    expect(calls).toEqual([])
    allowed = true
    await world.signIn()
    await world.signIn()
    await world.enter(world.anotherBrowser())
    world.idp.user = { ...world.idp.user, sub: 'ada-at-work', email: undefined }
    await world.link()
    expect(intents).toEqual(['signUp', 'signUp', 'signIn', 'signIn', 'link'])
    expect(calls).toHaveLength(1)
  })

  test('many first sign-ins at once do not bypass the sign-up policy', async () => {
    let left = 1
    const world = await start({ strategy, signUp: () => left-- > 0 })
    const browsers = Array.from({ length: 10 }, () => world.anotherBrowser())
    const callbacks: URL[] = []
    for (const [index, browser] of browsers.entries()) {
      world.idp.user = { ...world.idp.user, sub: `user-${index}`, email: `user-${index}@example.com` }
      callbacks.push(await world.begin(browser))
    }
    // Each redeemed code belongs to the next user, so the ten sign-ins belong to different users in any order.
    let next = 0
    world.idp.misbehave({
      claims: (claims) => ({ ...claims, sub: `user-${next}`, email: `user-${next++}@example.com` }),
    })
    await Promise.all(browsers.map((browser, index) => world.finish(callbacks[index] as URL, browser)))
    expect(next).toBe(10)
    expect(world.adapter.rows.users).toHaveLength(2)
  })

  test.each([
    ['the error of an adapter', new AdapterError('The row of invitation #4711 is locked.'), 503, null],
    ['an error of the application', new AuthError('Invitation #4711 was revoked.'), 302, 'Configuration'],
    ['the error of a rate limit', new RateLimited(), 429, 'RateLimited'],
    ['AccessDenied', new AccessDenied('Invitation #4711 is used.'), 302, 'AccessDenied'],
  ])(
    'if a sign-up policy throws %s, nothing is stored, and the response contains only the type of the error',
    async (_, error, status, shown) => {
      const box = mailbox()
      let open = true
      const signUp = (): boolean => {
        if (open) return true
        throw error
      }
      const world = await start({
        strategy,
        signUp,
        providers: frozen([acme(), credentials(GRACE), box.provider]),
        failsItself: true,
      })
      await world.browser.post('/auth/signin/mail', { email: 'new@example.com', callbackUrl: '/inside' })
      open = false
      const responses = [await world.signIn(world.anotherBrowser()), await world.browser.send(box.link)]
      for (const response of responses) {
        const text = await response.text()
        expect([text, ...response.headers.values()].join()).not.toContain('#4711')
        const location = response.headers.get('location') ?? JSON.parse(text).url
        expect(response.status).toBe(status)
        expect(new URL(location).searchParams.get('error')).toBe(shown)
      }
      expect(world.adapter.rows).toMatchObject({ users: [{ id: 'grace' }], accounts: [] })
      expect(await world.browser.session()).toBeNull()
    },
  )

  describe('by mail', () => {
    const begin = async (signUp: Policy): Promise<{ world: World; box: ReturnType<typeof mailbox> }> => {
      const box = mailbox()
      const world = await start({
        strategy,
        signUp,
        providers: frozen([acme(), credentials(GRACE), box.provider]),
      })
      return { world, box }
    }
    const request = (browser: Browser, email: string): Promise<Response> =>
      browser.post('/auth/signin/mail', { email, callbackUrl: '/inside' })
    const shapeOf = (response: Response): unknown => [
      response.status,
      locationOf(response).href,
      [...response.headers.keys()].sort(),
      response.headers.getSetCookie().map((cookie) => cookie.replace(/=[^;]+/, '').length),
    ]

    test.each([
      ["'closed'", 'closed'],
      ['a function', () => false],
      ['an error of this library', () => Promise.reject(new AdapterError('The invitations are unreadable.'))],
    ])(
      'with %s, only known e-mail addresses get a mail, but all get the same response',
      async (_, signUp) => {
        const { world, box } = await begin(signUp as Policy)
        const known = await request(world.anotherBrowser(), 'grace@example.com')
        const unknown = await request(world.anotherBrowser(), 'nobody@example.com')
        expect(shapeOf(unknown)).toEqual(shapeOf(known))
        expect(box.mails.map(({ to }) => to)).toEqual(['grace@example.com'])
        await world
          .anotherBrowser()
          .post('/auth/callback/mail', Object.fromEntries(new URL(box.link, world.origin).searchParams))
        expect(world.adapter.rows.users).toHaveLength(1)
      },
    )

    test.each([
      ["'closed'", 'closed', false],
      ['a function', () => false, false],
      ["'closed', and a mail service that takes its time to fail", 'closed', true],
    ])(
      'with %s, the response to a failed mail is the same for known and unknown e-mail addresses',
      async (_, signUp, isSlow) => {
        const down = new Error('The mail service is down.')
        const box = mailbox({
          sendVerificationRequest: async () => {
            if (isSlow) await new Promise((resolve) => setTimeout(resolve, 40))
            throw down
          },
        })
        const world = await start({
          strategy,
          signUp: signUp as Policy,
          providers: frozen([acme(), credentials(GRACE), box.provider]),
          failsItself: true,
        })
        const known = await request(world.anotherBrowser(), 'grace@example.com')
        const unknown = await request(world.anotherBrowser(), 'nobody@example.com')
        expect(locationOf(known).pathname).toBe('/auth/verify-request')
        expect(shapeOf(unknown)).toEqual(shapeOf(known))
        expect(world.errors).toMatchObject([{ type: 'EmailSignInError', cause: { err: down } }])
        // A second click gets the same response.
        const again = world.anotherBrowser()
        const twice = [await request(again, 'grace@example.com'), await request(again, 'nobody@example.com')]
        expect(twice.map(shapeOf)).toEqual([shapeOf(known), shapeOf(known)])
      },
    )

    test('with a policy, if a database stores no link, known and unknown e-mail addresses get the same response', async () => {
      const box = mailbox()
      const world = await start({
        strategy,
        signUp: 'closed',
        providers: frozen([acme(), credentials(GRACE), box.provider]),
        failsItself: true,
        through: (real) => ({
          ...real,
          createVerificationToken: () => Promise.reject(new Error('The table is full.')),
        }),
      })
      const known = await request(world.anotherBrowser(), 'grace@example.com')
      const unknown = await request(world.anotherBrowser(), 'nobody@example.com')
      expect(shapeOf(unknown)).toEqual(shapeOf(known))
      expect(world.errors).toMatchObject([{ type: 'AdapterError' }])
    })

    test('a failed mail gets the same response for known and unknown e-mail addresses with `callbacks.signIn`, and is reported with open sign-up', async () => {
      const box = mailbox({
        sendVerificationRequest: () => Promise.reject(new Error('The mail service is down.')),
      })
      const providers = frozen([acme(), credentials(GRACE), box.provider])
      const signIn = ({ intent }: SignInContext) => intent !== 'signUp'
      const world = await start({ strategy, providers, callbacks: { signIn }, failsItself: true })
      const known = await request(world.anotherBrowser(), 'grace@example.com')
      const unknown = await request(world.anotherBrowser(), 'nobody@example.com')
      expect(shapeOf(unknown)).toEqual(shapeOf(known))
      const open = await start({ strategy, providers, signUp: 'open', failsItself: true })
      for (const email of ['grace@example.com', 'nobody@example.com']) {
        expect(errorOf(await request(open.anotherBrowser(), email))).toBe('EmailSignInError')
      }
    })

    test('a policy redirects when the e-mail address is verified, not before', async () => {
      const { policy, calls } = asked(() => '/waiting')
      const { world, box } = await begin(policy)
      const response = await request(world.browser, 'new@example.com')
      expect(locationOf(response).pathname).toBe('/auth/verify-request')
      expect(locationOf(await world.browser.send(box.link)).pathname).toBe('/waiting')
      expect(
        calls.map(({ verifiedEmail, verificationRequest }) => [verifiedEmail, verificationRequest]),
      ).toEqual([
        ['new@example.com', true],
        ['new@example.com', undefined],
      ])
      expect(world.adapter.rows.users).toHaveLength(1)
    })

    test('a policy that refuses between mail and link stores no user', async () => {
      let open = true
      const { world, box } = await begin(() => open)
      await request(world.browser, 'new@example.com')
      open = false
      expect(errorOf(await world.browser.send(box.link))).toBe('AccessDenied')
      expect(world.adapter.rows.users).toHaveLength(1)
    })
  })

  test('an interrupted sign-up is finished only if the policy still allows it', async () => {
    let open = true
    let fails = true
    const world = await start({
      strategy,
      signUp: () => open,
      failsItself: true,
      through: (real) => ({
        ...real,
        linkAccount: async (account) => {
          if (fails) throw new Error('The process ends.')
          return real.linkAccount(account)
        },
        deleteUser: async (id) => {
          if (fails) throw new Error('The process ends.')
          return real.deleteUser(id)
        },
      }),
    })
    await world.signIn()
    fails = false
    open = false
    expect(errorOf(await world.signIn())).toBe('AccessDenied')
    open = true
    expect(locationOf(await world.signIn()).pathname).toBe('/inside')
    expect(world.adapter.rows.users).toHaveLength(2)
  })
})

describe('passkeys', () => {
  test("with 'closed', passkey registration is refused equally for known and unknown e-mail addresses", async () => {
    const world = await startPasskeys({ signUp: 'closed' })
    await world.adapter.seed({ id: 'known', email: 'known@example.com', emailVerified: new Date() })
    const responses = await Promise.all(
      ['known@example.com', 'new@example.com'].map((email) =>
        world.ask({ action: 'register', email }, world.anotherBrowser()),
      ),
    )
    const [known, unknown] = responses.map((response) => [response.status, locationOf(response).href])
    expect(unknown).toEqual(known)
    expect(known?.[1]).toContain('AccessDenied')
    const html = await (await world.browser.send('/auth/signin')).text()
    expect(html).toContain('value="authenticate"')
    expect(html).not.toContain('value="register"')
  })

  test('a policy is called after the passkey was created; if it refuses, nothing is stored', async () => {
    const { policy, calls } = asked(({ user }) => user.email === 'ada@example.com')
    const world = await startPasskeys({ signUp: policy })
    expect(errorOf(await world.register('eve@example.com', world.anotherBrowser()))).toBe('AccessDenied')
    expect(world.adapter.users.size).toBe(0)
    expect(locationOf(await world.register('ada@example.com')).pathname).toBe('/inside')
    await world.register('', world.browser)
    await world.use(world.anotherBrowser())
    // The user typed the e-mail address, so it is not verified.
    expect(calls.map(({ provider, user, verifiedEmail }) => [provider, user.email, verifiedEmail])).toEqual([
      ['passkey', 'eve@example.com', null],
      ['passkey', 'ada@example.com', null],
    ])
  })
})

describe('a policy for one domain', () => {
  const policy: Policy = ({ verifiedEmail }) => verifiedEmail?.endsWith('@example.com') ?? false
  const claims = (changes: object) => (own: object) => ({ ...own, email: 'boss@example.com', ...changes })

  test.each([
    ['comes with `email_verified: false`', { email_verified: false }, {}],
    ['comes with `email_verified: "true"`', { email_verified: 'true' }, {}],
    ['comes without `email_verified`', { email_verified: undefined }, {}],
    [
      'differs from the e-mail address that the provider has verified',
      { email: 'eve@evil.example', email_verified: true },
      { profile: ({ sub }: { sub: string }) => ({ id: sub, email: 'boss@example.com' }) },
    ],
    [
      'differs from the result of `verifiedEmail`',
      { email_verified: true },
      { verifiedEmail: () => 'eve@evil.example' },
    ],
  ])(
    'a policy for one domain refuses a provider with an e-mail address that %s',
    async (_, changes, provider) => {
      const world = await start({ signUp: policy, provider: provider as never })
      world.idp.misbehave({ claims: claims(changes) as never })
      expect(errorOf(await world.signIn())).toBe('AccessDenied')
      expect(world.adapter.rows.users).toMatchObject([{ id: 'grace' }])
    },
  )

  test('a policy for one domain accepts a provider that has verified the e-mail address', async () => {
    const world = await start({ signUp: policy })
    world.idp.misbehave({ claims: claims({ email: 'Boss@Example.com', email_verified: true }) as never })
    expect(locationOf(await world.signIn()).pathname).toBe('/inside')
  })

  test('a policy for one domain refuses a passkey', async () => {
    const world = await startPasskeys({ signUp: policy })
    expect(errorOf(await world.register('boss@example.com'))).toBe('AccessDenied')
  })
})
