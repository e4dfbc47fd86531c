import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Adapter } from '../../../src/adapters/contract.js'
import { type Browser, locationOf } from '../../support/browser.js'
import { patience, runs } from '../../support/fuzz.js'
import { quickKey } from '../../support/identity-provider/signing-key.js'
import type { RecordedAdapter } from '../../support/recorded-adapter.js'
import { makeWorld, ORIGIN, type World, type WorldOptions } from '../../support/world.js'

/** For each database call in order: the number of turns of the event loop that it takes. */
const turns = fc.array(fc.nat(4), { minLength: 60, maxLength: 60 })
/**
 * Each run is a complete race in a separate application. Therefore the number of runs is a fiftieth of the usual
 * number.
 */
const races = { numRuns: Math.max(30, Math.ceil(runs.numRuns / 50)) }

const delayed =
  (waits: readonly number[]) =>
  (adapter: RecordedAdapter): Adapter => {
    let calls = 0
    return new Proxy(adapter, {
      get: (target, name) => {
        const method: unknown = Reflect.get(target, name)
        if (typeof method !== 'function') return method
        return async (...args: unknown[]) => {
          for (let left = waits[calls++ % waits.length] ?? 0; left > 0; left--)
            await new Promise(setImmediate)
          return method.apply(target, args)
        }
      },
    })
  }

/** Runs a test with a random order of events. */
async function interleave(options: WorldOptions, tried: (world: World) => Promise<void>): Promise<void> {
  const property = fc.asyncProperty(turns, async (waits) => {
    const world = await makeWorld({ ...options, through: delayed(waits) })
    world.idp.keys = [await quickKey]
    await tried(world)
    world.check()
  })
  await fc.assert(property, races)
}

const arrivesAt = (response: Response): string => locationOf(response).pathname

/** The ids of the users at a provider, and the users of their accounts. */
const people = ({ adapter }: World): { users: string[]; owners: string[] } => ({
  users: adapter.rows.users.filter(({ id }) => id !== 'grace').map(({ id }) => id),
  owners: adapter.rows.accounts.map(({ userId }) => userId),
})

const strategies: WorldOptions[] = [{ strategy: 'jwt' }, { strategy: 'database' }]

test.each(strategies)(
  'RC-1: of two concurrent requests with the same callback, only one succeeds (sessions: $strategy)',
  async (options) => {
    await interleave(options, async (world) => {
      const callback = await world.begin()
      const cookie = world.browser.jar.header
      const send = (): Promise<Response> => world.handle(new Request(callback, { headers: { cookie } }))
      const answers = await Promise.all([send(), send()])
      for (const answer of answers) {
        expect(answer.status).toBe(302)
        world.browser.jar.take(answer, ORIGIN)
      }
      expect(world.idp.requestCount('/token')).toBe(1)
      expect(answers.map(arrivesAt).filter((path) => path === '/inside')).toHaveLength(1)
      const [other] = answers.filter((answer) => arrivesAt(answer) !== '/inside')
      expect(['/', '/auth/signin']).toContain(other && arrivesAt(other))
      expect(people(world).users).toHaveLength(1)
      expect(world.adapter.rows.sessions.length).toBeLessThanOrEqual(1)
      expect(await world.browser.session()).toMatchObject({ user: { name: 'Ada Lovelace' } })
    })
  },
  patience,
)

test.each([
  ...strategies.map((options) => ({
    ...options,
    person: { sub: 'ada', name: 'Ada', email: 'ada@example.com' },
  })),
  ...strategies.map((options) => ({ ...options, person: { sub: 'ada', name: 'Ada' } })),
])(
  'RC-2: two concurrent first sign-ins of one person create one user ($strategy, $person)',
  async ({ person, ...options }) => {
    await interleave(options, async (world) => {
      world.idp.user = person
      const browsers = [world.anotherBrowser(), world.anotherBrowser()] as [Browser, Browser]
      const callbacks = [await world.begin(browsers[0]), await world.begin(browsers[1])] as [URL, URL]
      const answers = await Promise.all(
        browsers.map((browser, index) => world.finish(callbacks[index] as URL, browser)),
      )
      expect(answers.map(arrivesAt)).toEqual(['/inside', '/inside'])
      for (const browser of browsers) expect(await browser.session()).toMatchObject({ user: { name: 'Ada' } })
      const { users, owners } = people(world)
      expect(users).toHaveLength(1)
      expect(owners).toEqual(users)
    })
  },
  patience,
)

test.each(strategies)(
  'RC-7: of two concurrent requests to link the same account, only one succeeds (sessions: $strategy)',
  async (options) => {
    await interleave(options, async (world) => {
      const other = world.anotherBrowser()
      await world.enter()
      world.idp.user = { sub: 'bob', name: 'Bob', email: 'bob@example.com' }
      await world.signIn(other)
      world.idp.user = { sub: 'shared', name: 'Shared', email: 'shared@example.com' }
      const callbacks = [
        await world.begin(world.browser, '/inside', { link: 'true' }),
        await world.begin(other, '/inside', { link: 'true' }),
      ] as [URL, URL]
      const answers = await Promise.all([world.finish(callbacks[0]), world.finish(callbacks[1], other)])
      const done = answers.filter((answer) => arrivesAt(answer) === '/inside')
      expect(done).toHaveLength(1)
      const [refused] = answers.filter((answer) => arrivesAt(answer) !== '/inside')
      expect(refused && locationOf(refused).searchParams.get('error')).toBe('OAuthAccountNotLinked')
      expect(world.adapter.rows.accounts).toHaveLength(2)
      expect(await world.browser.session()).toMatchObject({ user: { name: 'Grace' } })
      expect(await other.session()).toMatchObject({ user: { name: 'Bob' } })
    })
  },
  patience,
)

test.each(strategies)(
  'RC-8: a user who is deleted during the sign-in leaves no rows (sessions: $strategy)',
  async (options) => {
    await interleave(options, async (world) => {
      await world.signIn(world.anotherBrowser())
      await world.signIn()
      const [id = ''] = people(world).users
      const returning = world.anotherBrowser()
      const callback = await world.begin(returning)
      const answers = await Promise.all([
        world.finish(callback, returning),
        world.browser.send('/auth/session'),
        world.adapter.deleteUser(id),
        world.browser.send('/auth/session'),
      ])
      expect([answers[0].status, answers[1].status, answers[3].status]).toEqual([302, 200, 200])
      // If rows of these users remain, the rows are complete.
      const { users, owners } = people(world)
      expect(owners).toEqual(users)
      for (const { userId } of world.adapter.rows.sessions) expect(users).toContain(userId)
      const again = world.anotherBrowser()
      expect(arrivesAt(await world.signIn(again))).toBe('/inside')
      expect(people(world).users).toHaveLength(1)
      // A browser that still has a session of the deleted user can also sign in again, at the second attempt at the latest.
      const back = await world.signIn(world.browser)
      if (arrivesAt(back) !== '/inside') expect(arrivesAt(await world.signIn(world.browser))).toBe('/inside')
    })
  },
  patience,
)
