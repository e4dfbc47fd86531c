import { inspect } from 'node:util'
import { describe, expect, test } from 'vitest'
import type { Adapter } from '../../../src/adapters/contract.js'
import { SECRET } from '../../support/app.js'
import { locationOf } from '../../support/browser.js'
import { type Fault, type FaultyAdapter, faultyAdapter, type Method } from '../../support/faults.js'
import type { RecordedAdapter } from '../../support/recorded-adapter.js'
import { type World, type WorldOptions, worlds } from '../../support/world.js'

const start = worlds()
const NAME = '__Host-authwright.session-token'

interface Faulty {
  readonly world: World
  readonly adapter: FaultyAdapter
}

const faulty = async (options: WorldOptions = {}): Promise<Faulty> => {
  let adapter: FaultyAdapter | undefined
  const world = await start({
    ...options,
    through: (real) => {
      adapter = faultyAdapter(real)
      return adapter.adapter
    },
  })
  return { world, adapter: adapter as FaultyAdapter }
}

/** The error in the redirect of a response, or `503` if the response is a page. */
const errorOf = (response: Response): string | null =>
  response.status === 503 ? '503' : locationOf(response).searchParams.get('error')
const newcomers = ({ adapter }: World): string[] =>
  adapter.rows.users.map(({ id }) => id).filter((id) => id !== 'grace')

/**
 * Signs in for the first time while a method fails, and again when it works. Returns the events that the application received.
 */
async function interrupted(
  method: Method,
  fault: Fault,
  options: WorldOptions = {},
): Promise<Faulty & { told: string[]; left: string[] }> {
  const told: string[] = []
  const made = await faulty({
    ...options,
    events: { signIn: ({ isNewUser }) => void told.push(isNewUser ? 'new' : 'known') },
  })
  const { world, adapter } = made
  adapter.break(method, fault)
  const first = await world.signIn()
  expect(errorOf(first)).toBe('503')
  expect(first.headers.get('retry-after')).toBe('5')
  expect(await world.browser.session()).toBeNull()
  const left = newcomers(world)
  adapter.mend()
  expect(locationOf(await world.signIn()).pathname).toBe('/inside')
  expect(await world.browser.session()).toMatchObject({ user: { name: 'Ada Lovelace' } })
  expect(newcomers(world)).toHaveLength(1)
  expect(world.adapter.rows.accounts).toHaveLength(1)
  return { ...made, told, left }
}

