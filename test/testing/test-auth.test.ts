import { expect, test, vi } from 'vitest'
import { memory } from '../../src/adapters/memory.js'
import { type AdapterUser, createAuth } from '../../src/index.js'
import { createAuth as createNextAuth } from '../../src/next.js'
import { credentials } from '../../src/providers/credentials.js'
import { email } from '../../src/providers/email.js'
import { github } from '../../src/providers/github.js'
import { passkey } from '../../src/providers/passkey.js'
import { createAuth as createSolidStartAuth } from '../../src/solid-start.js'
import { testAuth } from '../../src/testing.js'

const secret = 'a secret of more than thirty-two characters'

type Role = 'admin' | 'member'

const form = credentials({
  input: {},
  authorize: () => ({ id: '1', role: 'member' as Role }),
  removeCredentials: () => {},
})

test('testAuth signs in a user of credentials() without an adapter', async () => {
  const auth = createAuth()
    .provider(form)
    .callbacks({ jwt: ({ token, user }) => (user ? { ...token, role: user.role } : token) })
    .callbacks({
      session: ({ session, token }) => ({
        ...session,
        user: { ...session.user, id: token.sub, role: token.role },
      }),
    })
    .options({ secret })
    .build()
  const as = testAuth(auth)
  const ada = await as({ user: { id: '1', role: 'admin' } })
  const grace = await as({ user: { id: '2', role: 'member' } })
  expect(await auth.auth(ada.request('/account'))).toMatchObject({ user: { id: '1', role: 'admin' } })
  expect(await auth.auth(grace.request())).toMatchObject({ user: { id: '2', role: 'member' } })
  expect(await ada.session()).toMatchObject({ user: { id: '1', role: 'admin' } })
  expect(ada.userId).toBe('1')
})

test('testAuth names a user of GitHub by provider and id, like a real sign-in', async () => {
  const auth = createAuth().provider(github()).options({ secret }).build()
  const as = testAuth(auth)
  const ada = await as({ user: { id: '1', name: 'Ada' } })
  expect(ada.userId).toBe('github|1')
  expect((await as({ user: { id: 'github|1' } })).userId).toBe('github|1')
  expect(await ada.session()).toMatchObject({ user: { name: 'Ada' } })
})

test('testAuth finds a stored user whose id begins with the provider', async () => {
  const adapter = memory()
  await adapter.createUser({ id: 'github|1', name: 'Ada', email: null, emailVerified: null })
  const auth = createAuth().provider(github()).adapter(adapter).options({ secret }).build()
  expect((await testAuth(auth)({ user: { id: 'github|1' } })).userId).toBe('github|1')
})

test('testAuth does not verify an e-mail address that the profile calls unverified', async () => {
  const adapter = memory()
  const auth = createAuth().provider(github()).adapter(adapter).options({ secret }).build()
  const as = testAuth(auth)
  const ada = await as({ user: { email: 'ada@example.com' }, profile: { email_verified: false } })
  expect(await adapter.getUser(ada.userId)).toMatchObject({ email: 'ada@example.com', emailVerified: null })
  const grace = await as({ user: { email: 'grace@example.com' } })
  expect(await adapter.getUser(grace.userId)).toMatchObject({ emailVerified: expect.any(Date) })
})

interface Member extends AdapterUser {
  role?: Role
}

const storedForm = credentials({
  input: {},
  authorize: (): Member | null => null,
  removeCredentials: () => {},
})
const mail = email({ id: 'mail', sendVerificationRequest: () => {} })

for (const strategy of ['jwt', 'database'] as const) {
  for (const provider of ['github', 'credentials', 'mail'] as const) {
    test(`testAuth stores the user of ${provider} with the adapter, and finds the user again (${strategy})`, async () => {
      const adapter = memory<Member>()
      const base = createAuth().provider(github()).provider(storedForm).provider(mail).adapter(adapter)
      const auth =
        strategy === 'jwt'
          ? base.session({ strategy: 'jwt' }).options({ secret }).build()
          : base.session({ strategy: 'database' }).options({ secret }).build()
      const as = testAuth(auth)
      const ada = await as({ provider, user: { name: 'Ada', email: 'ada@example.com', role: 'admin' } })
      const stored = await adapter.getUser(ada.userId)
      expect(stored).toMatchObject({ name: 'Ada', email: 'ada@example.com', role: 'admin' })
      const again = await as({ provider, user: { id: ada.userId, email: 'ada@example.com', role: 'member' } })
      expect(again.userId).toBe(ada.userId)
      expect(await adapter.getUser(ada.userId)).toMatchObject({ name: 'Ada', role: 'member' })
      expect(await auth.auth(again.request())).toMatchObject({ user: { name: 'Ada' } })
    })
  }
}

