import { inspect } from 'node:util'
import { describe, expect, test } from 'vitest'
import type { WebAuthnRequest } from '../../../src/providers/kinds/webauthn.js'
import { passkey } from '../../../src/providers/passkey.js'
import { webauthn } from '../../../src/providers/webauthn.js'
import { createSealer } from '../../../src/runtime/core/crypto/sealer.js'
import { SECRET } from '../../support/app.js'
import { Authenticator, type Deviation } from '../../support/authenticator.js'
import { locationOf } from '../../support/browser.js'
import { frozen } from '../../support/frozen.js'
import { mailbox } from '../../support/mailbox.js'
import { ORIGIN, type PasskeyWorld, passkeyWorlds } from '../../support/passkeys.js'
import { acme } from '../../support/providers.js'

const start = passkeyWorlds()

/** Expects that no user is signed in, and that the sign-in page says why. */
async function expectRefused(
  world: PasskeyWorld,
  response: Response,
  error = 'WebAuthnVerificationError',
): Promise<void> {
  const { pathname, searchParams } = locationOf(response)
  expect([pathname, searchParams.get('error')]).toEqual(['/auth/signin', error])
  expect(await world.browser.session()).toBeNull()
  expect(world.adapter.rows.sessions).toEqual([])
}

async function withPasskey(...given: Parameters<typeof start>): Promise<PasskeyWorld> {
  const world = await start(...given)
  await world.register()
  await world.browser.post('/auth/signout')
  return world
}

const challengesOf = ({ browser }: PasskeyWorld): string[] =>
  browser.jar.names.filter((name) => name.includes('.challenge.'))