describe.each(['jwt', 'database'] as const)('sessions: %s', (strategy) => {
  test.each(['throws before its effect', 'throws after its effect'] as const)(
    'DB-1: a user who cannot be created (%s) leaves no row, and signs in for the first time later',
    async (fault) => {
      const { told, left } = await interrupted('createUser', fault, { strategy })
      expect(left).toEqual([])
      expect(told).toEqual(['new'])
    },
  )

  test.each(['throws before its effect', 'reports a unique violation'] as const)(
    'DB-2: a first sign-in whose account cannot be stored (%s) leaves no user without an account',
    async (fault) => {
      const { told, left } = await interrupted('linkAccount', fault, { strategy })
      expect(left).toEqual([])
      expect(told).toEqual(['new'])
    },
  )

  test('DB-2: the next sign-in succeeds if the account could not be stored and the user could not be removed', async () => {
    const { world, adapter } = await faulty({ strategy })
    adapter.break('linkAccount', 'throws before its effect')
    adapter.break('deleteUser', 'throws before its effect')
    expect(errorOf(await world.signIn())).toBe('503')
    adapter.mend()
    expect(locationOf(await world.signIn()).pathname).toBe('/inside')
  })

  test('DB-2: an account that was unlinked after a finished first sign-in signs in as a new user', async () => {
    const { world, adapter } = await faulty({ strategy })
    adapter.break('linkAccount', 'throws before its effect')
    adapter.break('deleteUser', 'throws before its effect')
    await world.signIn()
    adapter.mend()
    await world.signIn()
    const [first = ''] = newcomers(world)
    await world.adapter.unlinkAccount({ provider: 'acme', providerAccountId: 'ada' })
    await world.adapter.updateUser({ id: first, email: 'moved@example.com' })
    expect(locationOf(await world.signIn(world.anotherBrowser())).pathname).toBe('/inside')
    expect(newcomers(world)).toHaveLength(2)
    expect(world.adapter.rows.accounts).toMatchObject([{ userId: expect.not.stringMatching(first) }])
    // The user has no sign-in method any more.
    await world.adapter.deleteUser(first)
  })

  test('DB-2: an interrupted first sign-in can be finished after the secret was rotated', async () => {
    const { world, adapter } = await faulty({ strategy })
    adapter.break('linkAccount', 'throws before its effect')
    adapter.break('deleteUser', 'throws before its effect')
    expect(errorOf(await world.signIn())).toBe('503')
    adapter.mend()
    const rotated = await start({
      strategy,
      idp: world.idp,
      through: () => adapter.adapter,
      options: { secret: ['another secret of at least thirty-two characters', SECRET] },
    })
    expect(locationOf(await rotated.signIn()).pathname).toBe('/inside')
  })

  test('DB-2: if another user links the account of an interrupted first sign-in, the log names the user without an account', async () => {
    const { world, adapter } = await faulty({ strategy })
    adapter.break('linkAccount', 'throws before its effect')
    adapter.break('deleteUser', 'throws before its effect')
    await world.signIn()
    adapter.mend()
    const [left = ''] = newcomers(world)
    const browser = world.anotherBrowser()
    await world.enter(browser)
    expect(locationOf(await world.link(browser)).pathname).toBe('/inside')
    expect(world.adapter.rows.accounts).toMatchObject([{ userId: 'grace', provider: 'acme' }])
    const warnings = world.logged.filter((said) => Array.isArray(said) && said[0] === 'user-without-account')
    // The log names the user twice: when the user cannot be removed, and when no later sign-in can finish the
    // interrupted one.
    const warning = ['user-without-account', expect.stringContaining(left)]
    expect(warnings).toEqual([warning, warning])

    await world.adapter.deleteUser(left)
  })

  test('DB-2: linking a new account logs no warning about a user without an account', async () => {
    const { world } = await faulty({ strategy })
    await world.enter()
    await world.link()
    expect(JSON.stringify(world.logged)).not.toContain('user-without-account')
  })
})

test('DB-4: after a lost response to createSession, no user is signed in, and the next sign-in counts as a first sign-in', async () => {
  const { told, left, world } = await interrupted('createSession', 'throws after its effect')
  expect(left).toEqual([])
  expect(told).toEqual(['new'])
  expect(world.adapter.rows.sessions).toHaveLength(1)
})

