import { afterEach, describe, expect, test, vi } from 'vitest'
import { memory } from '../../../src/adapters/memory.js'
import type { Store } from '../../../src/stores/contract.js'
import { memoryStore } from '../../../src/stores/memory.js'
import type { Browser } from '../../support/browser.js'
import { type PasswordAppOptions, passwordApp, RIGHT, storeUser } from '../../support/passwords.js'
import { clocks, distance, repeatableRandom, timed, varyingTime } from '../../support/response-time.js'

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const HASH_MS = 30

const later = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds))

const slowHash = {
  async hash(password: string): Promise<string> {
    await later(HASH_MS)
    return `plain:${password}`
  },
  verify: (password: string, stored: string) => stored === `plain:${password}`,
}

/** One e-mail address of each kind. Responses must not show the kind. */
const kinds = {
  unknown: 'unknown@example.com',
  withPassword: 'password@example.com',
  withAccount: 'account@example.com',
  byMail: 'mail@example.com',
  unverified: 'unverified@example.com',
}

/** A site with a user of each kind, whose mails take `mailMs` milliseconds, or fail after them. */
async function siteOfKinds(
  mail: { readonly mailMs: number | (() => number); readonly fails?: boolean },
  options: PasswordAppOptions = {},
) {
  const adapter = memory()
  const site = passwordApp({
    adapter,
    provider: {
      hash: slowHash,
      async send() {
        await later(typeof mail.mailMs === 'number' ? mail.mailMs : mail.mailMs())
        if (mail.fails) throw new Error('No mail server.')
      },
    },
    ...options,
  })
  await storeUser(adapter, `plain:${RIGHT}`, { email: kinds.withPassword })
  await storeUser(adapter, `plain:${RIGHT}`, { email: kinds.unverified, emailVerified: null })
  await adapter.createUser({ email: kinds.byMail, emailVerified: new Date() })
  const { id: userId } = await adapter.createUser({ email: kinds.withAccount, emailVerified: new Date() })
  await adapter.linkAccount({ provider: 'github', providerAccountId: '1', type: 'oauth', userId })
  return site
}

const flows = {
  'a sign-in by mail': (browser: Browser, email: string) =>
    browser.post('/auth/signin/mail', { email, callbackUrl: '/inside' }),
  'a sign-up': (browser: Browser, email: string) =>
    browser.post('/auth/signup', { page: '1', email, newPassword: RIGHT, callbackUrl: '/inside' }),
  'a forgotten password': (browser: Browser, email: string) =>
    browser.post('/auth/password', { page: '1', action: 'forgot', email, callbackUrl: '/inside' }),
}

/** Milliseconds until the response to a new browser. */
async function took(site: Awaited<ReturnType<typeof siteOfKinds>>, flow: keyof typeof flows, email: string) {
  return (await timed(flows[flow](site.browser(), email))).took
}

/** Loads the modules of a flow with another site, so that loading does not affect the measured times. */
async function loadModules(flow: keyof typeof flows): Promise<void> {
  await flows[flow]((await siteOfKinds({ mailMs: 1 })).browser(), kinds.withPassword)
}

/** Milliseconds until the response for each kind of e-mail address. */
async function timesOf(site: Awaited<ReturnType<typeof siteOfKinds>>, flow: keyof typeof flows) {
  const times: Record<string, number> = {}
  await loadModules(flow)
  vi.useFakeTimers(clocks)
  // Several mails, so that the usual times of a policy and of a mail are known. A single measured time would be randomized.
  for (const name of ['one', 'two']) await took(site, flow, `${name}@example.org`)
  for (let mails = 0; mails < 2; mails++) {
    await took(site, flow, kinds.withPassword)
    // A slow store saves the measured time only after the response was sent.
    await vi.advanceTimersByTimeAsync(100)
  }
  for (const [kind, email] of Object.entries(kinds)) times[kind] = await took(site, flow, email)
  return times
}

const mailTimes = [1, 40, 500]
const each = (milliseconds: number): Record<string, number> =>
  Object.fromEntries(Object.keys(kinds).map((kind) => [kind, milliseconds]))

