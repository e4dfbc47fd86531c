import { setTimeout as sleep } from 'node:timers/promises'
import { createClient } from 'redis'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { credentials } from '../../src/providers/credentials.js'
import { redisStore } from '../../src/stores/redis.js'
import { type App, app } from '../support/app.js'
import { Browser, locationOf } from '../support/browser.js'
import { type PrivateRedis, privateRedis } from '../support/stores/private-redis.js'
import { LONGEST_WAIT, waits } from './support/scenarios.js'

/*
 * docs/deployment.md, "Rotating the secret": three processes are replaced one after the other, in each step, while users sign in, read their
 * sessions at any process, sign out and have all their sessions ended.
 */

const PROCESSES = 3
const OLD = 'the former secret of thirty-two characters'
const NEW = 'the current secret of thirty-two characters'

/** The variables of each step of the page. */
const STEPS = [
  { AUTH_SECRET: OLD },
  { AUTH_SECRET: OLD, AUTH_SECRET_NEXT: NEW },
  { AUTH_SECRET: OLD, AUTH_SECRET_1: NEW },
]

let redis: PrivateRedis
let client: Awaited<ReturnType<typeof connect>>
const connect = () => createClient({ url: redis.url }).connect()

beforeAll(async () => {
  redis = await privateRedis()
  client = await connect()
})
afterAll(async () => {
  client?.destroy()
  await redis?.stop()
})

interface Known {
  readonly browser: Browser
  readonly userId: string
  /** The session is not checked in the state `changing`. */
  state: 'live' | 'ended' | 'changing'
}

test('the documented secret rotation loses no valid session, and restores no revoked session', async () => {
  const warned: string[] = []
  let users = 0
  let ahead = 0
  const startProcess = (environment: Record<string, string>): App => {
    const { handle, ...rest } = app({
      providers: [credentials({ input: { id: {} }, authorize: ({ id }) => ({ id, name: id }) })],
      session: { updateAge: 0 },
      clock: () => Date.now() + ahead,
      environment: { NODE_ENV: 'test', AUTH_URL: 'https://app.test', ...environment },
      options: {
        secret: undefined as never,
        store: redisStore({ client }),
        logger: { error: (error) => void warned.push(error.message), warn: (code) => void warned.push(code) },
      },
    })
    return { handle, ...rest }
  }
  const processes = Array.from({ length: PROCESSES }, () => startProcess(STEPS[0] ?? {}))
  const any = (): App => processes[Math.floor(Math.random() * PROCESSES)] as App
  // The load balancer sends each request to any process.
  const measured = waits()
  const handle = (request: Request): Promise<Response> => measured.timed(any().handle(request))
  const sessions: Known[] = []
  const wrong: string[] = []

  /**
   * By user: how often a revocation of all sessions has started or finished. A sign-in is not checked if this
   * number has changed since the sign-in began.
   */
  const endings = new Map<string, number>()
  const countEnding = (userId: string): void => void endings.set(userId, (endings.get(userId) ?? 0) + 1)

  const signIn = async (): Promise<void> => {
    const userId = `user${users++ % 40}`
    const before = endings.get(userId) ?? 0
    const browser = new Browser(handle)
    const response = await browser.post('/auth/callback/credentials', { id: userId })
    if (before % 2 === 1 || before !== (endings.get(userId) ?? 0)) return
    if (response.status !== 302 || locationOf(response).searchParams.has('error')) wrong.push('no sign-in')
    else sessions.push({ browser, userId, state: 'live' })
  }
  const check = async (known: Known | undefined): Promise<void> => {
    if (!known || known.state === 'changing') return
    const { state } = known
    const session = await known.browser.session()
    if (known.state !== state) return
    if (state === 'live' && session === null) wrong.push('lost')
    if (state === 'ended' && session !== null) wrong.push('resurrected')
  }
  const signOut = async (known: Known | undefined): Promise<void> => {
    if (known?.state !== 'live') return
    known.state = 'changing'
    const copy = new Browser(handle, known.browser.origin, known.browser.jar.clone())
    const response = await known.browser.post('/auth/signout')
    if (response.status !== 302 || locationOf(response).searchParams.has('error')) wrong.push('no sign-out')
    // A copy of the cookie must not stay valid.
    Object.assign(known, { browser: copy, state: 'ended' })
  }
  const revokeAll = async (known: Known | undefined): Promise<void> => {
    if (known?.state !== 'live' || (endings.get(known.userId) ?? 0) % 2 === 1) return
    countEnding(known.userId)
    const all = sessions.filter(({ userId, state }) => userId === known.userId && state === 'live')
    for (const each of all) each.state = 'changing'
    await any().sessions.revokeAll(known.userId)
    for (const each of all) each.state = 'ended'
    countEnding(known.userId)
  }

  let isOver = false
  const one = (): Known | undefined => sessions[Math.floor(Math.random() * sessions.length)]
  const load = async (): Promise<void> => {
    while (!isOver) {
      const number = Math.random()
      if (number < 0.2) await signIn()
      else if (number < 0.25) await signOut(one())
      else if (number < 0.27) await revokeAll(one())
      else await check(one())
      await sleep(5)
    }
  }
  const loads = Array.from({ length: 6 }, load)
  for (const step of STEPS) {
    // The page says to wait between two steps.
    ahead += 3 * 60_000
    for (const index of processes.keys()) {
      const before = processes[index]
      processes[index] = startProcess(step)
      await before?.close()
      await sleep(700)
    }
  }
  isOver = true
  await Promise.all(loads)
  // The old secret is removed once all of its sessions are renewed or have expired.
  for (const known of sessions) await check(known)
  console.table({ sessions: sessions.length, wrong: wrong.length, slowest: measured.slowest })
  expect(sessions.length).toBeGreaterThan(100)
  expect(wrong).toEqual([])
  expect(measured.slowest).toBeLessThanOrEqual(LONGEST_WAIT)
  // A sign-in that begins while all sessions of its user end is refused.
  expect(warned.filter((each) => each !== 'CredentialsSignin')).toEqual([])
}, 60_000)