test.each(['github', 'credentials', 'mail', 'passkey'] as const)(
  'testAuth stores the e-mail address of a user of %s in lower case, and finds the user with another provider',
  async (provider) => {
    const adapter = memory<Member>()
    const auth = createAuth()
      .provider(github())
      .provider(storedForm)
      .provider(mail)
      .provider(passkey())
      .adapter(adapter)
      .session({ strategy: 'database' })
      .options({ secret })
      .build()
    const as = testAuth(auth)
    const ada = await as({ provider, user: { name: 'Ada', email: 'Ada@Example.com' } })
    expect(await adapter.getUser(ada.userId)).toMatchObject({ email: 'ada@example.com' })
    const again = await as({ provider: 'github', user: { name: 'Ada', email: 'Ada@Example.com' } })
    expect(again.userId).toBe(ada.userId)
    expect(await adapter.getUser(ada.userId)).toMatchObject({ email: 'ada@example.com' })
  },
)

test('testAuth runs callbacks and events, and refuses a sign-in that callbacks.signIn refuses', async () => {
  const signIn = vi.fn(({ user }: { user: { name?: string | null } }) => user.name !== 'Mallory')
  const onSignIn = vi.fn()
  const auth = createAuth()
    .provider(github())
    .callbacks({ signIn })
    .events({ signIn: onSignIn })
    .options({ secret })
    .build()
  const as = testAuth(auth)
  await as({ user: { id: '1', name: 'Ada' } })
  expect(onSignIn).toHaveBeenCalledOnce()
  expect(signIn.mock.calls[0]?.[0]).toMatchObject({ user: { name: 'Ada' }, provider: 'github' })
  await expect(as({ user: { name: 'Mallory' } })).rejects.toMatchObject({ type: 'AccessDenied' })
})

test('testAuth returns cookies for the URL of the application', async () => {
  vi.stubEnv('AUTH_URL', 'https://app.example')
  const auth = createAuth().provider(github()).options({ secret }).build()
  const ada = await testAuth(auth)()
  vi.unstubAllEnvs()
  expect(ada.cookies).toContainEqual({
    name: '__Host-authwright.session-token',
    value: expect.any(String),
    domain: 'app.example',
    path: '/',
    expires: expect.any(Number),
    httpOnly: true,
    secure: true,
    sameSite: 'Lax',
  })
  expect(ada.request('/me').url).toBe('https://app.example/me')
})

test('testAuth throws in production', async () => {
  const auth = createAuth().provider(github()).options({ secret }).build()
  vi.stubEnv('NODE_ENV', 'production')
  expect(() => testAuth(auth)).toThrow('NODE_ENV')
  vi.unstubAllEnvs()
})

test('the error of testAuth for a wrong argument lists the accepted arguments', () => {
  expect(() => testAuth({} as never)).toThrow('`.build()`')
})

test('testAuth accepts the function of every framework that reads the session', async () => {
  const next = createNextAuth().provider(github()).options({ secret }).build()
  const solid = createSolidStartAuth().provider(github()).options({ secret }).build()
  for (const auth of [next, next.auth, solid, solid.getSession]) {
    const ada = await testAuth(auth)({ user: { id: '1', name: 'Ada' } })
    expect(await ada.session()).toMatchObject({ user: { name: 'Ada' } })
  }
  const ada = await testAuth(solid)({ user: { name: 'Ada' } })
  expect(await solid.getSession(ada.request())).toMatchObject({ user: { name: 'Ada' } })
})

const stored = createAuth()
  .provider(github())
  .provider(storedForm)
  .provider(mail)
  .provider(passkey())
  .options({ secret })

