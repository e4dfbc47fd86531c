import { inspect } from 'node:util'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { Adapter } from '../../../src/adapters/contract.js'
import { pg } from '../../../src/adapters/pg.js'
import { memoryStore } from '../../../src/stores/memory.js'
import { emptyDatabase, poolOn } from '../../adapters/pg/support.js'
import { SECRET } from '../../support/app.js'
import { locationOf } from '../../support/browser.js'
import { gate } from '../../support/gate.js'
import { intercepted } from '../../support/intercepted.js'
import { mailbox } from '../../support/mailbox.js'
import { acme } from '../../support/providers.js'
import { postgres } from '../../support/stores/postgres.js'
import { credentials, GRACE, type World, type WorldOptions, worlds } from '../../support/world.js'

/* A first sign-in with an account stores a user and the account, even if a write fails or another sign-in runs. */

const start = worlds()
afterEach(() => vi.useRealTimers())
const ACME = { provider: 'acme', providerAccountId: 'ada' }

type Before = (method: string) => unknown

/** Calls `before` ahead of each method of the adapter, also inside a transaction. */
function reported(real: Adapter, before: Before): Adapter {
  const outside = intercepted(real, before)
  return new Proxy(outside, {
    get: (target, name, receiver) =>
      name === 'inTransaction' && real.inTransaction
        ? (work: (inside: Adapter) => Promise<unknown>) =>
            real.inTransaction?.((inside) => work(intercepted(inside, before)))
        : Reflect.get(target, name, receiver),
  })
}

interface Told {
  readonly world: World
  /** For each sign-in, whether `events.signIn` reported a new or a known user. */
  readonly told: string[]
  /** The other events. */
  readonly stored: string[]
}

async function told(options: WorldOptions): Promise<Told> {
  const told: string[] = []
  const stored: string[] = []
  const createUser = (): void => void stored.push('createUser')
  const linkAccount = (): void => void stored.push('linkAccount')
  const signIn = ({ isNewUser }: { isNewUser: boolean }): void => void told.push(isNewUser ? 'new' : 'known')
  return { world: await start({ ...options, events: { signIn, createUser, linkAccount } }), told, stored }
}

/** Adds the stored verification tokens to `records`. */
function recorded(real: Adapter, records: Set<string>): Adapter {
  return {
    ...real,
    async createVerificationToken(token) {
      records.add(token.token)
      return real.createVerificationToken?.(token)
    },
    async useVerificationToken(key) {
      records.delete(key.token)
      return real.useVerificationToken?.(key) ?? null
    },
  }
}

/** An adapter whose users verify their e-mail address while an account is linked. */
function verifiedMeanwhile(real: Adapter & Pick<Required<Adapter>, 'linkAccount' | 'updateUser'>): Adapter {
  return {
    ...real,
    async linkAccount(account) {
      const linked = await real.linkAccount(account)
      await real.updateUser({ id: account.userId, emailVerified: new Date() })
      return linked
    },
  }
}

const down = (): never => {
  throw new Error('The database does not respond.')
}
const newcomers = ({ adapter }: World) => adapter.rows.users.filter(({ id }) => id !== 'grace')
const pathOf = (response: Response): string => locationOf(response).pathname
const warnings = ({ logged }: World): unknown[] =>
  logged.filter((said) => Array.isArray(said) && said[0] === 'user-without-account')

describe.skipIf(!postgres.available)('with transactions (PostgreSQL)', () => {
  test('with transactions, a first sign-in whose account cannot be stored leaves no user, even without deleteUser', async () => {
    const database = pg(poolOn(await emptyDatabase()))
    let isBroken = true
    const broken = new Set(['linkAccount', 'deleteUser'])
    const adapter = reported(database, (method) => (isBroken && broken.has(method) ? down() : undefined))
    const { world, told: heard } = await told({ through: () => adapter })
    expect((await world.signIn()).status).toBe(503)
    expect(await database.getUserByEmail('ada@example.com')).toBeNull()
    isBroken = false
    expect(pathOf(await world.signIn())).toBe('/inside')
    expect(heard).toEqual(['new'])
  })

  test('with transactions, a first sign-in signs in the user whom a concurrent first sign-in has stored', async () => {
    const database = pg(poolOn(await emptyDatabase()))
    const decided = gate()
    const decisions = [decided]
    const { world, told: heard } = await told({
      through: () => database,
      callbacks: {
        async signIn() {
          await decisions.shift()?.pass()
          return true
        },
      },
    })
    const second = world.anotherBrowser()
    const secondResponse = world.signIn(second)
    await decided.reached
    expect(pathOf(await world.signIn())).toBe('/inside')
    decided.open()
    expect(pathOf(await secondResponse)).toBe('/inside')
    expect(heard).toEqual(['new', 'known'])
    expect((await second.session()).user.name).toBe('Ada Lovelace')
  })
})

