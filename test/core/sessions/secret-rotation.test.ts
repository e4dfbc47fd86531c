import { expect, test } from 'vitest'
import { credentials } from '../../../src/providers/credentials.js'
import type { Store } from '../../../src/stores/contract.js'
import { memoryStore } from '../../../src/stores/memory.js'
import { type App, type AppOptions, app } from '../../support/app.js'
import { Browser, locationOf } from '../../support/browser.js'
import { sessionsInMap } from '../../support/stores/session-map.js'

/*
 * Processes of one application during a secret rotation: some processes already use the new secret.
 */

const OLD = 'the former secret of thirty-two characters'
const NEW = 'the current secret of thirty-two characters'
const DAY = 86_400_000
const NAME = '__Host-authwright.session-token'

const providers = [credentials({ input: {}, authorize: () => ({ id: 'u1', name: 'Ada' }) })] as const

const shared = (store: Store = memoryStore()): Store => ({ ...store, scope: undefined }) as unknown as Store

const start = (secret: string | string[], parts: Partial<AppOptions> = {}): App =>
  app({ providers, ...parts, options: { secret, ...parts.options } })

const at = ({ handle }: App, { origin, jar }: Browser): Browser => new Browser(handle, origin, jar.clone())

/** Signs in at a process that then stops. Waits until the process has written its secrets to the store. */
async function signedInAtStopped(auth: App): Promise<Browser> {
  const browser = await signedIn(auth)
  await auth.close()
  return browser
}

async function signedIn(auth: App): Promise<Browser> {
  const browser = new Browser(auth.handle)
  await browser.post('/auth/callback/credentials')
  expect(await browser.session()).not.toBeNull()
  return browser
}

test('a process that lacks the secret of a session keeps its cookie', async () => {
  const options = { store: shared() }
  const browser = await signedInAtStopped(start([NEW, OLD], { options }))
  const elsewhere = at(start(OLD, { options }), browser)
  expect(await elsewhere.session()).toBeNull()
  expect(elsewhere.jar.get(NAME)).toBe(browser.jar.get(NAME))
  expect(await at(start([NEW, OLD], { options }), elsewhere).session()).not.toBeNull()
})

test('a process that lacks the secret of a session reports a failed sign-out', async () => {
  const options = { store: shared() }
  const old = start(OLD, { options })
  const browser = await signedInAtStopped(start([NEW, OLD], { options }))
  const elsewhere = at(old, browser)
  const response = await elsewhere.post('/auth/signout')
  expect(locationOf(response).searchParams.get('error')).toBe('SignOutError')
  expect(elsewhere.jar.get(NAME)).toBe(browser.jar.get(NAME))
  expect(String(old.logged[0])).toContain('could not be revoked')
  // The cookie of a sign-in replaces the unreadable cookie.
  await elsewhere.post('/auth/callback/credentials')
  expect(await elsewhere.session()).not.toBeNull()
})

test.each<[string, (browser: Browser) => Promise<unknown>]>([
  ['without sessions', (browser) => browser.session()],
  ['with sessions of a user', (browser) => browser.post('/auth/callback/credentials')],
])(
  'a process that lacks the secret of a session reports a failed sign-out after requests to many hosts %s',
  async (_, visit) => {
    const options = { store: shared() }
    const current = start([NEW, OLD], { options })
    for (let host = 0; host < 101; host++) await visit(new Browser(current.handle, `https://h${host}.test`))
    const browser = await signedInAtStopped(current)
    const response = await at(start(OLD, { options }), browser).post('/auth/signout')
    expect(locationOf(response).searchParams.get('error')).toBe('SignOutError')
  },
)

test('requests with unknown hosts write nothing to the store', async () => {
  const store = memoryStore()
  const keys: string[] = []
  const watched = shared({
    ...store,
    compareAndSet(key, ...args) {
      keys.push(key)
      return store.compareAndSet(key, ...args)
    },
  })
  const { handle, close } = start(NEW, { options: { store: watched } })
  for (let host = 0; host < 3; host++) {
    const stranger = new Browser(handle, `https://h${host}.test`)
    stranger.headers = { cookie: `${NAME}=a-token-of-nobody` }
    await stranger.session()
  }
  await close()
  expect(keys).toEqual([])
})