for (const provider of ['github', 'credentials', 'mail', 'passkey'] as const) {
  test(`testAuth finds the user with an e-mail address again, and stores every field: ${provider}`, async () => {
    const adapter = memory<Member>()
    const as = testAuth(stored.adapter(adapter).session({ strategy: 'database' }).build())
    const email = 'ada@example.com'
    const ada = await as({ provider, user: { email, role: 'admin' } })
    expect(await adapter.getUser(ada.userId)).toMatchObject({ email, role: 'admin' })
    for (const role of ['member', 'admin'] as const) {
      expect((await as({ provider, user: { email, role } })).userId).toBe(ada.userId)
      expect(await adapter.getUser(ada.userId)).toMatchObject({ email, role })
    }
  })
}

test('testAuth signs in with a passkey, also a second time', async () => {
  const adapter = memory()
  const auth = createAuth().provider(passkey()).adapter(adapter).options({ secret }).build()
  const as = testAuth(auth)
  const ada = await as({ user: { email: 'ada@example.com' } })
  expect((await as({ user: { id: ada.userId, name: 'Ada' } })).userId).toBe(ada.userId)
  expect(await adapter.getUser(ada.userId)).toMatchObject({ name: 'Ada', email: 'ada@example.com' })
})

test('testAuth keeps the tokens of the provider, for auth.tokens', async () => {
  const auth = createAuth()
    .provider(github({ clientId: 'client', clientSecret: 'secret' }))
    .options({ secret, providerTokens: { place: 'cookie' }, signOut: 'provider' })
    .build()
  const ada = await testAuth(auth)({ tokens: { access_token: 'at-1', scope: 'repo' } })
  expect(await auth.tokens(ada.request(), 'github')).toMatchObject({ ok: true, accessToken: 'at-1' })
})

for (const provider of ['github', 'credentials', 'mail', 'passkey'] as const) {
  test(`testAuth finds a stored user by the id, or else by the e-mail address: ${provider}`, async () => {
    const adapter = memory<Member>()
    const as = testAuth(stored.adapter(adapter).session({ strategy: 'database' }).build())
    const emailVerified = new Date()
    await adapter.createUser({ id: '1', email: 'ada@example.com', emailVerified })
    await adapter.createUser({ id: '2', email: null, emailVerified: null })
    const byId = await as({ provider, user: { id: '1', role: 'admin' } })
    expect(byId.userId).toBe('1')
    const withOtherEmail = await as({ provider, user: { id: '1', email: 'countess@example.com' } })
    expect(withOtherEmail.userId).toBe('1')
    expect(await adapter.getUser('1')).toMatchObject({ email: 'countess@example.com', role: 'admin' })
    const byEmail = await as({ provider, user: { id: 'unknown', email: 'Countess@Example.com' } })
    expect(byEmail.userId).toBe('1')
    const withoutEmail = await as({ provider, user: { id: '2', role: 'member' } })
    expect(withoutEmail.userId).toBe('2')
    expect(await adapter.listUsers({ limit: 9 })).toHaveLength(2)
  })
}

for (const provider of ['github', 'credentials', 'mail', 'passkey'] as const) {
  test(`testAuth signs in the same new user in several tests at once: ${provider}`, async () => {
    const adapter = memory<Member>()
    const as = testAuth(stored.adapter(adapter).session({ strategy: 'database' }).build())
    const user = { name: 'Ada', email: 'ada@example.com' }
    const all = await Promise.all([1, 2, 3].map(() => as({ provider, user })))
    const [ada, ...others] = await adapter.listUsers({ limit: 9 })
    expect(others).toEqual([])
    expect(ada).toMatchObject(user)
    expect(all.map(({ userId }) => userId)).toEqual([ada?.id, ada?.id, ada?.id])
  })
}

test('testAuth uses a new e-mail address with a provider of mails if that of the user is empty', async () => {
  const as = testAuth(stored.adapter(memory<Member>()).session({ strategy: 'database' }).build())
  const ada = await as({ provider: 'mail', user: { id: '1', email: '' } })
  expect(await ada.session()).toMatchObject({ user: { email: '1@example.com' } })
})

test('testAuth uses one account of an OAuth provider for all sign-ins with an e-mail address', async () => {
  const adapter = memory<Member>()
  const as = testAuth(stored.adapter(adapter).session({ strategy: 'database' }).build())
  const sign = (role: Role) => as({ provider: 'github', user: { email: 'Ada@Example.com', role } })
  const { userId } = await sign('member')
  await sign('admin')
  expect(await adapter.listAccountsByUserId(userId)).toHaveLength(1)
})