/** Runs `work` once, just before the next call of a method. */
function justBefore(adapter: Adapter) {
  let [next, work]: [string, () => Promise<unknown>] = ['', async () => undefined]
  const watched = intercepted(adapter, async (method) => {
    if (method !== next) return
    next = ''
    await work()
  })
  const run = (method: string, given: () => Promise<unknown>): void => {
    ;[next, work] = [method, given]
  }
  return { watched, run }
}

test.each([
  ['without transactions', undefined],
  ...(postgres.available
    ? [['with transactions', async () => pg(poolOn(await emptyDatabase()))] as const]
    : []),
] as const)(
  '%s, a sign-in that found no account signs in the user whom another sign-in has stored meanwhile',
  async (_, open) => {
    const database = await open?.()
    let run: ReturnType<typeof justBefore>['run'] = () => undefined
    const { world, told: heard } = await told({
      through: (real) => {
        const made = justBefore(database ?? real)
        run = made.run
        return made.watched
      },
    })
    const other = world.anotherBrowser()
    run('getUserByEmail', () => world.signIn(other))
    expect(pathOf(await world.signIn())).toBe('/inside')
    expect(heard).toEqual(['new', 'known'])
    const [one, two] = [await world.browser.session(), await other.session()]
    expect([one.user.name, two.user.name]).toEqual(['Ada Lovelace', 'Ada Lovelace'])
  },
)