describe('DB-8: while the database is down', () => {
  test.each(['throws before its effect', 'throws after its effect'] as const)(
    'DB-8: while the database is down, a session cannot be read, but its cookie is kept (%s)',
    async (fault) => {
      const { world, adapter } = await faulty()
      await world.enter()
      adapter.break('getSessionAndUser', fault)
      const response = await world.browser.send('/auth/session')
      expect([response.status, response.headers.get('retry-after')]).toEqual([503, '5'])
      expect(response.headers.getSetCookie()).toEqual([])
      expect(await response.text()).not.toMatch(/connection|null/)
      const request = new Request(`${world.origin}/page`, { headers: { cookie: world.browser.jar.header } })
      await expect(world.app.session(request)).rejects.toMatchObject({ type: 'AdapterError' })
      adapter.mend()
      expect(await world.browser.session()).not.toBeNull()
    },
  )

  test('DB-8: while the database is down, an update fails', async () => {
    const { world, adapter } = await faulty()
    await world.enter()
    const csrfToken = await world.browser.csrfToken()
    adapter.break('getSessionAndUser', 'throws before its effect')
    const body = new URLSearchParams({ csrfToken })
    expect((await world.browser.send('/auth/session', { method: 'POST', body })).status).toBe(503)
    adapter.mend()
    expect(await world.browser.session()).not.toBeNull()
  })

  test('DB-8: while the database is down, the callback of a provider gets a 503 page with Retry-After, and a later sign-in works', async () => {
    const { world, adapter } = await faulty()
    const callback = await world.begin()
    for (const method of ['getUserByAccount', 'getUser', 'createUser', 'createSession'] as const) {
      adapter.break(method, 'throws before its effect')
    }
    const response = await world.browser.send(callback.pathname + callback.search, {
      headers: { accept: 'text/html' },
    })
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '5'])
    expect(await response.text()).toContain(`${world.origin}/auth/signin`)
    adapter.mend()
    expect(locationOf(await world.signIn()).pathname).toBe('/inside')
  })

  test('DB-8: the error page of a callback that cannot be repeated offers a new sign-in', async () => {
    const { world, adapter } = await faulty()
    const callback = await world.begin()
    adapter.break('createUser', 'throws before its effect')
    const response = await world.browser.send(callback.pathname + callback.search, {
      headers: { accept: 'text/html' },
    })
    expect(response.status).toBe(503)
    expect(await response.text()).toContain(`${world.origin}/auth/signin`)
    adapter.mend()
    expect(locationOf(await world.signIn()).pathname).toBe('/inside')
  })

  test('DB-8: a session stays valid if its new expiry cannot be stored', async () => {
    let now = Date.now()
    const { world, adapter } = await faulty({ clock: () => now })
    await world.enter()
    now += 2 * 86_400_000
    adapter.break('updateSession', 'throws before its effect')
    const [before] = world.adapter.rows.sessions.map((row) => ({ ...row }))
    for (let read = 0; read < 3; read++) {
      const session = await world.browser.session()
      expect(session).toMatchObject({ user: { name: 'Grace' } })
      // The response contains the stored expiry, because the new expiry could not be stored.
      expect(Date.parse(session.expires)).toBeLessThan(now + 29 * 86_400_000)
    }
    expect(world.adapter.rows.sessions).toEqual([before])
    const warnings = world.logged.filter((said) => String(said).startsWith('session-not-extended,'))
    expect(warnings).toHaveLength(1)
    adapter.mend()
    expect(Date.parse((await world.browser.session()).expires)).toBeGreaterThan(now + 29 * 86_400_000)
  })
})

test('DB-10: an expired session is refused, even if its row cannot be deleted', async () => {
  let now = Date.now()
  const { world, adapter } = await faulty({ clock: () => now })
  await world.enter()
  now += 40 * 86_400_000
  adapter.break('deleteSession', 'throws before its effect')
  expect(await world.browser.session()).toBeNull()
  expect(world.browser.jar.get(NAME)).toBeUndefined()
})

test.each(['throws before its effect', 'reports a unique violation'] as const)(
  'DB-11: a failed sign-out (%s) shows an error, keeps the cookie, and can be repeated',
  async (fault) => {
    const { world, adapter } = await faulty()
    await world.enter()
    adapter.break('deleteSession', fault)
    const response = await world.browser.post('/auth/signout')
    expect(errorOf(response)).toBe('SignOutError')
    expect(world.browser.jar.get(NAME)).toBeDefined()
    adapter.mend()
    expect(await world.browser.session()).not.toBeNull()
    await world.browser.post('/auth/signout')
    expect(await world.browser.session()).toBeNull()
    expect(world.adapter.rows.sessions).toEqual([])
  },
)

