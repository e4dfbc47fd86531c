import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type SqliteAdapter, sqlite } from '../../../src/adapters/sqlite.js'
import { memoryStore } from '../../../src/stores/memory.js'
import type { RefreshTokens } from '../../../src/testing.js'
import { type App, type AppOptions, app, SECRET } from '../../support/app.js'
import { Browser, locationOf } from '../../support/browser.js'
import { IdentityProvider } from '../../support/identity-provider.js'
import { acme } from '../../support/providers.js'

/*
 * `auth.close()` while the process refreshes tokens, revokes them or calls listeners, as at a deployment.
 */

const USERS = 8

let folder: string
let idp: IdentityProvider
let provider: RefreshTokens
let now: number

beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'authwright-close-'))
  idp = await IdentityProvider.start()
  provider = idp.issueRefreshTokens()
  now = Date.now()
  idp.clock = () => now
})

afterEach(() => {
  vi.useRealTimers()
  rmSync(folder, { recursive: true })
})

/** A process with a separate adapter. */
function startProcess(options: Partial<AppOptions> = {}): App & { adapter: SqliteAdapter } {
  const adapter = sqlite(path.join(folder, 'auth.db'))
  return {
    ...app({ providers: [acme()], fetch: idp.fetch, clock: () => now, adapter, ...options }),
    adapter,
  }
}

async function signIn({ handle, sessions }: App, sub: string): Promise<{ userId: string; browser: Browser }> {
  idp.user = { ...idp.user, sub, email: `${sub}@example.com` }
  const browser = new Browser(handle)
  const callback = idp.authorize(locationOf(await browser.post('/auth/signin/acme')))
  await browser.send(callback.pathname + callback.search)
  const request = new Request('https://app.test/', { headers: { cookie: browser.jar.header } })
  const session = await sessions.current(request)
  return { userId: session?.userId ?? '', browser }
}

/** From now on, requests to an endpoint wait until `release` is called. Resolves once `count` requests wait. */
function hold(pathname: string, count: number): { arrived: Promise<void>; release: () => void } {
  let release = (): void => undefined
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  let held = 0
  let arrive = (): void => undefined
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve
  })
  const { behaviour } = idp
  idp.misbehave({
    ...behaviour,
    async respond(request) {
      const response = await behaviour.respond(request)
      if (request.url.pathname !== pathname) return response
      held += 1
      if (held === count) arrive()
      await released
      return response
    },
  })
  return { arrived, release }
}

const users = (): string[] => Array.from({ length: USERS }, (_, index) => `user${index}`)

test('close() waits until refreshed tokens are stored', async () => {
  const old = startProcess()
  const ids: string[] = []
  for (const sub of users()) ids.push((await signIn(old, sub)).userId)
  now += 300_000
  const { arrived, release } = hold('/token', USERS)
  // No request keeps the server running for these background jobs.
  const refreshed = ids.map((id) => old.tokensOfUser(id, 'acme'))
  await arrived
  let isClosed = false
  const closing = old.close().then(() => {
    isClosed = true
  })
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(isClosed).toBe(false)
  release()
  await closing
  expect((await Promise.all(refreshed)).map(({ ok }) => ok)).toEqual(ids.map(() => true))

  const next = startProcess()
  now += 300_000
  const kept = await Promise.all(ids.map((id) => next.tokensOfUser(id, 'acme')))
  expect(kept.map(({ ok }) => ok)).toEqual(ids.map(() => true))
  expect(provider.reused).toEqual([])
  expect(old.logged).toEqual([])
  await next.close()
})

test('close() starts no new refresh, because its tokens could not be stored', async () => {
  const old = startProcess()
  const { userId } = await signIn(old, 'ada')
  now += 300_000
  // The adapter of this process stays open, like an adapter with a pool of the application.
  const adapter = { ...old.adapter, close: async () => undefined }
  const stays = startProcess({ adapter })
  await stays.close()
  expect(await stays.tokensOfUser(userId, 'acme')).toEqual({ ok: false, reason: 'unavailable' })
  expect(idp.requestCount('/token')).toBe(1)
  expect(await old.tokensOfUser(userId, 'acme')).toMatchObject({ ok: true })
  await old.close()
})