describe('the response time does not reveal whether a user has the e-mail address', () => {
  test.each(mailTimes)(
    'a sign-up takes the same time for every e-mail address if a mail takes %i ms',
    async (mailMs) => {
      expect(await timesOf(await siteOfKinds({ mailMs }), 'a sign-up')).toEqual(each(HASH_MS + mailMs))
    },
  )

  test.each(mailTimes)(
    'a forgotten password takes the same time for every e-mail address if a mail takes %i ms',
    async (mailMs) => {
      expect(await timesOf(await siteOfKinds({ mailMs }), 'a forgotten password')).toEqual(each(mailMs))
    },
  )

  test.each([
    ['a sign-up', HASH_MS + 40],
    ['a sign-in by mail', 0],
  ] as const)(
    '%s takes the same time for every e-mail address if a policy takes 300 ms',
    async (flow, others) => {
      const signUp = async (): Promise<boolean> => {
        await later(300)
        return true
      }
      expect(await timesOf(await siteOfKinds({ mailMs: 40 }, { signUp }), flow)).toEqual(each(300 + others))
    },
  )

  test.each(Object.keys(flows) as (keyof typeof flows)[])(
    '%s takes the same time before and after the limit of mails was reached',
    async (flow) => {
      const site = await siteOfKinds(
        { mailMs: 40 },
        { limits: { mailsPerRecipient: { max: 2, window: 60 } } },
      )
      const first = await timesOf(site, flow)
      const later = { ...first }
      for (const [kind, email] of Object.entries(kinds)) {
        await took(site, flow, email)
        later[kind] = await took(site, flow, email)
      }
      expect(later).toEqual(first)
    },
  )

  test.each([1, 40, 500])(
    'a forgotten password takes the same time for every e-mail address if a mail fails after %i ms',
    async (mailMs) => {
      const site = await siteOfKinds({ mailMs, fails: true })
      expect(await timesOf(site, 'a forgotten password')).toEqual(each(mailMs))
    },
  )

  test.each([
    ['takes', false],
    ['fails after', true],
  ])(
    'a sign-up takes the same time for an e-mail address that a policy refuses if a mail %s 500 ms',
    async (_, fails) => {
      const site = await siteOfKinds({ mailMs: 500, fails }, { signUp: () => false })
      expect(await timesOf(site, 'a sign-up')).toEqual(each(HASH_MS + 500))
    },
  )

  test.each([
    ['a forgotten password', kinds.withPassword, kinds.unknown],
    ['a sign-up', kinds.withPassword, kinds.unknown],
  ] as const)(
    'response times of %s vary in the same way with and without a mail',
    async (flow, sent, withheld) => {
      const limits = { mailsPerRecipient: false, mailsPerClient: false }
      const site = await siteOfKinds({ mailMs: varyingTime() }, { limits, signUp: () => false })
      await loadModules(flow)
      repeatableRandom()
      vi.useFakeTimers(clocks)
      const times = async (email: string): Promise<number[]> => {
        const all: number[] = []
        for (let round = 0; round < 64; round++) all.push(await took(site, flow, email))
        return all
      }
      const withMail = await times(sent)
      const without = await times(withheld)
      expect(distance(withMail, without)).toBeLessThan(0.25)
      // The times of the last mails are not repeated one by one.
      expect(new Set(without).size).toBeGreaterThan(32)
    },
  )

  test('response times without a mail vary even if only one mail was sent before', async () => {
    const limits = { mailsPerRecipient: false, mailsPerClient: false }
    const site = await siteOfKinds({ mailMs: 400 }, { limits })
    await loadModules('a forgotten password')
    repeatableRandom()
    vi.useFakeTimers(clocks)
    const times = async (): Promise<number[]> => {
      const all: number[] = []
      for (let round = 0; round < 8; round++)
        all.push(await took(site, 'a forgotten password', kinds.unknown))
      return all
    }
    const before = await times()
    await took(site, 'a forgotten password', kinds.withPassword)
    const after = await times()
    for (const all of [before, after]) expect(new Set(all).size).toBeGreaterThan(4)
    expect(Math.min(...after)).toBeGreaterThanOrEqual(300)
    expect(Math.max(...after)).toBeLessThanOrEqual(500)
  })

  test('a sign-up takes the same time for every e-mail address if a policy refuses after 80 ms', async () => {
    const site = await siteOfKinds({ mailMs: 40 }, { signUp: () => later(80).then(() => false) })
    expect(await timesOf(site, 'a sign-up')).toEqual(each(HASH_MS + 80 + 40))
  })

  test.each(Object.keys(flows) as (keyof typeof flows)[])(
    '%s takes the same time for every e-mail address if the store is slow',
    async (flow) => {
      const site = await siteOfKinds({ mailMs: 400 }, { store: slowStore(20) })
      const { unknown, ...known } = await timesOf(site, flow)
      expect(known).toEqual({ ...each(known['withPassword'] ?? 0), unknown: undefined })
      expect(unknown).toBe(known['withPassword'])
    },
  )

  test.each(['a sign-up', 'a sign-in by mail'] as const)(
    '%s takes the same time for every e-mail address if the store is slower than a policy',
    async (flow) => {
      const site = await siteOfKinds({ mailMs: 400 }, { store: slowStore(20), signUp: () => true })
      const times = await timesOf(site, flow)
      expect(times).toEqual(each(times['unknown'] ?? 0))
    },
  )
})

/** A store like one over a network, whose methods each take some milliseconds. */
function slowStore(milliseconds: number): Store {
  const store = memoryStore()
  return {
    get: (...all) => later(milliseconds).then(() => store.get(...all)),
    set: (...all) => later(milliseconds).then(() => store.set(...all)),
    consume: (...all) => later(milliseconds).then(() => store.consume(...all)),
    increment: (...all) => later(milliseconds).then(() => store.increment(...all)),
    compareAndSet: (...all) => later(milliseconds).then(() => store.compareAndSet(...all)),
  }
}