describe('DB-16: a callback that throws', () => {
  const throwing = (): never => {
    throw new Error('the mail server said no')
  }

  test('DB-16: a signIn callback that throws stores nothing', async () => {
    const world = await start({ callbacks: { signIn: throwing } })
    expect(errorOf(await world.signIn())).toBe('AccessDenied')
    expect(newcomers(world)).toEqual([])
  })

  test('DB-16: a jwt callback that throws stores nothing, and the next attempt counts as a first sign-in', async () => {
    let throws = true
    const triggers: unknown[] = []
    const world = await start({
      strategy: 'jwt',
      callbacks: {
        jwt: ({ token, trigger }) => {
          triggers.push(trigger)
          return throws ? throwing() : token
        },
      },
    })
    expect(errorOf(await world.signIn())).toBe('Configuration')
    expect(await world.browser.session()).toBeNull()
    expect(newcomers(world)).toEqual([])
    expect(world.adapter.rows.accounts).toEqual([])
    throws = false
    expect(locationOf(await world.signIn()).pathname).toBe('/inside')
    expect(triggers.slice(0, 2)).toEqual(['signUp', 'signUp'])
  })

  test('DB-16: a jwt callback that throws links nothing to the signed-in user', async () => {
    let throws = false
    const world = await start({
      strategy: 'jwt',
      callbacks: { jwt: ({ token, trigger }) => (throws && trigger === 'signIn' ? throwing() : token) },
    })
    await world.enter()
    throws = true
    expect(errorOf(await world.link())).toBe('Configuration')
    expect(world.adapter.rows.accounts).toEqual([])
    expect(await world.browser.session()).toMatchObject({ user: { name: 'Grace' } })
  })

  test('DB-16: a redirect callback that throws does not prevent a sign-in', async () => {
    const world = await start({ callbacks: { redirect: throwing } })
    expect(locationOf(await world.signIn()).pathname).toBe('/')
    expect(await world.browser.session()).not.toBeNull()
  })

  test.each(['signIn', 'createUser', 'linkAccount'] as const)(
    'DB-16: a listener of the event %s that throws does not prevent a sign-in',
    async (name) => {
      const world = await start({ events: { [name]: throwing } })
      expect(locationOf(await world.signIn()).pathname).toBe('/inside')
      expect(await world.browser.session()).not.toBeNull()
    },
  )
})

describe('DB-17: a database with different types', () => {
  type Row = Record<string, unknown>
  const changed =
    (change: (row: Row) => Row) =>
    (real: RecordedAdapter): Adapter => {
      const deep = (value: unknown): unknown => {
        if (value === null || typeof value !== 'object' || value instanceof Date) return value
        return Object.fromEntries(
          Object.entries(change(value as Row)).map(([name, part]) => [name, deep(part)]),
        )
      }
      return new Proxy(real, {
        get: (target, name) => {
          const method: unknown = Reflect.get(target, name)
          if (typeof method !== 'function') return method
          return async (...args: unknown[]) => deep(await method.apply(target, args))
        },
      })
    }
  const dates =
    (write: (date: Date) => unknown) =>
    (row: Row): Row =>
      Object.fromEntries(
        Object.entries(row).map(([name, value]) => [name, value instanceof Date ? write(value) : value]),
      )

  test.each([
    ['dates as strings', dates((date) => date.toISOString())],
    ['dates as milliseconds', dates((date) => date.getTime())],
    ['additional columns', (row: Row): Row => ({ ...row, created_at: new Date(), tenant: 7, deleted: null })],
    [
      'missing columns instead of null',
      (row: Row): Row => Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null)),
    ],
    [
      'null instead of missing columns',
      (row: Row): Row => ({ scope: null, image: null, name: null, ...row }),
    ],
  ])('DB-17: a user signs in with a database that returns %s', async (_, change) => {
    for (const strategy of ['jwt', 'database'] as const) {
      let now = Date.now()
      const world = await start({ strategy, clock: () => now, through: changed(change) })
      expect(locationOf(await world.signIn()).pathname).toBe('/inside')
      now += 2 * 86_400_000
      expect(await world.browser.session()).toMatchObject({ user: { name: 'Ada Lovelace' } })
      await world.signIn()
      await world.browser.post('/auth/signout')
      expect(await world.browser.session()).toBeNull()
      now += 40 * 86_400_000
      await world.enter()
      expect(await world.browser.session()).toMatchObject({ user: { name: 'Grace' } })
      now += 40 * 86_400_000
      expect(await world.browser.session()).toBeNull()
    }
  })

  test.each([
    ['numbers', (id: string) => Number.parseInt(id.replaceAll(/\D/g, '').slice(0, 9) || '1', 10)],
    ['BigInts', (id: string) => BigInt(id.replaceAll(/\D/g, '').slice(0, 18) || '1')],
    ['objects', (id: string) => ({ toString: () => id, toJSON: () => id })],
  ])('DB-17: users with ids as %s sign in, link and sign out', async (_, write) => {
    for (const strategy of ['jwt', 'database'] as const) {
      const ids = new Map<string, string>()
      const out = (row: any): any => {
        if (!row) return row
        const known = (id: string): unknown => {
          const own = write(id)
          ids.set(String(own), id)
          return own
        }
        if (row.user) return { session: out(row.session), user: out(row.user) }
        return {
          ...row,
          ...('id' in row && { id: known(row.id) }),
          ...('userId' in row && { userId: known(row.userId) }),
        }
      }
      const back = (value: any): any => {
        if (typeof value !== 'object' || value === null) return ids.get(String(value)) ?? value
        const own = ids.get(String(value))
        if (own !== undefined) return own
        return {
          ...value,
          ...(value.id !== undefined && { id: ids.get(String(value.id)) ?? value.id }),
          ...(value.userId !== undefined && { userId: ids.get(String(value.userId)) ?? value.userId }),
        }
      }
      const world = await start({
        strategy,
        through: (real) =>
          new Proxy(real, {
            get: (target, name) => {
              const method: unknown = Reflect.get(target, name)
              if (typeof method !== 'function') return method
              return async (...args: unknown[]) => out(await method.apply(target, args.map(back)))
            },
          }) as Adapter,
      })
      expect(locationOf(await world.signIn()).pathname).toBe('/inside')
      world.idp.user = { sub: 'second', name: 'Ada again' }
      expect(locationOf(await world.link()).pathname).toBe('/inside')
      expect(new Set(world.adapter.rows.accounts.map(({ userId }) => userId)).size).toBe(1)
      expect(await world.browser.session()).toMatchObject({ user: { name: 'Ada Lovelace' } })
      await world.browser.post('/auth/signout')
      expect(await world.browser.session()).toBeNull()
    }
  })
})