test('close() waits until a sign-in callback in progress has stored the user', async () => {
  const old = startProcess()
  const browser = new Browser(old.handle)
  const callback = idp.authorize(locationOf(await browser.post('/auth/signin/acme')))
  const { arrived, release } = hold('/token', 1)
  const response = browser.send(callback.pathname + callback.search)
  await arrived
  const closing = old.close()
  release()
  expect((await response).status).toBe(302)
  await closing
  const next = startProcess()
  expect(await next.adapter.getUserByAccount({ provider: 'acme', providerAccountId: 'ada' })).not.toBeNull()
  await next.close()
})

test('close() waits for tokens that are being revoked, and for listeners', async () => {
  let hasHeard = false
  const old = startProcess({
    events: {
      async signOut() {
        await new Promise((resolve) => setTimeout(resolve, 100))
        hasHeard = true
      },
    },
  })
  const { userId, browser } = await signIn(old, 'ada')
  const { arrived, release } = hold('/revoke', 1)
  const revoking = old.revokeTokensOfUser(userId)
  const leaving = browser.post('/auth/signout')
  await arrived
  // The removal waits for a second. The revocation continues after it.
  await revoking
  let isClosed = false
  const closing = old.close().then(() => {
    isClosed = true
  })
  await leaving
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(isClosed).toBe(false)
  release()
  await closing
  expect([hasHeard, provider.revokedSubjects.size]).toEqual([true, 1])
})

test('close() stops waiting after 15 seconds, and logs a message', async () => {
  const old = startProcess()
  const { userId } = await signIn(old, 'ada')
  now += 300_000
  const { arrived, release } = hold('/token', 1)
  const refreshed = old.tokensOfUser(userId, 'acme')
  await arrived
  vi.useFakeTimers()
  const begin = Date.now()
  const closing = old.close()
  await vi.runAllTimersAsync()
  await closing
  expect(Date.now() - begin).toBe(15_000)
  expect(old.warned).toEqual([expect.stringMatching(/^close-timeout: .*15 seconds/)])
  vi.useRealTimers()
  release()
  await refreshed
})

test('tokens that the database refused are not stored again after close() has ended', async () => {
  let isDown = false
  let writes = 0
  const old = startProcess()
  const { updateAccountIf } = old.adapter
  old.adapter.updateAccountIf = async (...args) => {
    if (!isDown) return updateAccountIf(...args)
    writes += 1
    throw new Error('database is down')
  }
  const { userId } = await signIn(old, 'ada')
  now += 300_000
  const { arrived, release } = hold('/token', 1)
  const refreshed = old.tokensOfUser(userId, 'acme')
  await arrived
  isDown = true
  vi.useFakeTimers()
  release()
  const closing = old.close()
  await vi.advanceTimersByTimeAsync(15_000)
  await closing
  expect((await refreshed).ok).toBe(true)
  const before = writes
  expect(before).toBeGreaterThan(10)
  await vi.runAllTimersAsync()
  expect(writes).toBe(before)
})

test('close() closes an object once if it is both the adapter and the store', async () => {
  let closed = 0
  const adapter = sqlite(path.join(folder, 'auth.db'))
  const both = {
    ...adapter,
    ...memoryStore(),
    async close() {
      closed += 1
      await adapter.close()
    },
  }
  const options = { secret: SECRET, store: both }
  await app({ providers: [acme()], fetch: idp.fetch, adapter: both, options }).close()
  expect(closed).toBe(1)
})

test('close() closes the store even if the adapter cannot be closed', async () => {
  const closed: string[] = []
  const adapter = {
    ...sqlite(path.join(folder, 'auth.db')),
    close: () => Promise.reject(new Error('The server is down.')),
  }
  const store = { ...memoryStore(), close: () => void closed.push('store') }
  const process = app({ providers: [acme()], fetch: idp.fetch, adapter, options: { secret: SECRET, store } })
  await expect(process.close()).rejects.toThrow('The server is down.')
  expect(closed).toEqual(['store'])
})