test('a read with `write: false` writes nothing to the store', async () => {
  const store = memoryStore()
  const written: string[] = []
  const recorded =
    <Args extends unknown[], Result>(write: (key: string, ...args: Args) => Result) =>
    (key: string, ...args: Args): Result => {
      written.push(key)
      return write(key, ...args)
    }
  const watched = shared({
    ...store,
    set: recorded(store.set),
    consume: recorded(store.consume),
    increment: recorded(store.increment),
    compareAndSet: recorded(store.compareAndSet),
  })
  const browser = await signedInAtStopped(start(OLD))
  const auth = start(OLD, { options: { store: watched } })
  const request = new Request('https://app.test/', { headers: { cookie: browser.jar.header } })
  expect(await auth.session(request, { write: false })).not.toBeNull()
  await auth.close()
  expect(written).toEqual([])
})

test('a cookie that no process can read is deleted', async () => {
  const options = { store: shared() }
  const browser = await signedIn(start(OLD))
  const elsewhere = at(start(NEW, { options }), browser)
  expect(await elsewhere.session()).toBeNull()
  expect(elsewhere.jar.get(NAME)).toBeUndefined()
})

test('a process that cannot read the claims of a stored session can end the session', async () => {
  const sessionStore = sessionsInMap(new Map())
  const parts = { session: { strategy: 'jwt', sessionStore }, options: { store: shared() } } as const
  const browser = await signedInAtStopped(start([NEW, OLD], parts))
  const elsewhere = at(start(OLD, parts), browser)
  expect(await elsewhere.session()).toBeNull()
  expect(locationOf(await elsewhere.post('/auth/signout')).pathname).toBe('/')
  expect(await at(start([NEW, OLD], parts), browser).session()).toBeNull()
})

test.each<[name: string, one: string[], other: string[], owner: 'own' | 'other']>([
  ['accepts the new secret and has started the session', [OLD, NEW], [NEW, OLD], 'own'],
  ['accepts the new secret, and another process has started the session', [OLD, NEW], [NEW, OLD], 'other'],
  ['uses the new secret and has started the session', [NEW, OLD], [OLD, NEW], 'own'],
  ['uses the new secret, and another process has started the session', [NEW, OLD], [OLD, NEW], 'other'],
])(
  'revokeAll ends a session that is renewed at the same time (revokeAll runs in a process that %s)',
  async (_, one, other, owner) => {
    const store = memoryStore()
    let meanwhile: (() => Promise<unknown>) | undefined
    const watched = shared({
      ...store,
      async set(...args) {
        await store.set(...args)
        if (!args[0].startsWith('user:')) return
        const run = meanwhile
        meanwhile = undefined
        await run?.()
      },
    })
    let now = Date.now()
    const parts = { clock: () => now, options: { store: watched }, session: { updateAge: 0 } } as const
    const first = start(one, parts)
    const second = start(other, parts)
    const [starting, renewing] = owner === 'own' ? [first, second] : [second, first]
    const browser = await signedIn(starting)
    now += DAY
    const renewed = at(renewing, browser)
    meanwhile = () => renewed.session()
    await first.sessions.revokeAll('u1')
    for (const each of [first, second]) {
      expect(await at(each, browser).session()).toBeNull()
      expect(await at(each, renewed).session()).toBeNull()
    }
  },
)

test('in each step of a secret rotation, old and new processes read and end the same sessions', async () => {
  const steps = [[OLD], [OLD, NEW], [NEW, OLD], [NEW]]
  for (const [index, before] of steps.slice(0, -1).entries()) {
    const after = steps[index + 1] ?? []
    const store = shared()
    const parts = { options: { store } }
    const processes = [start(before, parts), start(after, parts)]
    // Each process must read sessions of the other, because a secret is removed only after its sessions have expired.
    for (const starting of processes) {
      for (const ending of processes) {
        const [stays, signsOut, revoked] = [
          await signedIn(starting),
          await signedIn(starting),
          await signedIn(starting),
        ]
        expect(await at(ending, stays).session()).not.toBeNull()
        await at(ending, signsOut).post('/auth/signout')
        for (const each of processes) expect(await at(each, signsOut).session()).toBeNull()
        for (const each of processes) expect(await at(each, stays).session()).not.toBeNull()
        await ending.sessions.revokeAll('u1')
        for (const each of processes) expect(await at(each, revoked).session()).toBeNull()
      }
    }
    expect(processes.flatMap(({ warned, logged }) => [...warned, ...logged])).toEqual([])
  }
})

