import { describe, expect, test } from 'vitest'
import { AccessDenied } from '../../../src/errors.js'
import type { OwnUser, OwnUsers, ProviderIdentity, ProviderSignIn } from '../../../src/model/user.js'
import type { ReceivedUser } from '../../support/own-users.js'
import { errorOf, subjectOf, table } from '../../support/own-users.js'
import { GRACE, worlds } from '../../support/world.js'

/* Users in a table of the application. A sign-in finds the user of the account at the provider, and never another user with the same e-mail address. */

const start = worlds()
type Functions = Partial<OwnUsers<OwnUser>>

/** A world whose users are rows of a table. `functions` replace functions that use the table. */
async function withTable(functions: Functions = {}, options: Parameters<typeof start>[0] = {}) {
  const rows = table()
  const world = await start({
    stored: false,
    users: { ...rows.users, ...functions } as OwnUsers<OwnUser>,
    callbacks: { session: ({ session, ...rest }) => ({ ...session, sub: subjectOf(rest) }) },
    ...options,
  })
  return { world, rows }
}

test('a first sign-in creates a user with the account, and later sign-ins find that user', async () => {
  const created: unknown[] = []
  const { world, rows } = await withTable(
    {},
    { events: { createUser: ({ user }) => void created.push(user) } },
  )
  await world.signIn()
  expect(rows.rows).toMatchObject([{ id: 1, provider: 'acme', account: 'ada', name: 'Ada Lovelace' }])
  expect(await world.browser.session()).toMatchObject({ sub: '1', user: { name: 'Ada Lovelace' } })
  const again = world.anotherBrowser()
  await world.signIn(again)
  expect(await again.session()).toMatchObject({ sub: '1' })
  expect(rows.rows).toHaveLength(1)
  expect(created).toMatchObject([{ id: 1 }])
})

test('a sign-in calls `update` with the user that `find` returned, and the session has the updated user', async () => {
  const received: ReceivedUser[] = []
  const { world, rows } = await withTable({
    update: (user: OwnUser, { user: described, profile }: ProviderSignIn) => {
      received.push({ user, described, profile })
      return { ...user, name: 'Ada, Countess of Lovelace' }
    },
  })
  await world.signIn()
  expect(received).toEqual([])
  await world.signIn()
  expect(received).toMatchObject([
    { user: rows.rows[0], described: { name: 'Ada Lovelace' }, profile: { sub: 'ada' } },
  ])
  expect(await world.browser.session()).toMatchObject({ user: { name: 'Ada, Countess of Lovelace' } })
})

test('`find` and `create` receive the account, the issuer and a verified e-mail address, but no tokens', async () => {
  const identities: ProviderIdentity[] = []
  const signIns: ProviderSignIn[] = []
  const { world, rows } = await withTable({
    find: (identity) => void identities.push(identity),
    create: (signIn: ProviderSignIn) => {
      signIns.push(signIn)
      return rows.users.create(signIn)
    },
  })
  await world.signIn()
  const key = {
    provider: 'acme',
    providerAccountId: 'ada',
    issuer: 'https://idp.test',
    tenant: undefined,
    verifiedEmail: 'ada@example.com',
  }
  expect(identities).toEqual([key])
  expect(signIns).toMatchObject([{ ...key, user: { email: 'ada@example.com' }, profile: { sub: 'ada' } }])
  for (const token of world.idp.issued) expect(JSON.stringify([identities, signIns])).not.toContain(token)
})

test("an attacker whose account has the victim's e-mail address is another user", async () => {
  const { world, rows } = await withTable()
  await world.signIn()
  world.idp.user = { sub: 'mallory', name: 'Mallory', email: 'ada@example.com', email_verified: true }
  const attacker = world.anotherBrowser()
  await world.signIn(attacker)
  expect(await attacker.session()).toMatchObject({ sub: '2', user: { name: 'Mallory' } })
  expect(rows.rows).toMatchObject([{ account: 'ada' }, { account: 'mallory' }])
})

test.each([
  ['marks as unverified', { email_verified: false }],
  ['does not mark as verified', {}],
  ['marks as verified with a string instead of `true`', { email_verified: 'true' }],
])(
  'an attacker gets no access through an e-mail address that the provider %s, even if `find` looks it up',
  async (_, said) => {
    const rows = table()
    const world = await start({
      stored: false,
      users: {
        ...rows.users,
        find: (identity) => rows.users.find(identity) ?? rows.byAddress(identity.verifiedEmail),
      } as OwnUsers<OwnUser>,
      callbacks: { session: ({ session, ...rest }) => ({ ...session, sub: subjectOf(rest) }) },
    })
    await world.signIn()
    world.idp.user = { sub: 'mallory', name: 'Mallory', email: 'ada@example.com', ...said }
    const attacker = world.anotherBrowser()
    await world.signIn(attacker)
    expect(await attacker.session()).toMatchObject({ sub: '2' })
  },
)