describe('without transactions', () => {
  test('a sign-in waits for a concurrent first sign-in, and signs in its user', async () => {
    const linking = gate()
    const links = [linking]
    let reads = 0
    let finish: () => Promise<unknown> = async () => undefined
    const { world, told: heard } = await told({
      through: (real) =>
        intercepted(real, async (method) => {
          if (method === 'linkAccount') await links.shift()?.pass()
          // At the fourth read of the account, the second sign-in waits for the lock.
          if (method === 'getUserByAccount' && ++reads === 4) await finish()
        }),
    })
    const firstResponse = world.signIn()
    await linking.reached
    finish = async () => {
      linking.open()
      await firstResponse
    }
    expect(pathOf(await world.signIn(world.anotherBrowser()))).toBe('/inside')
    expect(heard).toEqual(['new', 'known'])
    expect(newcomers(world)).toHaveLength(1)
  })

  test('a sign-in gets 503 if a concurrent first sign-in that has stored the user takes too long', async () => {
    const linking = gate()
    const links = [linking]
    const { world, told: heard } = await told({
      through: (real) =>
        intercepted(real, (method) => (method === 'linkAccount' ? links.shift()?.pass() : undefined)),
    })
    const firstResponse = world.signIn()
    await linking.reached
    expect((await world.signIn(world.anotherBrowser())).status).toBe(503)
    expect(inspect(world.errors)).toContain('Another request is storing the user of the account.')
    linking.open()
    expect(pathOf(await firstResponse)).toBe('/inside')
    expect(heard).toEqual(['new'])
    expect(newcomers(world)).toHaveLength(1)
  })

  test('a sign-in that waits for a concurrent first sign-in takes over its user if that sign-in fails', async () => {
    const linking = gate()
    const links = [linking]
    let reads = 0
    let isBroken = true
    let fail: () => Promise<unknown> = async () => undefined
    const { world, told: heard } = await told({
      through: (real) =>
        intercepted(real, async (method) => {
          if (method === 'linkAccount') await links.shift()?.pass()
          if (isBroken && ['linkAccount', 'deleteUser'].includes(method)) down()
          if (method === 'getUserByAccount' && ++reads === 4) await fail()
        }),
    })
    const firstResponse = world.signIn()
    await linking.reached
    fail = async () => {
      linking.open()
      expect((await firstResponse).status).toBe(503)
      isBroken = false
    }
    const [left] = newcomers(world)
    expect(pathOf(await world.signIn(world.anotherBrowser()))).toBe('/inside')
    expect(heard).toEqual(['new'])
    expect(newcomers(world)).toMatchObject([{ id: left?.id }])
  })

  test('a sign-in signs in the user whom another process without a shared store has just stored', async () => {
    const linking = gate()
    const links = [linking]
    const first = await start({
      through: (real) =>
        intercepted(real, (method) => (method === 'linkAccount' ? links.shift()?.pass() : undefined)),
    })
    const firstResponse = first.signIn()
    await linking.reached
    let run: ReturnType<typeof justBefore>['run'] = () => undefined
    const second = await start({
      idp: first.idp,
      through: () => {
        const made = justBefore(first.adapter)
        run = made.run
        return made.watched
      },
    })
    // The second process has found no account, and looks for the record of an interrupted sign-in.
    run('useVerificationToken', async () => {
      linking.open()
      await firstResponse
    })
    expect(pathOf(await second.signIn())).toBe('/inside')
    expect(pathOf(await firstResponse)).toBe('/inside')
    expect(newcomers(first)).toHaveLength(1)
  })

  /** A sign-in that has the lock of the account, and another sign-in that waits for the lock. */
  const waiting = async (readToFinishAt: number) => {
    const storing = gate()
    const stores = [storing]
    let reads = 0
    let finish: () => Promise<unknown> = async () => undefined
    const { world, told: heard } = await told({
      through: (real) =>
        intercepted(real, async (method) => {
          if (method === 'createUser') await stores.shift()?.pass()
          if (method === 'getUserByAccount' && ++reads === readToFinishAt) await finish()
        }),
    })
    const firstResponse = world.signIn()
    await storing.reached
    finish = async () => {
      storing.open()
      await firstResponse
    }
    return { world, heard, storing, firstResponse, secondResponse: world.signIn(world.anotherBrowser()) }
  }

  test.each([
    ['while it waits for the lock', 3],
    ['after it has searched for the account again', 4],
  ])('a sign-in signs in the user of a concurrent first sign-in that finishes %s', async (_, read) => {
    const { world, heard, secondResponse } = await waiting(read)
    expect(pathOf(await secondResponse)).toBe('/inside')
    expect(heard).toEqual(['new', 'known'])
    expect(newcomers(world)).toHaveLength(1)
  })

  test('a sign-in gets 503 and stores nothing if a concurrent first sign-in takes too long', async () => {
    const { world, heard, storing, firstResponse, secondResponse } = await waiting(99)
    expect((await secondResponse).status).toBe(503)
    expect(newcomers(world)).toEqual([])
    expect(inspect(world.errors)).toContain('Another request is storing the user of the account.')
    storing.open()
    expect(pathOf(await firstResponse)).toBe('/inside')
    expect(heard).toEqual(['new'])
  })

  /** After the last call of `callbacks.signIn`, advances the clock only while the code waits for a timer. */
  const stopTime = (calls: number) => {
    let left = calls
    return {
      callbacks: {
        signIn: () => {
          if (--left === 0) vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
          return true
        },
      },
      async overTime(response: Promise<Response>): Promise<Response> {
        let isDone = false
        const done = response.finally(() => {
          isDone = true
        })
        for (let idle = 0; !isDone; ) {
          await new Promise(setImmediate)
          idle = left === 0 && vi.getTimerCount() > 0 ? idle + 1 : 0
          if (idle < 50) continue
          idle = 0
          await vi.advanceTimersToNextTimerAsync()
        }
        vi.useRealTimers()
        return done
      },
    }
  }

  test('a sign-in whose user cannot be stored looks for a concurrently stored user after 0, 20, 100 and 400 ms', async () => {
    const times: number[] = []
    let failedAt = Number.NaN
    const { callbacks, overTime } = stopTime(1)
    const { world } = await told({
      callbacks,
      through: (real) =>
        intercepted(real, (method) => {
          if (method === 'getUserByAccount') times.push(performance.now() - failedAt)
          if (method !== 'createUser') return
          failedAt = performance.now()
          down()
        }),
    })
    expect((await overTime(world.signIn())).status).toBe(503)
    expect(times.slice(1)).toEqual([0, 20, 100, 400])
  })

  test('a first sign-in whose lock is taken tries again every 20 ms for 420 ms', async () => {
    const storing = gate()
    const stores = [storing]
    const store = memoryStore({ now: () => 0 })
    const times = new Set<number>()
    const { callbacks, overTime } = stopTime(2)
    const { world } = await told({
      callbacks,
      through: (real) =>
        intercepted(real, (method) => (method === 'createUser' ? stores.shift()?.pass() : undefined)),
      options: {
        secret: SECRET,
        store: {
          ...store,
          compareAndSet(key: string, ...rest: [string | null, string, number]) {
            if (key.startsWith('first-sign-in-running:')) times.add(performance.now())
            return store.compareAndSet(key, ...rest)
          },
        },
      },
    })
    const first = world.signIn()
    await storing.reached
    times.clear()
    expect((await overTime(world.signIn(world.anotherBrowser()))).status).toBe(503)
    const [began = 0] = times
    expect([...times].map((time) => time - began)).toEqual(Array.from({ length: 22 }, (_, n) => n * 20))
    storing.open()
    await first
  })

  test.each([
    [9_900, 503],
    [10_100, 302],
  ])(
    'the lock of a crashed process expires after ten seconds: a sign-in after %i ms gets %i',
    async (ms, status) => {
      const storing = gate()
      const stores = [storing]
      let now = 0
      const { world } = await told({
        through: (real) =>
          intercepted(real, (method) => (method === 'createUser' ? stores.shift()?.pass() : undefined)),
        options: { secret: SECRET, store: memoryStore({ now: () => now }) },
      })
      const first = world.signIn()
      await storing.reached
      now = ms
      expect((await world.signIn(world.anotherBrowser())).status).toBe(status)
      storing.open()
      await first
    },
  )

  /** A sign-in that is about to store a user, while a process without a shared store finishes a sign-in with the same account. */
  const overtaken = async (options: WorldOptions, before: Before = () => undefined) => {
    const decided = gate()
    const signIn = async (): Promise<boolean> => {
      await decided.pass()
      return true
    }
    const made = await told({
      ...options,
      through: (real) => intercepted(real, before),
      callbacks: { signIn },
    })
    const { world } = made
    world.idp.misbehave({ claims: ({ email: _, ...claims }) => claims })
    const response = world.signIn()
    await decided.reached
    const first = await start({ idp: world.idp, through: () => world.adapter })
    expect(pathOf(await first.signIn())).toBe('/inside')
    const [owner] = newcomers(world)
    return { ...made, owner, decided, response }
  }

  test('if another process links the account first, a sign-in deletes its new user and signs in the linked user', async () => {
    const { world, told: heard, stored, owner, decided, response } = await overtaken({})
    decided.open()
    expect(pathOf(await response)).toBe('/inside')
    expect(heard).toEqual(['known'])
    expect(stored).toEqual([])
    expect(newcomers(world)).toEqual([owner])
    expect(warnings(world)).toEqual([])
  })

  test('if another process links the account first and the new user cannot be deleted, the log names the new user', async () => {
    const { world, owner, decided, response } = await overtaken({}, (method) =>
      method === 'deleteUser' ? down() : undefined,
    )
    decided.open()
    expect(pathOf(await response)).toBe('/inside')
    const left = newcomers(world).find(({ id }) => id !== owner?.id)
    expect(warnings(world)).toEqual([
      ['user-without-account', expect.stringContaining(`The user '${left?.id}' was stored`)],
    ])
    await world.adapter.deleteUser(left?.id ?? '')
  })

  test('a sign-in whose user cannot be stored signs in the user whom another process has stored', async () => {
    let isRefusing = false
    const {
      world,
      told: heard,
      owner,
      decided,
      response,
    } = await overtaken({}, (method) => (isRefusing && method === 'createUser' ? down() : undefined))
    isRefusing = true
    decided.open()
    expect(pathOf(await response)).toBe('/inside')
    expect(heard).toEqual(['known'])
    expect(newcomers(world)).toEqual([owner])
  })

  /** An application whose adapter chooses the ids of users. The methods in `broken` fail while `isBroken` is true. */
  const choosing = (broken: readonly string[], providers?: WorldOptions['providers']) => {
    const database = { isBroken: true }
    const world = told({
      ...(providers && { providers }),
      through: (real) =>
        intercepted(
          { ...real, createUser: (user) => real.createUser({ ...user, id: `chosen-${user.id}` }) },
          (method) => (database.isBroken && broken.includes(method) ? down() : undefined),
        ),
    })
    return { database, world }
  }

  test('the next sign-in finishes an interrupted first sign-in even if the database chooses ids', async () => {
    const { database, world: made } = choosing(['linkAccount', 'deleteUser'])
    const { world, told: heard } = await made
    expect((await world.signIn()).status).toBe(503)
    const [left] = newcomers(world)
    database.isBroken = false
    expect(pathOf(await world.signIn())).toBe('/inside')
    expect(heard).toEqual(['new'])
    expect(newcomers(world)).toMatchObject([{ id: left?.id }])
  })

  test('an interrupted first sign-in can still be finished after a failed read of its record', async () => {
    let broken: readonly string[] = ['linkAccount', 'deleteUser']
    const { world, told: heard } = await told({
      providers: [acme(), mailbox().provider],
      through: (real) => intercepted(real, (method) => (broken.includes(method) ? down() : undefined)),
    })
    expect((await world.signIn()).status).toBe(503)
    broken = ['useVerificationToken']
    expect((await world.signIn()).status).toBe(503)
    broken = []
    expect(pathOf(await world.signIn())).toBe('/inside')
    expect(heard).toEqual(['new'])
  })

  test('an account is linked even if the record of an interrupted first sign-in cannot be read', async () => {
    let isBroken = true
    const { world } = await told({
      providers: [acme(), credentials(GRACE), mailbox().provider],
      through: (real) =>
        intercepted(real, (method) => {
          if (isBroken && ['linkAccount', 'deleteUser'].includes(method)) down()
          if (method === 'useVerificationToken') throw new Error('The record cannot be read.')
        }),
    })
    expect((await world.signIn()).status).toBe(503)
    const [left] = newcomers(world)
    isBroken = false
    const browser = world.anotherBrowser()
    await world.enter(browser)
    expect(pathOf(await world.link(browser))).toBe('/inside')
    expect(world.adapter.rows.accounts).toMatchObject([{ userId: 'grace', provider: 'acme' }])
    expect(inspect(world.errors, { depth: 5 })).toContain('The record cannot be read.')
    await world.adapter.deleteUser(left?.id ?? '')
  })

  test('a first sign-in deletes its user if the id that the database chose cannot be recorded', async () => {
    let records = 0
    const { world } = await told({
      providers: [acme(), mailbox().provider],
      through: (real) =>
        intercepted(
          { ...real, createUser: (user) => real.createUser({ ...user, id: `chosen-${user.id}` }) },
          (method) => (method === 'createVerificationToken' && ++records === 2 ? down() : undefined),
        ),
    })
    expect((await world.signIn()).status).toBe(503)
    expect(newcomers(world)).toEqual([])
    expect(pathOf(await world.signIn())).toBe('/inside')
  })

  test.each([
    ['with an e-mail provider, nothing is stored', true],
    ['without an e-mail provider, the user is stored', false],
  ])('if the table of verification tokens cannot be used: %s', async (_, hasMail) => {
    const { world, told: heard } = await told({
      providers: hasMail ? [acme(), mailbox().provider] : [acme()],
      through: (real) =>
        intercepted(real, (method) => (method.includes('VerificationToken') ? down() : undefined)),
    })
    const response = await world.signIn()
    expect(response.status).toBe(hasMail ? 503 : 302)
    expect(newcomers(world)).toHaveLength(hasMail ? 0 : 1)
    expect(heard).toEqual(hasMail ? [] : ['new'])
  })

  test('a first sign-in deletes a user whom the adapter stores but does not return', async () => {
    const { world } = await told({
      through: (real) => ({
        ...real,
        async createUser(user) {
          await real.createUser(user)
          return null as never
        },
      }),
    })
    expect(locationOf(await world.signIn()).searchParams.get('error')).toBe('Configuration')
    expect(newcomers(world)).toEqual([])
  })

  test('a first sign-in works with an adapter that has createVerificationToken but not useVerificationToken', async () => {
    const { world, told: heard } = await told({ through: ({ useVerificationToken: _, ...real }) => real })
    expect(pathOf(await world.signIn())).toBe('/inside')
    expect(heard).toEqual(['new'])
  })

  test('a failed first sign-in leaves neither a user nor a verification token', async () => {
    const records = new Set<string>()
    const { world } = await told({
      through: (real) => ({
        ...recorded(real, records),
        linkAccount: async () => down(),
      }),
    })
    expect((await world.signIn()).status).toBe(503)
    expect(newcomers(world)).toEqual([])
    expect(records.size).toBe(0)
  })

  test('a verification token that cannot be deleted after a failed first sign-in is logged', async () => {
    const { world } = await told({
      through: (real) => ({
        ...real,
        linkAccount: async () => down(),
        useVerificationToken: async () => {
          throw new Error('The record cannot be deleted.')
        },
      }),
    })
    expect((await world.signIn()).status).toBe(503)
    expect(newcomers(world)).toEqual([])
    expect(inspect(world.errors, { depth: 5 })).toContain('The record cannot be deleted.')
  })

  test('if neither the account can be stored nor the store reached, the new user is kept and logged', async () => {
    let isDown = false
    const warned: unknown[] = []
    const store = memoryStore()
    const { world } = await told({
      through: (real) => ({
        ...real,
        async linkAccount() {
          isDown = true
          return down()
        },
      }),
      options: {
        secret: SECRET,
        store: {
          ...store,
          compareAndSet: (...args: Parameters<typeof store.compareAndSet>) =>
            isDown ? down() : store.compareAndSet(...args),
        },
        logger: { warn: (...said) => void warned.push(said), error: () => undefined },
      },
    })
    expect((await world.signIn()).status).toBe(503)
    const [left] = newcomers(world)
    expect(warned).toEqual([
      ['user-without-account', expect.stringContaining(`The user '${left?.id}' was stored`)],
    ])
    await world.adapter.deleteUser(left?.id ?? '')
  })

  test('a first sign-in is refused without events if the owner verifies the e-mail address meanwhile', async () => {
    const linked: unknown[] = []
    const world = await start({
      events: {
        createUser: () => void linked.push('user'),
        linkAccount: () => void linked.push('account'),
      },
      through: verifiedMeanwhile,
    })
    world.idp.misbehave({ claims: (claims) => ({ ...claims, email_verified: false }) })
    expect(locationOf(await world.signIn()).searchParams.get('error')).toBe('OAuthAccountNotLinked')
    expect(linked).toEqual([])
    expect(world.adapter.rows.accounts).toEqual([])
    expect(warnings(world)).toEqual([])
  })

  test('if the account of a refused first sign-in cannot be unlinked, the log says which account to delete', async () => {
    const errors: Error[] = []
    const world = await start({
      options: {
        secret: SECRET,
        logger: { warn: () => undefined, error: (error) => void errors.push(error) },
      },
      through: ({ unlinkAccount: _, ...real }) => verifiedMeanwhile(real),
    })
    world.idp.misbehave({ claims: (claims) => ({ ...claims, email_verified: false }) })
    expect(locationOf(await world.signIn()).searchParams.get('error')).toBe('OAuthAccountNotLinked')
    const [account] = world.adapter.rows.accounts
    expect(errors.map(({ message }) => message)).toEqual([
      expect.stringContaining(
        `An account of the provider 'acme' was linked to the user '${account?.userId}' before the owner`,
      ),
    ])
  })

  test.each([
    [899_900, '/inside'],
    [900_100, '/auth/signin'],
  ])(
    'without verification tokens, an interrupted first sign-in can be finished for 15 minutes: after %i ms',
    async (milliseconds, path) => {
      let now = 0
      let isBroken = true
      const { world } = await told({
        options: { secret: SECRET, store: memoryStore({ now: () => now }) },
        through: ({ createVerificationToken: _, useVerificationToken: __, ...real }) =>
          intercepted(real, (method) =>
            isBroken && ['linkAccount', 'deleteUser'].includes(method) ? down() : undefined,
          ),
      })
      expect((await world.signIn()).status).toBe(503)
      const [left] = newcomers(world)
      isBroken = false
      now = milliseconds
      expect(pathOf(await world.signIn())).toBe(path)
      if (path !== '/inside') await world.adapter.deleteUser(left?.id ?? '')
    },
  )

  test('a sign-in that could finish an interrupted first sign-in signs in the user of a concurrent sign-in instead', async () => {
    let isBroken = true
    let decided = gate()
    const decisions: (typeof decided)[] = []
    const storing = gate()
    const stores: (typeof storing)[] = []
    let finish: () => Promise<unknown> = async () => undefined
    let reads = 0
    const records = new Set<string>()
    const { world, told: heard } = await told({
      through: (real) =>
        intercepted(recorded(real, records), async (method) => {
          if (isBroken && ['linkAccount', 'deleteUser'].includes(method)) down()
          if (method === 'createUser') await stores.shift()?.pass()
          if (method === 'getUserByAccount' && --reads === 0) await finish()
        }),
      callbacks: {
        async signIn() {
          await decisions.shift()?.pass()
          return true
        },
      },
    })
    expect((await world.signIn()).status).toBe(503)
    const [left] = newcomers(world)
    isBroken = false
    decided = gate()
    decisions.push(decided)
    const resuming = world.anotherBrowser()
    const resumed = world.signIn(resuming)
    await decided.reached
    world.idp.misbehave({ claims: ({ email: _, ...claims }) => claims })
    stores.push(storing)
    const other = world.signIn()
    await storing.reached
    finish = async () => {
      storing.open()
      await other
    }
    reads = 1
    decided.open()
    expect(pathOf(await resumed)).toBe('/inside')
    expect(heard).toEqual(['new', 'known'])
    expect(world.adapter.rows.accounts).toMatchObject([ACME])
    expect((await world.adapter.getUserByAccount(ACME))?.id).not.toBe(left?.id)
    expect(records.size).toBe(0)
    const warning = ['user-without-account', expect.stringContaining(`The user '${left?.id}' was stored`)]
    expect(warnings(world)).toEqual([warning, warning])
    await world.adapter.deleteUser(left?.id ?? '')
  })

  test('a refused sign-in does not restore the record of a first sign-in that was finished meanwhile', async () => {
    let isBroken = true
    const records = new Set<string>()
    let refuse: (() => Promise<void>) | undefined
    const { world } = await told({
      through: (real) =>
        intercepted(recorded(real, records), (method) => {
          if (isBroken && ['linkAccount', 'deleteUser'].includes(method)) down()
        }),
      callbacks: {
        async signIn() {
          await refuse?.()
          return refuse === undefined
        },
      },
    })
    expect((await world.signIn()).status).toBe(503)
    isBroken = false
    const [left] = newcomers(world)
    refuse = async () =>
      void (await world.adapter.linkAccount({ ...ACME, type: 'oidc', userId: left?.id ?? '' }))
    expect(locationOf(await world.signIn(world.anotherBrowser())).searchParams.get('error')).toBe(
      'AccessDenied',
    )
    expect(records.size).toBe(0)
  })

  test('a refused sign-in still ends with AccessDenied if the record of a first sign-in cannot be restored', async () => {
    let isBroken = true
    let isRefusing = false
    const { world } = await told({
      failsItself: true,
      through: (real) =>
        intercepted(real, (method) => {
          if (isBroken && ['linkAccount', 'deleteUser'].includes(method)) down()
          if (isRefusing && method === 'createVerificationToken') down()
        }),
      providers: [acme(), mailbox().provider],
      callbacks: { signIn: () => !isRefusing },
    })
    expect((await world.signIn()).status).toBe(503)
    isBroken = false
    isRefusing = true
    const response = await world.signIn(world.anotherBrowser())
    expect(locationOf(response).searchParams.get('error')).toBe('AccessDenied')
    expect(world.errors).toContainEqual(expect.objectContaining({ type: 'AdapterError' }))
  })
})