test('processes that share a store log a warning if their secrets differ', async () => {
  let now = Date.now()
  const environment = { NODE_ENV: 'test', AUTH_URL: 'https://app.test' }
  const parts = { clock: () => now, options: { store: shared() }, environment }
  const old = start(OLD, parts)
  await signedIn(old)
  await old.close()
  expect(await old.health({ deep: true })).toMatchObject({ secrets: 'same' })
  const next = start([NEW, OLD], parts)
  await signedIn(next)
  await next.close()
  expect(old.warned).toEqual([])
  // `next` warns because `old` ran within the last three minutes and cannot read the sessions of `next`.
  expect(next.warned).toEqual([
    expect.stringMatching(
      /^secrets-differ: .*sessions of strategy 'jwt'.*AUTH_SECRET_NEXT.*the option `secret`/,
    ),
  ])
  const third = start(OLD, parts)
  await signedIn(third)
  await third.close()
  expect(third.warned).toEqual([expect.stringMatching(/^secrets-differ: /)])
  expect(await old.health({ deep: true })).toMatchObject({ ok: true, secrets: 'differ' })
  expect(await third.health({ deep: true })).toMatchObject({ ok: true, secrets: 'differ' })
  now += 4 * 60_000
  const fourth = start([NEW, OLD], parts)
  await signedIn(fourth)
  await fourth.close()
  expect(fourth.warned).toEqual([])
})

test('health() reports processes with different secrets for session tokens', async () => {
  const options = { store: shared() }
  const environment = { NODE_ENV: 'test', AUTH_URL: 'https://app.test' }
  const withJwt = (secret: string): App => start(OLD, { options, environment, jwt: { secret } })
  const browser = await signedInAtStopped(withJwt(NEW))
  const old = withJwt(OLD)
  const elsewhere = at(old, browser)
  expect(await elsewhere.session()).toBeNull()
  expect(elsewhere.jar.get(NAME)).toBe(browser.jar.get(NAME))
  const response = await elsewhere.post('/auth/signout')
  expect(locationOf(response).searchParams.get('error')).toBe('SignOutError')
  expect(elsewhere.jar.get(NAME)).toBe(browser.jar.get(NAME))
  expect(await old.health({ deep: true })).toMatchObject({ secrets: 'differ' })
  expect(await withJwt(NEW).health({ deep: true })).toMatchObject({ secrets: 'same' })
})

test('a process of an earlier version without stored session token secrets counts as having the same secrets', async () => {
  const store = memoryStore()
  const get: Store['get'] = async (key) => {
    const value = await store.get(key)
    return key.startsWith('secrets:') && value !== null
      ? JSON.stringify(
          JSON.parse(value).map(({ tags, at: time }: Record<string, unknown>) => ({ tags, at: time })),
        )
      : value
  }
  const environment = { NODE_ENV: 'test', AUTH_URL: 'https://app.test' }
  const withJwt = (stored: Store): App =>
    start(OLD, { options: { store: shared(stored) }, environment, jwt: { secret: NEW } })
  await signedInAtStopped(withJwt(store))
  expect(await withJwt({ ...store, get }).health({ deep: true })).toMatchObject({ secrets: 'same' })
})

test('processes compare their secrets even if the store has an entry that is not JSON', async () => {
  const store = memoryStore()
  const damaged = new Set<string>()
  const get: Store['get'] = async (key) => {
    if (key.startsWith('secrets:') && !damaged.has(key)) {
      damaged.add(key)
      await store.set(key, '[{"tags":', 180)
    }
    return store.get(key)
  }
  const options = { store: shared({ ...store, get }) }
  await signedInAtStopped(start(OLD, { options }))
  const next = start(NEW, { options })
  await signedInAtStopped(next)
  expect(next.warned).toEqual([expect.stringMatching(/^secrets-differ: /)])
})

test('applications with different secrets can share a store', async () => {
  const options = { store: shared() }
  const one = start(OLD, { options })
  const other = start(NEW, { options })
  await signedIn(one)
  const browser = new Browser(other.handle, 'https://other.test')
  await browser.post('/auth/callback/credentials')
  const named = start(NEW, { options, cookies: { sessionToken: { name: 'other' } } })
  await new Browser(named.handle).post('/auth/callback/credentials')
  await Promise.all([one, other, named].map((each) => each.close()))
  expect([one, other, named].flatMap(({ warned }) => warned)).toEqual([])
})