test('an attacker with the same account id at another provider or tenant is a different user', async () => {
  const { world, rows } = await withTable()
  await world.signIn()
  expect(rows.users.find({ ...rows.keys[0], provider: 'other' } as ProviderIdentity)).toBeNull()
  let tenant = 'red'
  const shared = table()
  const tenants = await start({
    stored: false,
    users: shared.users as OwnUsers<OwnUser>,
    tenant: () => tenant,
    callbacks: { session: ({ session, ...rest }) => ({ ...session, sub: subjectOf(rest) }) },
  })
  await tenants.signIn()
  tenant = 'blue'
  const other = tenants.anotherBrowser()
  await tenants.signIn(other)
  expect(await other.session()).toMatchObject({ sub: '2' })
  expect(shared.keys.map((key) => key.tenant)).toEqual(expect.arrayContaining(['red', 'blue']))
  expect(new Set(shared.rows.map(({ provider }) => provider)).size).toBe(2)
})

test('an attacker cannot link an account to a user who is signed in', async () => {
  const { world, rows } = await withTable()
  await world.enter()
  expect(await world.browser.session()).toMatchObject({ sub: GRACE.id })
  const response = await world.browser.post('/auth/signin/acme', { link: 'true', callbackUrl: '/inside' })
  expect(response.headers.get('location')).not.toContain('idp.test')
  expect(rows.rows).toEqual([])
})

test('if `callbacks.signIn` refuses a sign-in, neither `create` nor `update` is called', async () => {
  const called: string[] = []
  const { world, rows } = await withTable(
    {
      find: (identity) => {
        called.push('find')
        return rows.byAddress(identity.verifiedEmail)
      },
      update: () => void called.push('update'),
      create: () => void called.push('create'),
    },
    {
      callbacks: { signIn: () => false },
    },
  )
  expect(errorOf(await world.signIn())).toBe('AccessDenied')
  rows.add({ provider: 'other', providerAccountId: 'ada' }, 'Ada', 'ada@example.com')
  expect(errorOf(await world.signIn())).toBe('AccessDenied')
  expect(called).toEqual(['find', 'find'])
})

describe('two sign-ins at once', () => {
  test.each([
    ['throws', () => Promise.reject(new Error('UNIQUE constraint failed'))],
    ['returns nothing', () => undefined],
  ])('two concurrent first sign-ins get the same user if the second `create` %s', async (_, second) => {
    let creating = 0
    const rows = table()
    let go = (): void => undefined
    const both = new Promise<void>((resolve) => {
      go = resolve
    })
    const { world } = await withTable({
      find: async (identity) => rows.users.find(identity),
      async create(signIn: ProviderSignIn) {
        if (++creating === 2) go()
        await both
        return rows.users.find(signIn) ? second() : rows.users.create(signIn)
      },
    })
    const browsers = [world.anotherBrowser(), world.anotherBrowser()]
    await Promise.all(browsers.map((browser) => world.signIn(browser)))
    const sessions = await Promise.all(browsers.map((browser) => browser.session()))
    expect(sessions).toMatchObject([{ sub: '1' }, { sub: '1' }])
    expect(rows.rows).toHaveLength(1)
  })
})

describe('a function that fails', () => {
  const down = (): never => {
    throw new Error('connect ECONNREFUSED')
  }

  test.each([
    ['find', 1],
    ['create', 1],
    ['update', 2],
  ] as const)(
    'if `%s` fails, a sign-in gets 503, and the next sign-in works once the database is back',
    async (name, visits) => {
      const { users: working } = table()
      let broken = false
      const whole = { update: (user: OwnUser) => user, ...working } as unknown as Record<
        string,
        (...args: unknown[]) => unknown
      >
      const users = Object.fromEntries(
        Object.entries(whole).map(([each, method]) => [
          each,
          (...args: unknown[]) => (broken && each === name ? down() : method(...args)),
        ]),
      )
      const failing = await start({ stored: false, users: users as unknown as OwnUsers<OwnUser> })
      for (let visit = 1; visit < visits; visit++) await failing.signIn(failing.anotherBrowser())
      broken = true
      const response = await failing.signIn()
      expect([response.status, response.headers.get('retry-after')]).toEqual([503, '5'])
      expect(await failing.browser.session()).toBeNull()
      broken = false
      await failing.signIn()
      expect(await failing.browser.session()).not.toBeNull()
    },
  )

  test('an error of Authwright that `find`, `create` or `update` throws sets the error of the response', async () => {
    const { world, rows } = await withTable({
      create: () => {
        throw new AccessDenied('No places left.')
      },
    })
    expect(errorOf(await world.signIn())).toBe('AccessDenied')
    expect(rows.rows).toEqual([])
    expect(await world.browser.session()).toBeNull()
  })
})

