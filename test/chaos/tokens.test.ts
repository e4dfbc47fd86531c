import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { pg } from '../../src/adapters/pg.js'
import { sqlite } from '../../src/adapters/sqlite.js'
import { type RealProvider, realProvider } from '../support/oidc/real-provider.js'
import { type Database, postgresDatabase } from '../support/stores/postgres.js'
import { type PrivateRedis, privateRedis } from '../support/stores/private-redis.js'
import { lockAccount } from './support/row-lock.js'
import { LONGEST_WAIT, waits } from './support/scenarios.js'
import { CALENDAR, type Printed, TokenAccount, type TokenPlace } from './support/token-account.js'
import { type DoorMode, RETRY_AFTER, type TokenDoor, tokenDoor } from './support/token-door.js'

/*
 * Processes that refresh the tokens of one account: at the same time, killed at each point, and with a
 * provider that fails in each way. The provider rotates refresh tokens, and revokes the grant if a token is
 * used twice.
 */

let real: RealProvider
let folder: string
let database: Database
let redis: PrivateRedis
const figures: Record<string, Record<string, string>> = {}
beforeAll(async () => {
  const resourceIndicators = {
    enabled: true,
    getResourceServerInfo: (_: unknown, resource: string) => ({
      scope: 'events',
      audience: resource,
      accessTokenFormat: 'jwt',
      accessTokenTTL: 600,
    }),
    defaultResource: () => undefined,
    useGrantedResource: () => false,
  }
  real = await realProvider({ grant_types: ['authorization_code', 'refresh_token'] }, { resourceIndicators })
  folder = await mkdtemp(path.join(tmpdir(), 'authwright-tokens-'))
  database = await postgresDatabase()
  redis = await privateRedis()
})
afterAll(async () => {
  console.table(figures)
  await redis.stop()
  await database.drop()
  await rm(folder, { recursive: true })
  await real.stop()
})

const places = {
  'SQLite, by the row': { kind: 'sqlite', shares: false },
  'SQLite and Redis': { kind: 'sqlite', shares: true },
  'PostgreSQL, by the row': { kind: 'pg', shares: false },
  'PostgreSQL and Redis': { kind: 'pg', shares: true },
} as const

/** Points at which a process kills itself, each with the result in the next process. */
const points = {
  'before the lease is taken': 'tokens',
  'while the lease is written': 'tokens',
  'after the lease is taken': 'tokens',
  'before the request': 'tokens',
  'after the response': 'reauthenticate',
  'before new tokens are stored': 'reauthenticate',
  'while new tokens are stored': 'either',
  'after new tokens are stored': 'tokens',
  'after the tokens are returned': 'tokens',
} as const

/** The same points for an access token for a resource. Results without and with a shared store. */
const resourcePoints = {
  'after the response': ['reauthenticate', 'reauthenticate'],
  'before the token for a resource is kept': ['reauthenticate', 'reauthenticate'],
  'while the token for a resource is kept': ['reauthenticate', 'either'],
  'after the token for a resource is kept': ['reauthenticate', 'tokens'],
  'before new tokens are stored': ['reauthenticate', 'tokens'],
  'while new tokens are stored': ['either', 'tokens'],
  'after new tokens are stored': ['tokens', 'tokens'],
  'after the tokens are returned': ['tokens', 'tokens'],
} as const

const wait = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, milliseconds)
  })