describe('linking by e-mail address', () => {
  const linking: WorldOptions = { provider: { allowDangerousEmailAccountLinking: true } }

  test.each([
    ['was never verified', null, 'OAuthAccountNotLinked'],
    ['was verified', new Date(0), null],
  ])(
    'an account is linked by e-mail address only if the user has verified it, and it %s',
    async (_, emailVerified, error) => {
      const world = await start(linking)
      await world.adapter.seed({ id: 'first', name: 'First', email: 'ada@example.com', emailVerified })
      expect(errorOf(await world.signIn())).toBe(error)
      expect(world.adapter.rows.accounts.map(({ userId }) => userId)).toEqual(error ? [] : ['first'])
    },
  )
})

describe('a database whose errors contain the values of the statement', () => {
  /**
   * Throws an error with the arguments in the message, in a field and in the cause, like drivers and query builders.
   */
  const telling =
    (method: Method) =>
    (real: RecordedAdapter): Adapter => ({
      ...real,
      [method]: async (given: unknown) => {
        const params = typeof given === 'object' && given !== null ? Object.values(given) : [given]
        const cause = Object.assign(new Error(`Key (token)=(${params.join(', ')}) already exists.`), {
          code: '23505',
        })
        throw Object.assign(
          new Error(`Failed query: insert into x values ($1)\nparams: ${params.join()}`, { cause }),
          {
            query: 'insert into x values ($1)',
            params,
          },
        )
      },
    })

  test.each(['createSession', 'linkAccount', 'getSessionAndUser', 'deleteSession'] as const)(
    'the log about %s contains the error of the database, but no secret',
    async (method) => {
      const world = await start({ through: telling(method), provider: { checks: ['pkce'] } })
      await world.signIn()
      const sessionToken = 'a-session-token-that-nobody-may-see'
      const [user] = world.adapter.rows.users
      if (user) {
        const expires = new Date(Date.now() + 3_600_000)
        await world.adapter.createSession({ sessionToken, userId: user.id, expires })
      }
      world.browser.jar.put(NAME, sessionToken)
      await world.browser.send('/auth/session')
      world.browser.jar.put(NAME, sessionToken)
      await world.browser.post('/auth/signout')
      const said = inspect(world.logged, { depth: 12 })
      expect(said).toContain('Failed query')
      expect(said).toContain('[redacted]')
      expect(said).not.toContain(sessionToken)
      expect(said).not.toContain(world.idp.accessToken)
    },
  )
})