describe('`find`, `create` or `update` returns no user', () => {
  test.each([false, 0, '', true, 'ada', 7, [], () => undefined])(
    'no user is signed in if `find` returns %o',
    async (value) => {
      const { world, rows } = await withTable({ find: () => value as never })
      expect(errorOf(await world.signIn())).toBe('Configuration')
      expect(await world.browser.session()).toBeNull()
      expect(rows.rows).toEqual([])
    },
  )

  test.each([undefined, null, false, 0, '', true, []])(
    'no user is signed in if `create` returns %o',
    async (value) => {
      const { world } = await withTable({ create: () => value as never })
      expect(errorOf(await world.signIn())).toBe('Configuration')
      expect(await world.browser.session()).toBeNull()
    },
  )

  test.each([false, 0, '', true, []])('no user is signed in if `update` returns %o', async (value) => {
    const { world } = await withTable({ update: () => value as never })
    await world.signIn()
    const again = world.anotherBrowser()
    expect(errorOf(await world.signIn(again))).toBe('Configuration')
    expect(await again.session()).toBeNull()
  })

  test('an error that quotes a secret of the profile is logged without the secret', async () => {
    const { world } = await withTable({
      create: ({ profile }) => {
        throw new Error(`invalid input (${Object.keys(Object(profile))}): ${JSON.stringify(profile)}`)
      },
    })
    world.idp.user = { ...world.idp.user, api_key: 'key-of-the-profile' }
    expect((await world.signIn()).status).toBe(503)
    const told = (error: unknown): string =>
      error instanceof Error ? `${error.message} ${told(error.cause)}` : (JSON.stringify(error) ?? '')
    const causes = world.errors.map((error) => {
      const cause = (error as Error).cause as { readonly err?: unknown } | undefined
      return `${told(error)} ${told(cause?.err)}`
    })
    expect(causes.join()).toContain('api_key')
    expect(causes.join()).not.toContain('key-of-the-profile')
  })
})

describe('an ambiguous user id', () => {
  test.each([
    ['NaN', Number.NaN],
    ['infinity', Number.POSITIVE_INFINITY],
    ['a fraction', 1.5],
    ['a number beyond the safe integers', 2 ** 53],
    ['an object', {}],
    ['an array', ['1']],
    ['an empty string', ''],
    ['a control character', 'a\nb'],
    ['300 characters', 'a'.repeat(300)],
    ['null', null],
    ['undefined', undefined],
    ['true', true],
    ['the string "undefined"', 'undefined'],
    ['the string "[object Object]"', '[object Object]'],
  ])('an ambiguous user id is refused: %s', async (_, id) => {
    const { world } = await withTable({ find: () => ({ id }) as never })
    expect(errorOf(await world.signIn())).toBe('Configuration')
    const message = String(world.errors.at(-1))
    for (const rule of ['safe integer', '1 to 255 characters', 'control characters', 'undefined'])
      expect(message).toContain(rule)
    expect(await world.browser.session()).toBeNull()
  })

  test('`find` must return one user, not an array of rows', async () => {
    const { world } = await withTable({ find: () => [{ id: 1 }] as never })
    expect(errorOf(await world.signIn())).toBe('Configuration')
  })

  test('a sign-in is refused if `update` returns another user', async () => {
    const { world } = await withTable({ update: () => ({ id: 7 }) })
    await world.signIn()
    const again = world.anotherBrowser()
    expect(errorOf(await world.signIn(again))).toBe('Configuration')
    expect(await again.session()).toBeNull()
  })

  test('a large integer of a database is a valid id', async () => {
    const { world } = await withTable({ find: () => ({ id: 2n ** 60n }) })
    await world.signIn()
    expect(await world.browser.session()).toMatchObject({ sub: String(2n ** 60n) })
  })
})

test('the sign-up policy applies to users who would be created, not to users whom `find` returns', async () => {
  const asked: unknown[] = []
  let open = false
  const { world, rows } = await withTable(
    {},
    {
      signUp: ({ verifiedEmail }) => {
        asked.push(verifiedEmail)
        return open
      },
    },
  )
  expect(errorOf(await world.signIn())).toBe('AccessDenied')
  expect(rows.rows).toEqual([])
  open = true
  await world.signIn()
  open = false
  await world.signIn()
  expect(await world.browser.session()).not.toBeNull()
  expect(asked).toEqual(['ada@example.com', 'ada@example.com'])
})

test("with the sign-up policy 'closed', stored users can still sign in", async () => {
  const { world, rows } = await withTable({}, { signUp: 'closed' })
  expect(errorOf(await world.signIn())).toBe('AccessDenied')
  rows.add({ provider: 'acme', providerAccountId: 'ada' }, 'Ada')
  await world.signIn()
  expect(await world.browser.session()).toMatchObject({ sub: '1' })
})

test('a password signs in as the user that `authorize` returns, with any id', async () => {
  const { world } = await withTable({}, { password: { authorize: () => ({ id: 'acme|1', name: 'Grace' }) } })
  await world.enter()
  expect(await world.browser.session()).toMatchObject({ sub: 'acme|1' })
})