describe.each(Object.entries(places))('%s', (name, { kind, shares }) => {
  interface Scene {
    readonly place: TokenPlace
    readonly account: TokenAccount
    readonly door: TokenDoor
  }

  /** Uses a separate account and database: in one SQLite file, other accounts would wait for its locks. */
  const scene = async (work: (scene: Scene) => Promise<void>): Promise<void> => {
    const address = kind === 'pg' ? database.url : path.join(folder, `${randomUUID()}.db`)
    const adapter = kind === 'pg' ? pg(address) : sqlite(address)
    const place = { real, adapter, address, redis: shares ? redis.url : undefined }
    const door = await tokenDoor(real.issuer)
    try {
      await work({ place, account: await TokenAccount.signIn(place, `a${randomUUID()}`), door })
    } finally {
      await door.stop()
      await adapter.close()
    }
  }

  const note = (row: string, figure: string): void => {
    figures[row] = { ...figures[row], [name]: figure }
  }

  /**
   * Adds a row for a killed process and the next one: their requests, and how often the provider received a
   * refresh token twice.
   */
  const noteKilled = (row: string, became: string, seconds: number, { door }: Scene): void => {
    const twice = door.passed.length - new Set(door.passed).size
    const requests = `${door.passed.length} ${door.passed.length === 1 ? 'request' : 'requests'}`
    note(row, `${became}, ${seconds.toFixed(1)} s, ${requests}, ${twice} again`)
  }

  /**
   * Expects that another process gets tokens, or that the user must sign in again, and that each refresh
   * token was sent as often as required.
   */
  const expectNext = async (
    row: string,
    made: Scene,
    expected: 'tokens' | 'reauthenticate' | 'either',
  ): Promise<void> => {
    const { account, door } = made
    door.mode = 'passes'
    door.onWait = undefined
    const { result, seconds } = await account.next({ door: door.url })
    const became = result.ok ? 'tokens' : result.reason
    const times = door.passed.filter((token) => token === door.passed[0]).length
    noteKilled(row, became, seconds, made)
    if (expected !== 'either') expect(became).toBe(expected)
    else expect(['tokens', 'reauthenticate']).toContain(became)
    // A refresh token whose response was lost is sent once more, because nothing shows that it was used.
    expect(times).toBe(result.ok ? 1 : 2)
    if (!result.ok) await account.signInAgain()
    await account.expire()
    // In a shared store, a lease stays until it expires, even after the tokens were stored. `next` waits for this.
    expect(await account.next({ door: door.url })).toMatchObject({ result: { ok: true } })
    await account.expire()
    await expectOne(made)
  }

  /** Runs two processes with fifty calls each. Expects one token request in total, and tokens for all calls. */
  const expectOne = async (made: Scene): Promise<void> => {
    const { door } = made
    const before = door.passed.length
    const printed = await together(made)
    const results = printed.flatMap((each) => each?.results ?? [])
    expect(results.filter((each) => !each.ok)).toEqual([])
    expect(results).toHaveLength(100)
    expect(door.passed.length - before).toBe(1)
  }

  const together = ({ account, door }: Scene): Promise<(Printed | undefined)[]> =>
    Promise.all([1, 2].map(() => account.read({ calls: 50, door: door.url })))

  test('fifty concurrent calls in each of two processes send one token request', () =>
    scene(async (made) => {
      for (let round = 0; round < 3; round++) {
        await expectOne(made)
        await made.account.expire()
      }
      note('fifty calls in each of two processes', '3 refreshes, 3 requests')
    }))

  test('fifty concurrent calls for a resource in each of two processes send one token request per store', () =>
    scene(async ({ account, door }) => {
      const resource = CALENDAR
      const printed = await Promise.all(
        [1, 2].map(() => account.read({ calls: 50, door: door.url, resource })),
      )
      const results = printed.flatMap((each) => each?.results ?? [])
      expect(results.filter((each) => !each.ok)).toEqual([])
      expect(results).toHaveLength(100)
      expect(door.passed).toHaveLength(shares ? 1 : 2)
      expect(new Set(door.passed).size).toBe(door.passed.length)
      note('fifty calls in each of two processes, for a resource', `${door.passed.length} requests`)
    }))

  describe('a process is killed', { concurrent: true }, () => {
    test.each(Object.entries(points))(
      'if a process is killed %s, the next process gets tokens or requires a sign-in',
      (kill, expected) =>
        scene(async (made) => {
          expect(await made.account.read({ kill, door: made.door.url })).toBeUndefined()
          await expectNext(kill, made, expected)
        }),
    )

    test.each(Object.entries(resourcePoints))(
      'if a process is killed %s, the next token for a resource is returned or requires a sign-in',
      (kill, outcomes) =>
        scene(async (made) => {
          const { account, door } = made
          const resource = CALENDAR
          const expected = outcomes[shares ? 1 : 0]
          expect(await account.read({ kill, door: door.url, resource })).toBeUndefined()
          const { result, seconds } = await account.next({ door: door.url, resource })
          const became = result.ok ? 'tokens' : result.reason
          noteKilled(`resource: ${kill}`, became, seconds, made)
          if (expected !== 'either') expect(became).toBe(expected)
          else expect(['tokens', 'reauthenticate']).toContain(became)
          // The tokens of the account are refreshed, unless the refresh token was lost. In that case, no token for the resource is returned either.
          await account.expire()
          const { result: own } = await account.next({ door: door.url })
          const after = await account.next({ door: door.url, resource })
          expect(after.result).toMatchObject(own.ok ? { ok: true } : { ok: false, reason: 'reauthenticate' })
          const twice = door.passed.length - new Set(door.passed).size
          expect(twice).toBe(own.ok ? 0 : 1)
          if (!own.ok) await account.signInAgain()
          await account.expire()
          await expectOne(made)
          expect(await account.next({ door: door.url, resource })).toMatchObject({ result: { ok: true } })
          expect(door.passed.length - new Set(door.passed).size).toBe(twice)
        }),
    )

    const onTheWay = { 'is lost': 'tokens', 'loses its response': 'reauthenticate' } as const
    test.each(Object.entries(onTheWay))(
      'if a process is killed during a token request that %s, the next process gets the expected result',
      (mode, expected) =>
        scene(async (made) => {
          const { account, door } = made
          door.mode = mode as DoorMode
          const worker = account.start({ door: door.url })
          await new Promise<void>((resolve) => {
            door.onWait = () => resolve()
          })
          worker.kill()
          expect(await worker.printed).toBeUndefined()
          await expectNext(`while a request ${mode}`, made, expected)
        }),
    )

    test('if a process is killed while it waits to write its lease, the next process gets tokens', () =>
      scene(async (made) => {
        const { place, account, door } = made
        const unlock = await lockAccount(place.address, account.name)
        // With a shared store, the first write stores the new tokens.
        if (shares) door.mode = 'is lost'
        const worker = account.start({ door: door.url })
        await worker.reaches('before the lease is taken')
        await wait(500)
        worker.kill()
        expect(await worker.printed).toBeUndefined()
        await unlock()
        await expectNext('while the row is locked, before its lease', made, 'tokens')
      }))

    test.each([1, 8])(
      'after SIGTERM during %i refreshes, auth.close() stores the tokens that the provider returns',
      (count) =>
        scene(async (made) => {
          const { place, account, door } = made
          const others = await Promise.all(
            Array.from({ length: count - 1 }, () => TokenAccount.signIn(place, `a${randomUUID()}`)),
          )
          const accounts = [account, ...others]
          const goOns: (() => void)[] = []
          const allWait = new Promise<void>((resolve) => {
            door.onWait = (goOn) => {
              if (goOns.push(goOn) === count) resolve()
            }
          })
          const workers = accounts.map((each) => each.start({ door: door.url }))
          await allWait
          const measured = waits()
          await measured.timed(
            (async () => {
              for (const worker of workers) worker.stop()
              await wait(500)
              for (const goOn of goOns) goOn()
              await Promise.all(workers.map(({ printed }) => printed))
            })(),
          )
          door.onWait = undefined
          for (const each of accounts) {
            await each.expire()
            const next = await measured.timed(each.next({ door: door.url }))
            expect(next).toMatchObject({ result: { ok: true } })
          }
          expect(new Set(door.passed).size).toBe(door.passed.length)
          expect(measured.slowest).toBeLessThanOrEqual(LONGEST_WAIT)
          note(
            `SIGTERM during ${count} refreshes`,
            `0 of ${count} grants lost, slowest ${measured.slowest.toFixed(1)} s`,
          )
        }),
    )

    test('if a process is killed while it waits to store new tokens, the next process gets tokens or requires a sign-in', () =>
      scene(async (made) => {
        const { place, account, door } = made
        const waits = new Promise<() => void>((resolve) => {
          door.onWait = resolve
        })
        const worker = account.start({ door: door.url })
        const goOn = await waits
        const unlock = await lockAccount(place.address, account.name)
        goOn()
        await worker.reaches('before new tokens are stored')
        await wait(500)
        worker.kill()
        expect(await worker.printed).toBeUndefined()
        await unlock()
        // PostgreSQL has received the statement, and runs it.
        await expectNext(
          'while the row is locked, before new tokens',
          made,
          kind === 'pg' ? 'tokens' : 'reauthenticate',
        )
      }))
  })

  describe('the provider', { concurrent: true }, () => {
    const faults = { '500': 'unavailable', '429': 'unavailable', 'is lost': 'unavailable' } as const
    test.each(Object.entries(faults))(
      'token endpoint, %s: no call gets tokens during the failure, and the next call afterwards gets tokens',
      (mode, reason) =>
        scene(async (made) => {
          const { account, door } = made
          door.mode = mode as DoorMode
          const results = (await together(made)).flatMap((each) => each?.results ?? [])
          expect(results).toHaveLength(100)
          expect(results.filter((each) => each.ok || each.reason !== reason)).toEqual([])
          if (mode === '429') expect(results).toContainEqual({ ok: false, reason, retryAfter: RETRY_AFTER })
          // Without a shared store, a process does not know that the provider has made another process wait.
          expect(door.received.length).toBeLessThanOrEqual(shares ? 1 : 2)
          note(`provider: ${mode}`, `100 ${reason}, ${door.received.length} requests`)
          door.mode = 'passes'
          const { result } = await account.next({ door: door.url })
          expect(result).toMatchObject({ ok: true })
          expect(door.passed).toHaveLength(1)
          await account.expire()
          await expectOne(made)
        }),
    )

    test('while the token endpoint responds with 500, every user gets the old token until the token expires', () =>
      scene(async (made) => {
        const { account, door } = made
        await account.expire(45)
        door.mode = '500'
        const results = (await together(made)).flatMap((each) => each?.results ?? [])
        expect(results).toHaveLength(100)
        expect(results.filter((each) => !each.ok)).toEqual([])
        note('provider: 500, old token lasts', `100 tokens, ${door.received.length} requests`)
        expect(door.received.length).toBeLessThanOrEqual(shares ? 1 : 2)
      }))

    test('invalid_grant: the user must sign in again, and the provider receives one request', () =>
      scene(async (made) => {
        const { account, door } = made
        door.mode = 'invalid_grant'
        const results = (await together(made)).flatMap((each) => each?.results ?? [])
        expect(results).toEqual(Array.from({ length: 100 }, () => ({ ok: false, reason: 'reauthenticate' })))
        expect(await account.next({ door: door.url })).toMatchObject({ result: { reason: 'reauthenticate' } })
        expect(door.received).toHaveLength(1)
        note('provider: invalid_grant', `100 reauthenticate, ${door.received.length} requests`)
        door.mode = 'passes'
        await account.signInAgain()
        await account.expire()
        await expectOne(made)
      }))
  })
})