describe.each(['jwt', 'database'] as const)('sessions: %s', (strategy) => {
  test('a new user creates a passkey, and signs in with it', async () => {
    const world = await start({ strategy })
    expect(locationOf(await world.register()).href).toBe('https://app.test/inside')
    expect((await world.browser.session()).user.email).toBe('ada@example.com')
    await world.browser.post('/auth/signout')
    expect(await world.browser.session()).toBeNull()
    expect(locationOf(await world.use()).href).toBe('https://app.test/inside')
    expect((await world.browser.session()).user.email).toBe('ada@example.com')
    expect(challengesOf(world)).toEqual([])
  })

  test('the typed name of a user is stored without characters that databases refuse', async () => {
    const world = await start({ strategy })
    const name = `A\0da ${'x'.repeat(94)}\u{1f642}`
    const options = await world.options({ action: 'register', email: 'ada@example.com', name })
    await world.answer('register', await world.authenticator.create(options))
    const stored = world.adapter.rows.users.filter(({ id }) => id !== 'grace')
    expect(stored).toMatchObject([{ name: `Ada ${'x'.repeat(94)}` }])
  })

  test('a passkey is stored in the same form as by adapters of Auth.js', async () => {
    const world = await start({ strategy })
    await world.register('ada@example.com', world.browser, { transports: ['usb', 'usb', 1, 'x'.repeat(30)] })
    const [user] = world.adapter.rows.users.filter(({ email }) => email === 'ada@example.com')
    const [stored] = await world.adapter.listAuthenticatorsByUserId(user?.id ?? '')
    const id = Buffer.from(world.authenticator.keys[0]?.id ?? '', 'base64url').toString('base64')
    expect(stored).toMatchObject({
      credentialID: id,
      providerAccountId: id,
      counter: 0,
      credentialDeviceType: 'singleDevice',
      credentialBackedUp: false,
      transports: 'usb',
    })
    expect(Buffer.from(stored?.credentialPublicKey ?? '', 'base64').toString('base64')).toBe(
      stored?.credentialPublicKey,
    )
    expect(world.adapter.rows.accounts).toMatchObject([
      { provider: 'passkey', type: 'webauthn', providerAccountId: id, userId: user?.id },
    ])
    expect(user?.emailVerified).toBeNull()
  })

  test('a signed-in user adds a second passkey, and both passkeys sign the user in', async () => {
    const world = await start({ strategy })
    await world.register()
    const options = await world.options({ action: 'register' })
    expect(options.excludeCredentials).toMatchObject([{ id: world.authenticator.keys[0]?.id }])
    expect(options.user.name).toBe('ada@example.com')
    await world.answer('register', await world.authenticator.create(options))
    const [first, second] = world.authenticator.keys
    expect(second?.userHandle).toBe(first?.userHandle)
    for (const key of [first, second]) {
      await world.browser.post('/auth/signout')
      await world.use(world.browser, {}, key)
      expect((await world.browser.session()).user.email).toBe('ada@example.com')
    }
    expect(world.adapter.rows.users.filter(({ email }) => email === 'ada@example.com')).toHaveLength(1)
  })

  test('no passkey is added if the session ends before the response of the authenticator', async () => {
    const ending: (() => Promise<void>)[] = []
    const world = await start({
      strategy,
      through: (real) => ({
        ...real,
        async createSession(session) {
          await ending.pop()?.()
          return real.createSession(session)
        },
      }),
      ...(strategy === 'jwt' && {
        callbacks: {
          jwt: async ({ token }) => {
            await ending.pop()?.()
            return token
          },
        },
      }),
    })
    await world.register()
    const [first] = world.adapter.rows.accounts
    const options = await world.options({ action: 'register' })
    const made = await world.authenticator.create(options)
    // Fetching the CSRF token does not read the session.
    ending.push(() => world.app.sessions.revokeAll(String(first?.userId)))
    const response = await world.answer('register', made)
    expect(locationOf(response).searchParams.get('error')).toBe('InvalidCheck')
    expect(await world.browser.session()).toBeNull()
    expect(world.adapter.rows.accounts).toEqual([first])
  })

  test.each(['createUser', 'linkAccount', 'createAuthenticator'] as const)(
    'an attacker who creates a passkey with the e-mail address of another user loses access if the owner verifies it after %s',
    async (method) => {
      const box = mailbox()
      let meanwhile: (() => Promise<unknown>) | undefined
      const world = await start({
        strategy,
        providers: frozen([acme(), passkey(), box.provider]),
        through: (real) => ({
          ...real,
          [method]: async (row: any) => {
            const stored = await real[method](row)
            const work = meanwhile
            meanwhile = undefined
            await work?.()
            return stored
          },
        }),
      })
      const owner = world.anotherBrowser()
      await owner.post('/auth/signin/mail', { email: 'ada@example.com', callbackUrl: '/inside' })
      const fields = Object.fromEntries(box.last.link.searchParams)
      meanwhile = async () => owner.post('/auth/callback/mail', { ...fields, earlierLogins: 'remove' })
      await world.register()
      expect(await world.browser.session()).toBeNull()
      expect(await owner.session()).toMatchObject({ user: { email: 'ada@example.com' } })
      expect(world.adapter.rows.accounts).toEqual([])
      const again = world.anotherBrowser()
      await world.use(again)
      expect(await again.session()).toBeNull()
    },
  )

  test.each([
    ['no challenge', { challenge: undefined }],
    ['a made-up challenge', { challenge: 'A'.repeat(51) }],
    ['a short challenge', { challenge: 'abc' }],
    ['a challenge with the name of another cookie', { challenge: '../__Host-authwright.session-token' }],
  ])('WA-1: a response to %s is refused', async (_, { challenge }) => {
    const world = await withPasskey({ strategy })
    const options = await world.options({ action: 'authenticate' })
    const answer = await world.authenticator.get({ ...options, challenge }, {})
    if (challenge === undefined) {
      expect((await world.answer('authenticate', answer)).status).toBe(400)
      expect(await world.browser.session()).toBeNull()
    } else await expectRefused(world, await world.answer('authenticate', answer), 'InvalidCheck')
  })

  test.each([
    ['crossOrigin without topOrigin', { crossOrigin: true }],
    ['crossOrigin with topOrigin', { crossOrigin: true, topOrigin: 'https://evil.test' }],
    ['topOrigin without crossOrigin', { crossOrigin: false, topOrigin: 'https://evil.test' }],
  ])('a passkey that is used in a frame of another page is refused (%s)', async (_, deviation) => {
    const world = await withPasskey({ strategy })
    await expectRefused(world, await world.use(world.browser, deviation))
  })

  test('a passkey that is created in a frame of another page is refused', async () => {
    const world = await start({ strategy })
    const deviation = { crossOrigin: true, topOrigin: 'https://evil.test' }
    await expectRefused(world, await world.register('ada@example.com', world.browser, deviation))
    expect(world.adapter.rows.accounts).toEqual([])
  })

  test('WA-1: a response to the challenge of another browser is refused', async () => {
    const world = await withPasskey({ strategy })
    const options = await world.options({ action: 'authenticate' }, world.anotherBrowser())
    const answer = await world.authenticator.get(options)
    await expectRefused(world, await world.answer('authenticate', answer), 'InvalidCheck')
  })

  test('WA-1: a response that comes too late is refused', async () => {
    let now = Date.now()
    const world = await withPasskey({ strategy, clock: () => now })
    const options = await world.options({ action: 'authenticate' })
    const answer = await world.authenticator.get(options)
    now += 16 * 60 * 1000
    await expectRefused(world, await world.answer('authenticate', answer), 'InvalidCheck')
  })

  test.each([
    ['the challenge of a registration', 'register', 'authenticate'],
    ['the challenge of a sign-in', 'authenticate', 'register'],
  ])('WA-1: a response of another kind to %s is refused', async (_, asked, answered) => {
    const world = await withPasskey({ strategy })
    const options = await world.options({ action: asked, email: 'eve@example.com' })
    const { authenticator } = world
    const answer =
      answered === 'authenticate'
        ? await authenticator.get({ ...options, rpId: 'app.test' })
        : await authenticator.create({ ...options, rp: { id: 'app.test' }, user: { id: 'AAAA' } })
    await expectRefused(world, await world.answer(answered, answer), 'InvalidCheck')
    expect(world.adapter.rows.users.map(({ email }) => email)).not.toContain('eve@example.com')
  })

  test('WA-1: a response whose type does not match the request is refused', async () => {
    const world = await withPasskey({ strategy })
    await expectRefused(world, await world.use(world.browser, { type: 'webauthn.create' }))
  })

  test('WA-1: the challenge of one provider is refused at another provider', async () => {
    const world = await start({
      strategy,
      providers: frozen([webauthn(), webauthn({ id: 'other', enableConditionalUI: false })]),
      options: { experimental: { enableWebAuthn: true } },
    })
    const options = await world.options(
      { action: 'register', email: 'ada@example.com' },
      world.browser,
      'other',
    )
    const answer = await world.authenticator.create(options)
    await expectRefused(
      world,
      await world.answer('register', answer, world.browser, 'webauthn'),
      'InvalidCheck',
    )
  })

  test('WA-1: a challenge that was sealed for another purpose is refused', async () => {
    const world = await withPasskey({ strategy })
    const options = await world.options({ action: 'authenticate' })
    const [name = ''] = challengesOf(world)
    const audience = '__Host-authwright.challenge'
    for (const purpose of ['flow', 'session']) {
      const sealer = createSealer({ secrets: [SECRET], purpose, audience })
      const ceremony = { action: 'authenticate', provider: 'passkey', origin: ORIGIN }
      world.browser.jar.put(name, await sealer.seal({ ...ceremony, challenge: options.challenge }, 60))
      const answer = await world.authenticator.get(options)
      await expectRefused(world, await world.answer('authenticate', answer), 'InvalidCheck')
    }
  })

  test('CK-5, CK-7: a cookie whose name only begins like that of a challenge is kept, even among many', async () => {
    const world = await start({ strategy })
    for (let index = 0; index < 40; index++) {
      world.browser.jar.put(`__Host-authwright.challenge.${index}\u00e9`, 'x')
      world.browser.jar.put(`__Host-authwright.challenge.${index}`, 'x')
    }
    const response = await world.ask({ action: 'authenticate' })
    expect(response.status).toBe(200)
    expect(response.headers.getSetCookie()).toHaveLength(1)
    expect((await world.register()).status).toBe(302)
    expect(await world.browser.session()).not.toBeNull()
  })

  test('WA-2: a repeated response is refused, even with the old cookie and an authenticator without a counter', async () => {
    const world = await withPasskey({ strategy, counts: false })
    const answer = await world.authenticator.get(await world.options({ action: 'authenticate' }))
    const before = world.browser.jar.clone()
    expect(locationOf(await world.answer('authenticate', answer)).pathname).toBe('/inside')
    await world.browser.post('/auth/signout')
    for (const name of before.names.filter((each) => each.includes('.challenge.'))) {
      world.browser.jar.put(name, before.get(name) ?? '')
    }
    await expectRefused(world, await world.answer('authenticate', answer), 'InvalidCheck')
    await expectRefused(world, await world.answer('authenticate', answer), 'InvalidCheck')
  })

  test('WA-2: of many concurrent copies of a response, one succeeds', async () => {
    const world = await withPasskey({ strategy, counts: false })
    const answer = await world.authenticator.get(await world.options({ action: 'authenticate' }))
    await world.browser.csrfToken()
    const responses = await Promise.all(Array.from({ length: 5 }, () => world.answer('authenticate', answer)))
    const ends = responses.map((response) => locationOf(response).pathname).sort()
    expect(ends).toEqual(['/auth/signin', '/auth/signin', '/auth/signin', '/auth/signin', '/inside'])
  })

  test('WA-2: a repeated registration creates nothing', async () => {
    const world = await start({ strategy })
    const options = await world.options({ action: 'register', email: 'ada@example.com' })
    const answer = await world.authenticator.create(options)
    const before = world.browser.jar.clone()
    await world.answer('register', answer)
    await world.browser.post('/auth/signout')
    for (const name of before.names.filter((each) => each.includes('.challenge.'))) {
      world.browser.jar.put(name, before.get(name) ?? '')
    }
    await expectRefused(world, await world.answer('register', answer), 'InvalidCheck')
    expect(world.adapter.rows.accounts).toHaveLength(1)
  })

  const wrong: readonly (readonly [string, Deviation])[] = [
    ['of another site', { rpId: 'evil.test' }],
    ['from another origin', { origin: 'https://evil.test' }],
    ['from the same host over HTTP', { origin: 'http://app.test' }],
    ['without user verification', { verified: false }],
    ['without user presence', { present: false, verified: true }],
  ]
  test.each([
    ...wrong,
    ['with a wrong signature', { signature: 'wrong' }],
    ['with an unchanged signature counter', { counter: 0 }],
  ] as const)('WA-4: a response %s does not sign a user in', async (what, deviation) => {
    const world = await withPasskey({ strategy })
    // After two uses, the signature counter is more than 0.
    await world.use()
    await world.browser.post('/auth/signout')
    await expectRefused(world, await world.use(world.browser, deviation))
    expect(world.errors, what).toEqual([])
    expect(locationOf(await world.use()).pathname).toBe('/inside')
  })

  test.each([...wrong, ['with an algorithm that was not offered', { algorithm: -35 }]] as const)(
    'WA-4: a registration %s creates no user',
    async (_, deviation) => {
      const world = await start({ strategy })
      await expectRefused(world, await world.register('ada@example.com', world.browser, deviation))
      expect([...world.adapter.users]).toEqual([])
    },
  )

  test('WA-4: only one of two concurrent sign-ins with copies of a key and the same counter succeeds', async () => {
    const world = await withPasskey({ strategy })
    const copy = world.anotherBrowser()
    const [one, two] = [
      await world.options({ action: 'authenticate' }),
      await world.options({ action: 'authenticate' }, copy),
    ]
    const [key] = world.authenticator.keys
    const responses = await Promise.all([
      world.answer('authenticate', await world.authenticator.get(one, { counter: 7 }, key)),
      world.answer('authenticate', await world.authenticator.get(two, { counter: 7 }, key), copy),
    ])
    expect(responses.map((response) => locationOf(response).pathname).sort()).toEqual([
      '/auth/signin',
      '/inside',
    ])
  })

  test('a synced passkey signs in with any value of the counter', async () => {
    const world = await start({ strategy })
    await world.register('ada@example.com', world.browser, { synced: true, counter: 5 })
    for (const counter of [6, 3, 3, 0, 7]) {
      await world.browser.post('/auth/signout')
      expect(locationOf(await world.use(world.browser, { synced: true, counter })).pathname).toBe('/inside')
    }
    expect(world.errors).toEqual([])
  })

  test('WA-4: a device-bound passkey must increase its counter, even if it later sends the flags of a synced passkey', async () => {
    const world = await start({ strategy })
    await world.register('ada@example.com', world.browser, { counter: 5 })
    await world.browser.post('/auth/signout')
    await expectRefused(world, await world.use(world.browser, { synced: true, counter: 3 }))
  })

  test('WA-5: the passkey id of another user with a signature by the attacker is refused', async () => {
    const world = await withPasskey({ strategy })
    await world.register('eve@example.com')
    await world.browser.post('/auth/signout')
    const [ada, eve] = world.authenticator.keys
    await expectRefused(world, await world.use(world.browser, { id: ada?.id ?? '' }, eve))
  })

  test.each([
    ['that no passkey has', () => 'AAAA'],
    ['of 1,023 bytes', () => Buffer.alloc(1_023, 1).toString('base64url')],
  ])('WA-5: an id %s is refused', async (_, id) => {
    const world = await withPasskey({ strategy })
    await expectRefused(world, await world.use(world.browser, { id: id() }))
  })

  test.each([
    ['of 1,024 bytes', () => Buffer.alloc(1_024, 1).toString('base64url')],
    ['in base64 with padding', (id: string) => Buffer.from(id, 'base64url').toString('base64')],
    ['with unused bits set', () => 'AB'],
    ['that is empty', () => ''],
    ['of a control character', () => '\u0000'],
  ])('WA-5: an id %s is malformed', async (_, id) => {
    const world = await withPasskey({ strategy })
    const [key] = world.authenticator.keys
    const response = await world.use(world.browser, { id: id(key?.id ?? '') })
    expect(response.status).toBe(400)
    expect(await world.browser.session()).toBeNull()
  })

  test.each([
    ['of 128 KB', 100_000],
    ['of 1 MB', 750_000],
  ])('WA-5: a body with an id %s is refused as too large', async (_, bytes) => {
    const world = await withPasskey({ strategy })
    const id = Buffer.alloc(bytes, 1).toString('base64url')
    expect((await world.use(world.browser, { id })).status).toBe(413)
    expect(await world.browser.session()).toBeNull()
  })

  test.each([
    ['not JSON', '{'],
    ['null', 'null'],
    ['an array', '[]'],
    ['a number', '1'],
    ['an empty object', '{}'],
    ['nested a thousand times', `${'['.repeat(1_000)}${']'.repeat(1_000)}`],
    ['the member __proto__', '{"__proto__":{"id":"AAAA"},"constructor":{"prototype":{}}}'],
    [
      'client data that is not JSON',
      JSON.stringify({ id: 'AAAA', rawId: 'AAAA', type: 'public-key', response: { clientDataJSON: 'AAAA' } }),
    ],
  ])('WA-5: a malformed response is refused: %s', async (_, data) => {
    const world = await start({ strategy })
    for (const action of ['register', 'authenticate']) {
      expect((await world.answer(action, data)).status).toBe(400)
    }
    expect((await world.answer('erase', data)).status).toBe(400)
    expect(world.errors).toEqual([])
  })

  test("WA-5: an attacker who registers a passkey with the id of another user's passkey does not become that user", async () => {
    const world = await withPasskey({ strategy })
    const id = world.authenticator.keys[0]?.id ?? ''
    const mallory = new Authenticator(ORIGIN)
    const options = await world.options({ action: 'register', email: 'mallory@example.com' })
    const answer = await mallory.create(options, { id })
    await expectRefused(world, await world.answer('register', answer), 'AccountNotLinked')
    // The id stays refused after the owner has removed the passkey, because the owner signed up with it.
    const [account] = world.adapter.rows.accounts
    if (!account) throw new Error('There is no account.')
    const owner = account.userId
    await world.adapter.linkAccount({ ...account, provider: 'acme', providerAccountId: 'ada' })
    await world.adapter.unlinkAccount(account)
    const again = await world.options({ action: 'register', email: 'mallory@example.com' })
    await expectRefused(
      world,
      await world.answer('register', await mallory.create(again, { id })),
      'AccountNotLinked',
    )
    expect((await world.adapter.listAuthenticatorsByUserId(owner)).length).toBe(1)
  })

  test('WA-5: a passkey whose account was unlinked does not sign a user in, and can be created again', async () => {
    const world = await withPasskey({ strategy })
    const [account] = world.adapter.rows.accounts
    if (!account) throw new Error('There is no account.')
    await world.adapter.linkAccount({ ...account, provider: 'acme', providerAccountId: 'ada' })
    await world.adapter.unlinkAccount(account)
    await expectRefused(world, await world.use())
  })

  test('WA-7: a passkey that was requested by one user is not stored for another user', async () => {
    const world = await start({ strategy })
    await world.register('ada@example.com')
    const options = await world.options({ action: 'register' })
    const answer = await world.authenticator.create(options)
    const kept = world.browser.jar.clone()
    await world.browser.post('/auth/signout')
    await world.register('bob@example.com')
    for (const name of kept.names.filter((each) => each.includes('.challenge.'))) {
      world.browser.jar.put(name, kept.get(name) ?? '')
    }
    const { searchParams } = locationOf(await world.answer('register', answer))
    expect(searchParams.get('error')).toBe('InvalidCheck')
    expect((await world.browser.session()).user.email).toBe('bob@example.com')
    expect(world.adapter.rows.accounts).toHaveLength(2)
  })

  test('WA-7: a passkey that a user requested is not stored after signing out', async () => {
    const world = await start({ strategy })
    await world.register('ada@example.com')
    const options = await world.options({ action: 'register' })
    const answer = await world.authenticator.create(options)
    await world.browser.post('/auth/signout')
    await expectRefused(world, await world.answer('register', answer), 'InvalidCheck')
    expect(world.adapter.rows.accounts).toHaveLength(1)
  })

  test('WA-8: options do not reveal which e-mail addresses have an account', async () => {
    const world = await start({ strategy, key: webauthn() })
    await world.register('ada@example.com')
    await world.browser.post('/auth/signout')
    const shapeOf = async (fields: Record<string, string>): Promise<unknown> => {
      const response = await world.ask(fields, world.anotherBrowser())
      const { action, options } = await response.json()
      const credentials = options.allowCredentials?.map((credential: object) =>
        Object.keys(credential).sort(),
      )
      return [response.status, action, Object.keys(options).sort(), credentials?.[0]]
    }
    for (const action of ['', 'authenticate', 'register']) {
      // E-mail addresses of a user with a passkey, of a user without one, and of no user.
      const [ada, grace, nobody] = [
        await shapeOf({ action, email: 'ada@example.com' }),
        await shapeOf({ action, email: 'grace@example.com' }),
        await shapeOf({ action, email: 'nobody@example.com' }),
      ]
      expect(grace, action).toEqual(ada)
      expect(nobody, action).toEqual(ada)
    }
  })

  test('WA-8: the number of database reads is the same for e-mail addresses with and without an account', async () => {
    let reads: string[] = []
    const world = await start({
      strategy,
      key: webauthn(),
      through: (adapter) =>
        Object.fromEntries(
          Object.entries(adapter).map(([name, method]) => [
            name,
            (...given: unknown[]) => {
              reads.push(name)
              return (method as (...given: unknown[]) => unknown)(...given)
            },
          ]),
        ) as unknown as typeof adapter,
    })
    await world.register('ada@example.com')
    const readsFor = async (email: string): Promise<readonly string[]> => {
      reads = []
      await world.ask({ action: 'authenticate', email }, world.anotherBrowser())
      return reads
    }
    const known = await readsFor('ada@example.com')
    expect(known).toEqual(['getUserByEmail', 'listAuthenticatorsByUserId', 'getAccount'])
    expect(await readsFor('grace@example.com')).toEqual(known)
    expect(await readsFor('nobody@example.com')).toEqual(known)
  })

  test('WA-8: made-up passkeys in options are the same each time, and differ between e-mail addresses', async () => {
    const world = await start({ strategy, key: webauthn() })
    const idsOf = async (email: string): Promise<string[]> => {
      const { allowCredentials } = await world.options({ email }, world.anotherBrowser())
      return allowCredentials.map(({ id }: { id: string }) => id)
    }
    expect(await idsOf('nobody@example.com')).toEqual(await idsOf('NOBODY@example.com'))
    expect(await idsOf('nobody@example.com')).not.toEqual(await idsOf('nobody@example.org'))
  })

  test('WA-8: options for a new account contain only what was typed, even if the e-mail address has an account', async () => {
    const world = await start({
      strategy,
      through: (adapter) => ({
        ...adapter,
        async getUserByEmail(email) {
          const user = await adapter.getUserByEmail(email)
          return user && { ...user, email: 'Grace@Example.com' }
        },
      }),
    })
    for (const email of ['grace@example.com', 'nobody@example.com']) {
      const { user } = await world.options({ action: 'register', email, name: 'Typed' })
      expect(user).toMatchObject({ name: email, displayName: 'Typed' })
    }
  })

  test('WA-8: options for a new account do not contain the name that `getUserInfo` returns', async () => {
    const key = webauthn({
      async getUserInfo({ adapter }, { query }) {
        const email = String(query['email'])
        const user = await adapter.getUserByEmail(email)
        return user ? { user, exists: true } : { user: { email, name: 'New user' }, exists: false }
      },
    })
    const world = await start({ strategy, key })
    const displayNameOf = async (fields: Record<string, string>): Promise<string> =>
      (await world.options({ action: 'register', ...fields }, world.anotherBrowser())).user.displayName
    for (const email of ['grace@example.com', 'nobody@example.com']) {
      expect(await displayNameOf({ email }), email).toBe('')
      expect(await displayNameOf({ email, name: 'Typed' }), email).toBe('Typed')
    }
    await world.register('nobody@example.com')
    expect((await world.browser.session()).user.name).toBe('New user')
  })

  test('an e-mail address from `getUserInfo` is refused for a new user if it is another spelling of a stored one', async () => {
    const key = webauthn({
      async getUserInfo({ adapter }, { query }) {
        const email = String(query['email'])
        const user = await adapter.getUserByEmail(email)
        return user ? { user, exists: true } : { user: { email }, exists: false }
      },
    })
    const world = await start({ strategy, key })
    await expectRefused(world, await world.register('Grace@Example.com'), 'AccountNotLinked')
    expect(locationOf(await world.register('Ada@Example.com')).pathname).toBe('/inside')
    expect(world.adapter.rows.users.map(({ email }) => email)).toEqual([
      'grace@example.com',
      'ada@example.com',
    ])
  })

  test('WA-8: transports are sorted in real and made-up passkeys', async () => {
    const world = await start({ strategy, key: webauthn() })
    await world.register('ada@example.com', world.browser, { transports: ['usb', 'nfc', 'ble'] })
    const names = ['ada', ...Array.from({ length: 20 }, (_, index) => `nobody-${index}`)]
    for (const name of names) {
      const fields = { action: 'authenticate', email: `${name}@example.com` }
      const { allowCredentials } = await world.options(fields, world.anotherBrowser())
      for (const { transports } of allowCredentials) expect(transports).toEqual([...transports].sort())
    }
  })

  test('WA-8: options without an e-mail address list no passkeys', async () => {
    const world = await withPasskey({ strategy })
    expect(await world.options({ action: 'authenticate', email: 'ada@example.com' })).not.toHaveProperty(
      'allowCredentials',
    )
  })

  test('WA-8: a sign-up with the e-mail address of an existing account does not take over the account', async () => {
    const world = await start({ strategy })
    await expectRefused(world, await world.register('grace@example.com'), 'AccountNotLinked')
    await expectRefused(world, await world.register('Grace@Example.com'), 'AccountNotLinked')
    expect(world.adapter.rows.accounts).toEqual([])
    expect(await world.adapter.listAuthenticatorsByUserId('grace')).toEqual([])
  })

  test.each([
    '',
    ' ',
    'grace',
    'a@b@c',
    '"Ada" <ada@example.com>',
    'ada@example.com,eve@example.com',
    `${'a'.repeat(251)}@b.c`,
    'ada@localhost',
    'ada@10.0.0.1',
    'ada%example.com@relay.test',
  ])('WA-8: no user is created with the e-mail address %o', async (email) => {
    const world = await start({ strategy })
    const response = await world.ask({ action: 'register', email })
    expect([response.status, await response.json()]).toEqual([400, { error: 'Invalid request' }])
  })

  test('WA-8: an e-mail address is stored in the same form as for sign-in by mail, for every spelling', async () => {
    const world = await start({ strategy })
    await world.register('Ada@münchen.example')
    expect((await world.browser.session()).user.email).toBe('ada@xn--mnchen-3ya.example')
    const other = world.anotherBrowser()
    const again = await world.register('ａda@xn--mnchen-3ya.example', other)
    expect(locationOf(again).searchParams.get('error')).toBe('AccountNotLinked')
  })

  test('an unknown passkey gets a different error than a wrong response', async () => {
    const world = await withPasskey({ strategy })
    const stranger = await start({ strategy })
    const options = await stranger.options({ action: 'register', email: 'eve@example.com' })
    await stranger.authenticator.create(options)
    const unknown = await world.use(world.browser, {}, stranger.authenticator.keys[0])
    await expectRefused(world, unknown)
    expect(locationOf(unknown).searchParams.get('code')).toBe('unknown_credential')
    const wrong = await world.use(world.browser, { type: 'webauthn.create' })
    await expectRefused(world, wrong)
    expect(locationOf(wrong).searchParams.get('code')).toBeNull()
  })

  test.each([
    ['false', () => false, '/auth/error', 'AccessDenied'],
    [
      'an error',
      () => {
        throw new Error('closed')
      },
      '/auth/error',
      'AccessDenied',
    ],
    ['a path', () => '/waitlist', '/waitlist', null],
  ])(
    'WA-10: a signIn callback that returns or throws %s does not sign a user in',
    async (_, answer, page, error) => {
      let open = false
      const world = await start({
        strategy,
        callbacks: { signIn: () => open || (answer() as boolean) },
      })
      const expectDenied = async (response: Response): Promise<void> => {
        const { pathname, searchParams } = locationOf(response)
        expect([pathname, searchParams.get('error')]).toEqual([page, error])
      }
      // Registering a user, signing in, and adding a second passkey.
      await expectDenied(await world.register())
      expect([...world.adapter.users]).toEqual([])
      open = true
      await world.register()
      open = false
      const second = await world.options({ action: 'register' })
      await expectDenied(await world.answer('register', await world.authenticator.create(second)))
      expect(world.adapter.rows.accounts).toHaveLength(1)
      await world.browser.post('/auth/signout')
      await expectDenied(await world.use(world.browser, {}, world.authenticator.keys[1]))
      expect(await world.browser.session()).toBeNull()
    },
  )

  test.each(['createUser', 'linkAccount', 'createAuthenticator'] as const)(
    'WA-11, DB-14: a database that fails at %s stores nothing, and the next attempt succeeds',
    async (method) => {
      let isDown = true
      const world = await start({
        strategy,
        through: (adapter) => ({
          ...adapter,
          [method]: (...args: [never]) => {
            if (isDown) throw new Error('connection lost')
            return adapter[method](...args)
          },
        }),
      })
      expect((await world.register()).status).toBe(503)
      expect([...world.adapter.users]).toEqual([])
      expect(world.adapter.rows.accounts).toEqual([])
      expect(await world.browser.session()).toBeNull()
      isDown = false
      expect(locationOf(await world.register()).pathname).toBe('/inside')
      // The same faults while a second passkey is added.
      isDown = method !== 'createUser'
      const options = await world.options({ action: 'register' })
      await world.answer('register', await world.authenticator.create(options))
      isDown = false
      const again = await world.options({ action: 'register' })
      await world.answer('register', await world.authenticator.create(again))
      expect((await world.browser.session()).user.email).toBe('ada@example.com')
    },
  )

  test('WA-11: a new account is removed again if the session cannot be started', async () => {
    let isDown = true
    const world = await start({
      strategy,
      ...(strategy === 'jwt' && {
        callbacks: {
          jwt: ({ token }) => {
            if (isDown) throw new Error('closed')
            return token
          },
        },
      }),
      through: (adapter) => ({
        ...adapter,
        createSession: async (session) => {
          if (isDown) throw new Error('connection lost')
          return adapter.createSession(session)
        },
      }),
    })
    await world.register()
    expect([...world.adapter.users]).toEqual([])
    isDown = false
    expect(locationOf(await world.register()).pathname).toBe('/inside')
  })

  test('WA-13: a request of another site, or without a CSRF token, changes nothing', async () => {
    const world = await withPasskey({ strategy })
    const csrfToken = await world.browser.csrfToken()
    const forged: readonly (readonly [Record<string, string>, Record<string, string>])[] = [
      [{}, { origin: ORIGIN }],
      [{ csrfToken: 'x' }, { origin: ORIGIN }],
      [{ csrfToken }, { origin: 'https://evil.test' }],
      [{ csrfToken }, { origin: ORIGIN, 'sec-fetch-site': 'cross-site' }],
    ]
    for (const [fields, headers] of forged) {
      const options = await world.options({ action: 'authenticate' })
      const data = JSON.stringify(await world.authenticator.get(options))
      const body = new URLSearchParams({ ...fields, action: 'authenticate', data })
      const response = await world.browser.send('/auth/callback/passkey', { method: 'POST', body, headers })
      expect(response.status).toBe(403)
      const posted = { method: 'POST', headers, body: new URLSearchParams({ ...fields, action: 'register' }) }
      expect((await world.browser.send('/auth/webauthn-options/passkey', posted)).status).toBe(403)
    }
    expect(await world.browser.session()).toBeNull()
  })

  test('WA-14: an untrusted host in the request changes neither the relying party ID nor the origin of passkeys', async () => {
    const environment = { NODE_ENV: 'test', AUTH_URL: 'https://app.test' }
    const world = await withPasskey({ strategy, environment })
    const headers = { host: 'evil.test', 'x-forwarded-host': 'evil.test', 'x-forwarded-proto': 'http' }
    for (const fields of ['action=authenticate', 'action=register&email=eve@example.com']) {
      const response = await world.browser.send(`/auth/webauthn-options/passkey?${fields}`, { headers })
      const { options } = await response.json()
      expect(options.rpId ?? options.rp.id).toBe('app.test')
      expect(JSON.stringify(options)).not.toContain('evil.test')
    }
    await expectRefused(world, await world.use(world.browser, { origin: 'https://evil.test' }))
  })

  test('WA-14: a host that is not trusted gets no options', async () => {
    const world = await start({ strategy, environment: { NODE_ENV: 'production' } })
    const response = await world.app.handle(new Request('https://evil.test/auth/webauthn-options/passkey'))
    expect(response.status).toBe(421)
  })
})

test.each(['getRelayingParty', 'getUserInfo'] as const)(
  'the log has no secret of an error thrown by `%s`',
  async (name) => {
    const failing = (_: unknown, { query }: WebAuthnRequest): never => {
      throw new Error(`bad input: ${JSON.stringify(query)}`)
    }
    const key = webauthn({ [name]: failing })
    const world = await start({ strategy: 'jwt', key, failsItself: true })
    const fields = { action: 'register', email: 'ada@example.com', inviteToken: 'the-token-of-an-invitation' }
    const { searchParams } = locationOf(await world.ask(fields))
    expect(searchParams.get('error')).toBe('Configuration')
    const log = inspect(world.logged, { depth: 12 })
    expect(log).toContain('bad input')
    expect(log).toContain('[redacted]')
    expect(log).not.toContain(fields.inviteToken)
  },
)
