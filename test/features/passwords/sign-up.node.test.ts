import { inspect } from 'node:util'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { Adapter, AdapterUser } from '../../../src/adapters/contract.js'
import { memory } from '../../../src/adapters/memory.js'
import { sqlite } from '../../../src/adapters/sqlite.js'
import type { Feature } from '../../../src/runtime/core/feature.js'
import { redirect } from '../../../src/runtime/core/http/route-result.js'
import { login } from '../../../src/runtime/core/login/login.js'
import type { Exchange } from '../../../src/runtime/core/object-lifetimes.js'
import { memoryStore } from '../../../src/stores/memory.js'
import { faults } from '../../../src/testing.js'
import { Browser, locationOf } from '../../support/browser.js'
import {
  ADA,
  change,
  countedHash,
  OTHER,
  type PasswordAppOptions,
  passwordApp,
  RIGHT,
  signIn,
  storeUser,
} from '../../support/passwords.js'

afterEach(() => void vi.useRealTimers())

const strategies = ['jwt', 'database'] as const
const EVE = 'eve@example.com'

function start(options: PasswordAppOptions = {}) {
  const hash = countedHash()
  const site = passwordApp({ provider: { hash }, ...options })
  const signUp = (browser: Browser, fields: Record<string, string> = {}): Promise<Response> =>
    browser.post('/auth/signup', {
      page: '1',
      email: ADA,
      newPassword: RIGHT,
      callbackUrl: '/inside',
      ...fields,
    })
  const users = async () => (await site.adapter.getUserByEmail?.(ADA)) ?? null
  const signsInWith = async (password: string): Promise<boolean> =>
    locationOf(await signIn(site.browser(), password)).pathname === '/inside'
  /** Opens the newest link, and sends the form of its page. */
  const finish = async (browser: Browser, fields: Record<string, string> = {}): Promise<Response> => {
    const links = site.box.mails.map(({ link }) => link)
    const link = links.filter(({ searchParams }) => searchParams.has('token')).at(-1) ?? site.box.last.link
    const token = link.searchParams.get('token') ?? ''
    return browser.post(link.pathname, { page: '1', token, callbackUrl: '/inside', ...fields })
  }
  return { ...site, hash, signUp, users, signsInWith, finish }
}

/** A database, and work that is done just before it stores the next password. */
function overtaken() {
  const base = memory()
  let meanwhile: (() => Promise<unknown>) | undefined
  const adapter: Adapter = {
    ...base,
    setPasswordIf: async (password, expected) => {
      const work = meanwhile
      meanwhile = undefined
      await work?.()
      return base.setPasswordIf(password, expected)
    },
  }
  const overtake = (work: () => Promise<unknown>): void => {
    meanwhile = work
  }
  return { adapter, overtake }
}

/** A hash, and work that is done once while the next password is hashed. */
function slowHash() {
  let meanwhile: (() => Promise<unknown>) | undefined
  const hash = {
    ...countedHash(),
    async hash(password: string): Promise<string> {
      const work = meanwhile
      meanwhile = undefined
      await work?.()
      return `plain:${password}`
    },
  }
  const runWhileHashing = (work: () => Promise<unknown>): void => {
    meanwhile = work
  }
  return { hash, runWhileHashing }
}

/** A promise that makes one request wait for another. */
function signal() {
  let give: () => void = () => undefined
  const given = new Promise<void>((resolve) => {
    give = resolve
  })
  return { given, give }
}

/** A feature that keeps each login pending, and finishes the login whose `index` is sent to `/auth/second`. */
function secondStep(): Feature {
  const pending: ((exchange: Exchange) => Promise<unknown>)[] = []
  return {
    name: 'second',
    version: 1,
    login: {
      async admit({ identity, options }, app) {
        pending.push((exchange) => login(identity, options, app, exchange))
        return { kind: 'pending', location: '/second' }
      },
    },
    routes: {
      second: {
        provider: 'none',
        async POST({ exchange }) {
          await pending[Number(exchange.body['index'])]?.(exchange)
          return redirect('https://app.test/inside')
        },
      },
    },
  }
}

/** The cookies of a response: name, length of the value, and attributes. */
const shapeOf = (response: Response): readonly string[] =>
  response.headers
    .getSetCookie()
    .map((line) => line.replace(/=([^;]*)/, (_, value: string) => `=${value.length}`))

const textOf = async (response: Response): Promise<string> => (await response.text()).replace(/<[^>]*>/g, ' ')

/** Requests of a mail scanner that opens a link. It sends no form. */
const scans: readonly RequestInit[] = [
  { method: 'HEAD' },
  { headers: { 'sec-purpose': 'prefetch' } },
  { headers: { accept: 'text/html' } },
  {},
]

/** Spellings of Ada's e-mail address in full-width letters. */
const spellings = ['\uff41da@example.com', 'ada@\uff45xample.com']

describe('a sign-up with a password', () => {
  test.each(strategies)(
    'a sign-up with a password stores nothing before the link of its mail is confirmed (%s)',
    async (strategy) => {
      const { browser, signUp, users, finish, box, signsInWith } = start({ strategy })
      const ada = browser()
      expect(locationOf(await signUp(ada)).search).toContain('passwordResult=sent')
      expect(await users()).toBeNull()
      expect(box.last).toMatchObject({ purpose: 'signUp', to: ADA })
      // A mail scanner opens the link.
      const page = await browser().send(box.link)
      expect(page.status).toBe(200)
      expect(await users()).toBeNull()
      const own = await ada.send(box.link)
      expect(await textOf(own)).toContain('Create your account?')
      const done = await finish(ada)
      expect(locationOf(done).pathname).toBe('/inside')
      expect(await users()).toMatchObject({ email: ADA, emailVerified: expect.any(Date) })
      expect(await ada.session()).toMatchObject({ user: { email: ADA } })
      expect(await signsInWith(RIGHT)).toBe(true)
    },
  )

  test('a mail scanner that opens the link of a sign-up does not use it up, and stores nothing', async () => {
    const { browser, signUp, finish, users, box } = start()
    const ada = browser()
    await signUp(ada)
    const scanner = browser()
    for (const scan of scans) {
      const { status } = await scanner.send(box.link, scan)
      expect(status).toBe(scan.method === 'HEAD' ? 405 : 200)
    }
    expect([await users(), await scanner.session()]).toEqual([null, null])
    expect(locationOf(await finish(ada)).pathname).toBe('/inside')
  })

  test('a sign-up that is finished in another browser needs a new password, and drops the first password', async () => {
    const { browser, signUp, finish, signsInWith, box } = start()
    await signUp(browser())
    const phone = browser()
    const page = await phone.send(box.link)
    expect(await page.text()).toContain('autocomplete="new-password"')
    expect(locationOf(await finish(phone)).search).toContain('passwordResult=too-short')
    expect(locationOf(await finish(phone, { newPassword: OTHER })).pathname).toBe('/inside')
    expect([await signsInWith(RIGHT), await signsInWith(OTHER)]).toEqual([false, true])
  })

  test('a sign-up stores the hash in a cookie that no other host can set', async () => {
    const { browser, signUp } = start()
    const [cookie = ''] = (await signUp(browser())).headers
      .getSetCookie()
      .filter((line) => line.includes('-sign-up='))
    expect(cookie).toMatch(/^__Host-/)
    expect(cookie).toMatch(
      /; Path=\/; Secure; HttpOnly; SameSite=Lax|; Path=\/; HttpOnly; Secure; SameSite=Lax/i,
    )
    expect(cookie).not.toMatch(/Domain=/i)
  })

  test('a sign-up ignores the cookie of another sign-up, even one with the same e-mail address', async () => {
    const { handle, signUp, finish, browser, signsInWith } = start()
    const [attacker, owner] = [browser(), browser()]
    await signUp(attacker, { newPassword: OTHER })
    const tossed = attacker.jar.header.split('; ').find((pair) => pair.includes('-sign-up=')) ?? ''
    expect(tossed).toMatch(/^__Host-/)
    await signUp(owner)
    // The browser sends the cookie of the attacker first, before its own.
    const toss: typeof handle = (request) => {
      const headers = new Headers(request.headers)
      headers.set('cookie', `${tossed}; ${headers.get('cookie') ?? ''}`)
      return handle(new Request(request, { headers }))
    }
    const done = await finish(new Browser(toss, owner.origin, owner.jar))
    expect(locationOf(done).pathname).toBe('/inside')
    expect([await signsInWith(RIGHT), await signsInWith(OTHER)]).toEqual([true, false])
  })

  test('an attacker who signs up with the e-mail address of another user never has the password', async () => {
    const { browser, signUp, finish, signsInWith, box } = start()
    const [attacker, owner] = [browser(), browser()]
    await signUp(attacker, { newPassword: OTHER })
    await owner.send(box.link)
    await finish(owner, { newPassword: RIGHT })
    expect([await signsInWith(OTHER), await signsInWith(RIGHT)]).toEqual([false, true])
    expect(await attacker.session()).toBeNull()
  })

  test('on a shared computer, the owner can choose a different password than the attacker who signed up there', async () => {
    const { browser, signUp, finish, signsInWith, box } = start()
    const shared = browser()
    await signUp(shared, { newPassword: OTHER })
    const page = await (await shared.send(box.link)).text()
    const [, other = ''] = /<a class="button" href="([^"]+)">Choose another password</.exec(page) ?? []
    const form = await (await shared.send(other.replaceAll('&amp;', '&'))).text()
    expect(form).toContain('autocomplete="new-password"')
    expect(locationOf(await finish(shared, { newPassword: RIGHT })).pathname).toBe('/inside')
    expect([await signsInWith(OTHER), await signsInWith(RIGHT)]).toEqual([false, true])
  })

  test('only the link of the newest sign-up mail uses the password that was typed last in the browser', async () => {
    const { browser, signUp, finish, box } = start()
    const ada = browser()
    await signUp(ada)
    const first = box.last
    await signUp(ada, { newPassword: OTHER })
    const token = first.link.searchParams.get('token') ?? ''
    expect(locationOf(await finish(ada, { token })).search).toContain('passwordResult=too-short')
  })

  test('the link of a sign-up works once', async () => {
    const { browser, signUp, finish, signsInWith, box } = start()
    const ada = browser()
    await signUp(ada)
    await finish(ada)
    const again = await finish(browser(), { newPassword: OTHER })
    expect(locationOf(again).searchParams.get('error')).toBe('Verification')
    expect([await signsInWith(RIGHT), await signsInWith(OTHER)]).toEqual([true, false])
    const page = await browser().send(box.mails[0]?.link.href ?? '')
    expect(locationOf(page).searchParams.get('error')).toBe('Verification')
  })

  test('a sign-up link sets no password for a user who has signed up with a provider since', async () => {
    const adapter = memory()
    const { browser, signUp, finish, signsInWith } = start({ adapter, withGitHub: true })
    const ada = browser()
    await signUp(ada)
    const { id: userId } = await adapter.createUser({ email: ADA, emailVerified: new Date() })
    await adapter.linkAccount({ provider: 'github', providerAccountId: '1', type: 'oauth', userId })
    for (const browserOfLink of [ada, browser()]) {
      const response = await finish(browserOfLink, { newPassword: OTHER })
      expect(locationOf(response).searchParams.get('error')).toBe('Verification')
    }
    expect(await signsInWith(OTHER)).toBe(false)
    expect(await adapter.getPassword({ userId, tenant: '' })).toBeNull()
  })

  test('a used sign-up link stays invalid after its user has removed the password', async () => {
    const { browser, signUp, finish, signsInWith } = start()
    const ada = browser()
    await signUp(ada)
    await finish(ada)
    expect(await change(ada, { action: 'remove', currentPassword: RIGHT })).toBe('removed')
    const again = await finish(browser(), { newPassword: OTHER })
    expect(locationOf(again).searchParams.get('error')).toBe('Verification')
    expect(await signsInWith(OTHER)).toBe(false)
  })

  test.each([
    ['was deleted', (adapter: Adapter, id: string) => adapter.deleteUser?.(id)],
    [
      'has another e-mail address',
      (adapter: Adapter, id: string) => adapter.updateUser?.({ id, email: EVE }),
    ],
  ])('a used sign-up link stays invalid after its user %s', async (_, leave) => {
    const { adapter, browser, signUp, finish, users } = start()
    await signUp(browser())
    await finish(browser(), { newPassword: RIGHT })
    await leave(adapter, (await users())?.id ?? '')
    const again = await finish(browser(), { newPassword: OTHER })
    expect(locationOf(again).searchParams.get('error')).toBe('Verification')
    expect(await users()).toBeNull()
  })

  test('a sign-up link is used up even if its sign-in was pending', async () => {
    const { adapter, browser, signUp, finish, users } = start({ features: [secondStep()] })
    await signUp(browser())
    const ada = browser()
    await finish(ada, { newPassword: RIGHT })
    await ada.post('/auth/second', { index: '0' })
    expect(await ada.session()).toMatchObject({ user: { email: ADA } })
    await adapter.deleteUser?.((await users())?.id ?? '')
    const again = await finish(browser(), { newPassword: OTHER })
    expect(locationOf(again).searchParams.get('error')).toBe('Verification')
    expect(await users()).toBeNull()
  })

  test.each(strategies)(
    'a sign-up is undone and can be repeated if its link cannot be marked as used (%s)',
    async (strategy) => {
      const store = memoryStore()
      const { set } = store
      let isFull = true
      store.set = async (key, ...entry) => {
        if (isFull && key.startsWith('sign-up-used:')) throw new Error('The store is full.')
        return set(key, ...entry)
      }
      const { browser, signUp, finish, users, signsInWith } = start({ strategy, store })
      const ada = browser()
      await signUp(ada)
      expect((await finish(ada)).status).toBe(503)
      expect([await users(), await ada.session()]).toEqual([null, null])
      isFull = false
      expect(locationOf(await finish(ada)).pathname).toBe('/inside')
      expect(await signsInWith(RIGHT)).toBe(true)
    },
  )

  test('two requests with one sign-up link store one password', async () => {
    const { browser, signUp, finish, signsInWith } = start()
    await signUp(browser())
    const [one, two] = [browser(), browser()]
    await Promise.all([finish(one, { newPassword: RIGHT }), finish(two, { newPassword: OTHER })])
    expect([await signsInWith(RIGHT), await signsInWith(OTHER)].filter(Boolean)).toHaveLength(1)
  })

  test.each(strategies)(
    'of two concurrent requests with one sign-up link, the first to store a password gets the session (%s)',
    async (strategy) => {
      const { adapter, overtake } = overtaken()
      const { browser, signUp, finish, users, signsInWith } = start({ adapter, strategy })
      const [one, two] = [browser(), browser()]
      await signUp(one)
      overtake(() => finish(two, { newPassword: OTHER }))
      await finish(one)
      expect(await users()).toMatchObject({ email: ADA })
      expect(await two.session()).toMatchObject({ user: { email: ADA } })
      expect(await one.session()).toBeNull()
      expect([await signsInWith(RIGHT), await signsInWith(OTHER)]).toEqual([false, true])
    },
  )

  test.each([
    ['deletes the user', (base: Adapter, id: string) => base.deleteUser?.(id)],
    [
      'changes the e-mail address of the user',
      (base: Adapter, id: string) => base.updateUser?.({ id, email: EVE }),
    ],
  ])('a sign-up stores no password if another request meanwhile %s', async (_, change) => {
    const base = memory()
    let step: 'waiting' | 'started' | 'over' = 'waiting'
    const created: AdapterUser[] = []
    const adapter: Adapter = {
      ...base,
      async createUser(user) {
        const stored = await base.createUser(user)
        created.push(stored)
        return stored
      },
      async createSession(session) {
        const stored = await base.createSession(session)
        if (step === 'waiting') step = 'started'
        return stored
      },
      async getUserByEmail(email) {
        const found = await base.getUserByEmail(email)
        if (step !== 'started') return found
        // The first read after the start of the session checks the user of the login.
        step = 'over'
        await change(base, created[0]?.id ?? '')
        created.push(await base.createUser({ email: ADA, emailVerified: null }))
        return found
      },
    }
    const { browser, signUp, finish } = start({ adapter })
    const ada = browser()
    await signUp(ada)
    await finish(ada)
    expect(created).toHaveLength(2)
    for (const { id } of created) expect(await base.getPassword({ userId: id, tenant: '' })).toBeNull()
    expect(await ada.session()).toBeNull()
  })

  test('a sign-up link does not replace a password that the user sets while the link is being used', async () => {
    const adapter = memory()
    const { hash, runWhileHashing } = slowHash()
    const { browser, box, finish, signsInWith } = start({ adapter, provider: { hash } })
    await adapter.createUser({ email: ADA, emailVerified: new Date() })
    const [owner, phone] = [browser(), browser()]
    await owner.post('/auth/signin/mail', { email: ADA, callbackUrl: '/inside' })
    await owner.send(box.link)
    await phone.post('/auth/password', { action: 'forgot', email: ADA, callbackUrl: '/inside' })
    let result: string | undefined
    runWhileHashing(async () => {
      result = await change(owner, { action: 'set', newPassword: OTHER })
    })
    const refused = await finish(phone, { newPassword: RIGHT })
    expect(result).toBe('ok')
    expect(locationOf(refused).searchParams.get('error')).toBe('Verification')
    expect(await phone.session()).toBeNull()
    expect([await signsInWith(RIGHT), await signsInWith(OTHER)]).toEqual([false, true])
  })

  test.each(strategies)(
    'a sign-up link does not sign in if all sign-ins of the user are ended while the password is hashed (%s)',
    async (strategy) => {
      const adapter = memory()
      const { hash, runWhileHashing } = slowHash()
      const site = start({ adapter, strategy, provider: { hash } })
      const { id } = await adapter.createUser({ email: ADA, emailVerified: new Date() })
      const phone = site.browser()
      await phone.post('/auth/password', { action: 'forgot', email: ADA, callbackUrl: '/inside' })
      runWhileHashing(() => site.revokeAll(id))
      await site.finish(phone, { newPassword: RIGHT })
      expect(await phone.session()).toBeNull()
      expect(await adapter.getPassword({ userId: id, tenant: '' })).toBeNull()
    },
  )

  test.each(strategies)(
    'a sign-up link does not work if all sign-ins of the user were ended while the mail was prepared (%s)',
    async (strategy) => {
      const base = memory()
      const { id } = await base.createUser({ email: ADA, emailVerified: new Date() })
      let isEnded = false
      const adapter: Adapter = {
        ...base,
        async getUserByEmail(email) {
          const user = await base.getUserByEmail(email)
          if (!isEnded) await site.revokeAll(id)
          isEnded = true
          return user
        },
      }
      const site = start({ adapter, strategy })
      const phone = site.browser()
      await phone.post('/auth/password', { action: 'forgot', email: ADA, callbackUrl: '/inside' })
      expect(isEnded).toBe(true)
      const refused = await site.finish(phone, { newPassword: RIGHT })
      expect(locationOf(refused).searchParams.get('error')).toBe('Verification')
      expect(await phone.session()).toBeNull()
      expect(await base.getPassword({ userId: id, tenant: '' })).toBeNull()
    },
  )

  test.each(strategies)(
    'a sign-up link does not sign in if all sign-ins of the new user are ended before the session starts (%s)',
    async (strategy) => {
      const base = memory()
      const adapter: Adapter = {
        ...base,
        async createUser(user) {
          const stored = await base.createUser(user)
          await site.revokeAll(stored.id)
          return stored
        },
      }
      const site = start({ adapter, strategy })
      const ada = site.browser()
      await site.signUp(ada)
      await site.finish(ada)
      expect(await ada.session()).toBeNull()
      expect(await site.users()).toBeNull()
    },
  )

  test.each(strategies)(
    'an attacker who ends all sign-ins of an unverified user does not invalidate the sign-up link of the owner (%s)',
    async (strategy) => {
      const adapter = memory()
      const { hash, runWhileHashing } = slowHash()
      const site = start({ adapter, strategy, provider: { hash } })
      const { id } = await storeUser(adapter, `plain:${OTHER}`, { emailVerified: null })
      const owner = site.browser()
      await owner.post('/auth/password', { action: 'forgot', email: ADA, callbackUrl: '/inside' })
      runWhileHashing(() => site.revokeAll(id))
      await site.finish(owner, { newPassword: RIGHT })
      expect(await owner.session()).toMatchObject({ user: { email: ADA } })
      expect([await site.signsInWith(OTHER), await site.signsInWith(RIGHT)]).toEqual([false, true])
    },
  )

  test('refused passwords of a sign-up link do not count as failed attempts', async () => {
    const { browser, signUp, finish } = start({ limits: { account: { max: 2, window: 60 } } })
    await signUp(browser())
    const phone = browser()
    for (let attempt = 0; attempt < 10; attempt++) {
      const refused = await finish(phone, { newPassword: 'passwordpassword' })
      expect(locationOf(refused).searchParams.get('passwordResult')).toBe('common')
    }
    expect(locationOf(await finish(phone, { newPassword: RIGHT })).pathname).toBe('/inside')
  })

  test('wrong passwords at sign-in do not prevent the owner of a sign-up link from choosing a password', async () => {
    const { browser, signUp, finish } = start({ limits: { account: { max: 2, window: 3_600 } } })
    await signUp(browser())
    const attacker = browser()
    for (let guess = 0; guess < 2; guess++) await signIn(attacker, OTHER)
    expect((await signIn(attacker, OTHER)).status).toBe(429)
    const phone = browser()
    expect(locationOf(await finish(phone, { newPassword: RIGHT })).pathname).toBe('/inside')
    // The browser is recognized from now on.
    expect(locationOf(await signIn(phone)).pathname).toBe('/inside')
  })

  test('a sign-up form that is sent twice at the same time signs up once', async () => {
    const { adapter, overtake } = overtaken()
    const { browser, signUp, finish, signsInWith } = start({ adapter })
    const ada = browser()
    await signUp(ada)
    const responses: Response[] = []
    overtake(async () => responses.push(await finish(ada)))
    responses.push(await finish(ada))
    expect(responses.map((response) => locationOf(response).pathname)).toEqual(['/inside', '/inside'])
    expect(await ada.session()).toMatchObject({ user: { email: ADA } })
    expect(await signsInWith(RIGHT)).toBe(true)
  })

  test('a sign-up form that is sent again while its password is written signs up', async () => {
    const base = memory()
    const [secondHasWritten, firstIsFinished] = [signal(), signal()]
    let second: Promise<Response> | undefined
    let writes = 0
    const adapter: Adapter = {
      ...base,
      async setPasswordIf(password, expected) {
        const isStored = await base.setPasswordIf(password, expected)
        if (!isStored) return false
        writes += 1
        if (writes === 1) {
          second = site.finish(ada)
          await secondHasWritten.given
        } else if (writes === 2) {
          secondHasWritten.give()
          await firstIsFinished.given
        }
        return true
      },
    }
    const site = start({ adapter })
    const ada = site.browser()
    await site.signUp(ada)
    const first = await site.finish(ada)
    firstIsFinished.give()
    const responses = [first, (await second) as Response]
    expect(responses.map((response) => locationOf(response).pathname)).toEqual(['/inside', '/inside'])
    expect(await ada.session()).toMatchObject({ user: { email: ADA } })
    expect(await site.signsInWith(RIGHT)).toBe(true)
  })

  test('a pending sign-up does not replace a password that its user has set in the meantime', async () => {
    const { browser, signUp, finish, users, adapter } = start({ features: [secondStep()] })
    await signUp(browser())
    const [earlier, later] = [browser(), browser()]
    await finish(earlier, { newPassword: OTHER })
    await finish(later, { newPassword: RIGHT })
    await later.post('/auth/second', { index: '1' })
    expect(await later.session()).toMatchObject({ user: { email: ADA } })
    await earlier.post('/auth/second', { index: '0' })
    expect(await earlier.session()).toBeNull()
    expect(await later.session()).not.toBeNull()
    const { id = '' } = (await users()) ?? {}
    expect(await adapter.getPassword?.({ userId: id, tenant: '' })).toMatchObject({ hash: `plain:${RIGHT}` })
  })

  test('a user who is deleted while the sign-in by mail is pending is not stored again with the old role', async () => {
    const adapter = sqlite(':memory:', { user: { role: { type: 'text', default: 'member' } } })
    const { browser, users, box } = start({ adapter, features: [secondStep()] })
    const { id } = await adapter.createUser({ email: ADA, emailVerified: new Date(), role: 'admin' })
    const ada = browser()
    await ada.post('/auth/signin/mail', { email: ADA, callbackUrl: '/inside' })
    expect(locationOf(await ada.send(box.link)).pathname).toBe('/second')
    await adapter.deleteUser(id)
    await ada.post('/auth/second', { index: '0' })
    expect(await users()).not.toMatchObject({ role: 'admin' })
  })

  test('a sign-up link that was changed, or is for another origin or tenant, does not work', async () => {
    const { browser, handle, signUp, users, finish, box } = start()
    await signUp(browser())
    const token = box.last.link.searchParams.get('token') ?? ''
    for (const changed of [`${token}x`, token.slice(0, -1), 'x', '']) {
      const response = await finish(browser(), { token: changed, newPassword: OTHER })
      if (changed !== '') expect(locationOf(response).searchParams.get('error')).toBe('Verification')
    }
    const tenant = start({ tenant: 'other' })
    for (const other of [tenant.browser(), new Browser(handle, 'https://other.test')]) {
      const response = await other.post('/auth/signup', { page: '1', token, newPassword: OTHER })
      expect(locationOf(response).searchParams.get('error')).toBe('Verification')
    }
    expect(await users()).toBeNull()
  })

  test.each([
    [3590, '/inside'],
    [3601, '/auth/error'],
  ])('a sign-up link works for one hour: after %i seconds it leads to %s', async (seconds, path) => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const { browser, signUp, finish } = start()
    const ours = browser()
    await signUp(ours)
    vi.setSystemTime(Date.now() + seconds * 1000)
    expect(locationOf(await finish(ours)).pathname).toBe(path)
  })

  test('a sign-up with an existing e-mail address gets the same response, and its owner gets a mail', async () => {
    const { browser, signUp, adapter, box, signsInWith } = start()
    const [fresh, taken] = [browser(), browser()]
    const before = await signUp(fresh, { email: EVE })
    await storeUser(adapter, `plain:${RIGHT}`)
    const after = await signUp(taken, { newPassword: OTHER })
    expect([after.status, after.headers.get('location')]).toEqual([
      before.status,
      before.headers.get('location'),
    ])
    expect([...after.headers.keys()]).toEqual([...before.headers.keys()])
    expect(shapeOf(after)).toEqual(shapeOf(before))
    expect(box.last).toMatchObject({ purpose: 'accountExists', to: ADA })
    expect(box.last.link.searchParams.has('token')).toBe(false)
    expect(box.last.text).toContain('You have an account already. You can choose a new password')
    expect(await signsInWith(RIGHT)).toBe(true)
  })

  test('the mail about an existing account without a password lists the sign-in methods', async () => {
    const adapter = memory()
    const { browser, signUp, box } = start({ adapter, withGitHub: true })
    const user = await adapter.createUser({ email: ADA, emailVerified: new Date() })
    await adapter.linkAccount({ provider: 'github', providerAccountId: '1', type: 'oauth', userId: user.id })
    await signUp(browser())
    expect(box.last.purpose).toBe('accountExists')
    expect(box.last.text).toContain('You have an account already. You sign in with: GitHub.')
    expect(box.last.text).not.toContain('You can choose a new password')
  })

  test.each(spellings)(
    'a sign-up with the spelling %j of an existing e-mail address sends its owner a mail',
    async (email) => {
      const { browser, signUp, adapter, box } = start()
      await storeUser(adapter, `plain:${RIGHT}`)
      await signUp(browser(), { email, newPassword: OTHER })
      expect(box.last).toMatchObject({ purpose: 'accountExists', to: ADA })
    },
  )

  test.each(spellings)(
    'a sign-up with the spelling %j of an existing e-mail address stores no second user if no mail confirms it',
    async (email) => {
      const provider = { hash: countedHash(), verify: false } as const
      const { browser, signUp, adapter, signsInWith } = start({ provider })
      await storeUser(adapter, `plain:${RIGHT}`)
      await signUp(browser(), { email, newPassword: OTHER })
      expect(await adapter.listUsers?.({ limit: 10 })).toHaveLength(1)
      expect([await signsInWith(RIGHT), await signsInWith(OTHER)]).toEqual([true, false])
    },
  )

  test('a sign-up makes the same number of database calls for known and unknown e-mail addresses', async () => {
    const adapter = memory()
    const { calls, target } = faults(adapter)
    const { browser, signUp, hash } = start({ adapter: target })
    await storeUser(adapter, `plain:${RIGHT}`)
    await signUp(browser())
    const known = [...calls]
    await signUp(browser(), { email: EVE })
    expect(known).not.toEqual([])
    expect(calls.slice(known.length)).toEqual(known)
    expect(hash.checked).toEqual([])
  })

  test('a sign-up is refused if sign-ups are closed, and no mail is sent', async () => {
    const { browser, signUp, box } = start({ signUp: 'closed' })
    const response = await signUp(browser())
    expect(locationOf(response).searchParams.get('error')).toBe('AccessDenied')
    const page = await browser().send('/auth/signup')
    expect(locationOf(page).searchParams.get('error')).toBe('AccessDenied')
    expect(await (await browser().send('/auth/signin')).text()).not.toContain('/auth/signup')
    expect(box.mails).toHaveLength(0)
  })

  test('a sign-up link stores no user after sign-ups were closed', async () => {
    const adapter = memory()
    const store = memoryStore()
    const open = start({ adapter, store })
    const closed = start({ adapter, store, signUp: 'closed' })
    await open.signUp(open.browser())
    const token = open.box.last.link.searchParams.get('token') ?? ''
    const form = { page: '1', token, newPassword: RIGHT, callbackUrl: '/inside' }
    const refused = await closed.browser().post('/auth/signup', form)
    expect(locationOf(refused).searchParams.get('error')).toBe('AccessDenied')
    expect(await closed.users()).toBeNull()
    await open.finish(open.browser(), { newPassword: RIGHT })
    expect(await open.users()).not.toBeNull()
  })

  test('while sign-ups are closed, a user whom the application stored can choose a first password by mail', async () => {
    const adapter = memory()
    const { browser, box, finish, signsInWith } = start({ adapter, signUp: 'closed' })
    await adapter.createUser({ email: ADA, emailVerified: null })
    await browser().post('/auth/password', { action: 'forgot', email: EVE, callbackUrl: '/inside' })
    expect(box.mails).toHaveLength(0)
    await browser().post('/auth/password', { action: 'forgot', email: ADA, callbackUrl: '/inside' })
    await finish(browser(), { newPassword: RIGHT })
    expect(await signsInWith(RIGHT)).toBe(true)
  })

  test.each([
    ['short', 'too-short'],
    ['passwordpassword', 'common'],
    ['ada@example.com ada', 'personal'],
  ])('a sign-up refuses the password %s, and says why', async (newPassword, reason) => {
    const { browser, signUp, box } = start()
    const ada = browser()
    const response = await signUp(ada, { newPassword })
    expect(locationOf(response).searchParams.get('passwordResult')).toBe(reason)
    const page = await ada.send(locationOf(response).pathname + locationOf(response).search)
    const html = await page.text()
    expect(html).toContain('role="alert"')
    expect(html).toContain(`value="${ADA}"`)
    expect(html).not.toContain(newPassword)
    expect(box.mails).toHaveLength(0)
  })

  test.each(['', 'ada', 'ada@example.com, eve@example.com'])(
    'a sign-up refuses the e-mail address %j',
    async (email) => {
      const { browser, signUp, box } = start()
      const response = await signUp(browser(), { email })
      expect(locationOf(response).searchParams.get('passwordResult')).toBe('invalidAddress')
      expect(box.mails).toHaveLength(0)
    },
  )

  test('a sign-up that was interrupted after its user was stored can be repeated', async () => {
    const adapter = memory()
    const { browser, signUp, finish, signsInWith } = start({ adapter })
    const ada = browser()
    await signUp(ada)
    const { setPasswordIf } = adapter
    adapter.setPasswordIf = () => Promise.reject(new Error('The database is down.'))
    adapter.deleteUser = () => Promise.reject(new Error('The database is down.'))
    await finish(ada)
    expect(await signsInWith(RIGHT)).toBe(false)
    adapter.setPasswordIf = setPasswordIf
    await signUp(ada)
    expect(locationOf(await finish(ada)).pathname).toBe('/inside')
    expect(await signsInWith(RIGHT)).toBe(true)
  })

  test('sign-up mails to one mailbox are limited before a password is hashed, and the response stays the same', async () => {
    let hashed = 0
    const hash = {
      ...countedHash(),
      hash: (password: string) => `plain:${password}${String(++hashed).slice(1)}`,
    }
    const { browser, signUp, box } = start({
      provider: { hash },
      limits: { mailsPerRecipient: { max: 1, window: 60 } },
    })
    const first = await signUp(browser())
    const second = await signUp(browser())
    expect(second.headers.get('location')).toBe(first.headers.get('location'))
    expect([box.mails.length, hashed]).toEqual([1, 1])
  })

  test.each([
    ['a built-in hash', undefined],
    ['a short hash', () => 'x'.repeat(60)],
    ['the longest hash', () => 'x'.repeat(256)],
    ['a hash of characters with two bytes each', () => 'é'.repeat(128)],
    ['a hash of characters that JSON escapes', () => '"'.repeat(128)],
  ])(
    'a sign-up with %s sets a cookie of the same length whether or not the limit of mails was reached',
    async (_, hash) => {
      const { browser, signUp, box } = start({
        provider: {
          ...(hash && { hash: { ...countedHash(), hash } }),
          signUp: { fields: { name: { label: 'Your name' } } },
        },
        limits: { mailsPerRecipient: { max: 1, window: 60 } },
      })
      const first = await signUp(browser(), { name: 'Ada' })
      const second = await signUp(browser(), { name: 'Ada' })
      expect(shapeOf(first).join()).toMatch(/-sign-up=\d{3,};/)
      expect(shapeOf(second)).toEqual(shapeOf(first))
      expect(box.mails).toHaveLength(1)
    },
  )

  test('a sign-up with a hash of more than 256 bytes fails, and sets no cookie', async () => {
    const { browser, signUp, box, logged } = start({
      provider: { hash: { ...countedHash(), hash: () => 'x'.repeat(257) } },
    })
    const response = await signUp(browser())
    expect(response.headers.getSetCookie().join()).not.toContain('-sign-up=')
    expect(inspect(logged, { depth: 10 })).toContain('must return a string of 1 to 256 bytes.')
    expect(box.mails).toHaveLength(0)
  })

  test('a sign-up shows that a password or field was refused, whether or not the limit of mails was reached', async () => {
    const { browser, signUp } = start({
      provider: { hash: countedHash(), signUp: { fields: { name: { label: 'Your name', required: true } } } },
      limits: { mailsPerRecipient: { max: 1, window: 60 } },
    })
    const results = async (): Promise<readonly unknown[]> => {
      const responses = [
        await signUp(browser(), { name: 'Ada', newPassword: 'short' }),
        await signUp(browser(), { newPassword: RIGHT }),
      ]
      return responses.map((response) => locationOf(response).searchParams.get('passwordResult'))
    }
    const before = await results()
    expect(before).toEqual(['too-short', 'invalidFields'])
    await signUp(browser(), { name: 'Ada' })
    expect(await results()).toEqual(before)
  })

  test('a sign-up logs no password, hash or link', async () => {
    const adapter = memory()
    const { browser, signUp, finish, logged, box } = start({ adapter })
    const ada = browser()
    await signUp(ada)
    adapter.setPasswordIf = async ({ hash }) => {
      throw new Error(`value too long: ('${hash}')`)
    }
    await finish(ada)
    const log = inspect(logged, { depth: 10 })
    expect(log).toContain('value too long')
    expect(log).not.toContain(RIGHT)
    expect(log).not.toContain(box.last.link.searchParams.get('token'))
  })

  test('a sign-up form of another site signs no user up', async () => {
    const { browser, signUp, box } = start()
    await signUp(browser(), { csrfToken: 'wrong' })
    expect(box.mails).toHaveLength(0)
  })

  test('a user in SQLite signs up and signs in', async () => {
    const { browser, signUp, finish, signsInWith } = start({ adapter: sqlite(':memory:') })
    const ada = browser()
    await signUp(ada)
    expect(locationOf(await finish(ada)).pathname).toBe('/inside')
    expect(await signsInWith(RIGHT)).toBe(true)
  })
})

describe('the response to a sign-up while something is broken', () => {
  test.each(['signup', 'password'])(
    '/auth/%s responds with an error if the database is down',
    async (path) => {
      const adapter = memory()
      const { browser, box } = start({ adapter })
      adapter.getUserByEmail = () => Promise.reject(new Error('The database is down.'))
      const fields = { page: '1', action: 'forgot', email: ADA, newPassword: RIGHT }
      const response = await browser().post(`/auth/${path}`, fields)
      expect(response.status === 503 || locationOf(response).searchParams.has('error')).toBe(true)
      expect(box.mails).toHaveLength(0)
    },
  )

  test('a sign-up responds with an error if the hash function fails, even if a policy decides about sign-ups', async () => {
    const hash = { ...countedHash(), hash: () => Promise.reject(new Error('No memory.')) }
    const { browser, signUp, box } = start({ provider: { hash }, signUp: () => true })
    const response = await signUp(browser())
    expect(response.status === 503 || locationOf(response).searchParams.has('error')).toBe(true)
    expect(box.mails).toHaveLength(0)
  })

  test('a sign-up does not reveal that a policy refuses the e-mail address, and sends no mail', async () => {
    const { browser, signUp, box } = start({ signUp: ({ verifiedEmail }) => verifiedEmail !== ADA })
    expect(locationOf(await signUp(browser())).search).toContain('passwordResult=sent')
    expect(box.mails).toHaveLength(0)
    await signUp(browser(), { email: EVE })
    expect(box.mails).toHaveLength(1)
  })
})

describe('a forgotten password', () => {
  const forgot = (browser: Browser, email = ADA): Promise<Response> =>
    browser.post('/auth/password', { page: '1', action: 'forgot', email, callbackUrl: '/inside' })

  test.each(strategies)(
    'a forgotten password is replaced with the link of a mail, which does not sign in the user (%s)',
    async (strategy) => {
      const { browser, adapter, box, finish, signsInWith } = start({ strategy })
      await storeUser(adapter, `plain:${RIGHT}`)
      const ada = browser()
      expect(locationOf(await forgot(ada)).search).toContain('passwordResult=sent')
      expect(box.last).toMatchObject({ purpose: 'resetPassword', to: ADA })
      const { link } = box
      const page = await ada.send(link)
      expect(await page.text()).toContain('autocomplete="new-password"')
      const refused = await finish(ada, { action: 'reset', newPassword: 'short' })
      expect(locationOf(refused).searchParams.get('passwordResult')).toBe('too-short')
      const done = await finish(ada, { action: 'reset', newPassword: OTHER })
      const changed = await textOf(await ada.send(locationOf(done).pathname + locationOf(done).search))
      expect(changed).toContain('Your password is changed')
      expect(changed).not.toContain('Choose a password')
      expect(await ada.session()).toBeNull()
      expect([await signsInWith(RIGHT), await signsInWith(OTHER)]).toEqual([false, true])
      const again = await finish(ada, { action: 'reset', newPassword: RIGHT })
      expect(locationOf(again).searchParams.get('passwordResult')).toBe('invalidLink')
      const used = await textOf(await ada.send(link))
      expect(used).toContain('This link no longer works')
      expect(used).not.toContain('Sign in again')
      expect(used).toContain('Send the link')
    },
  )

  test('a mail scanner that opens the link for a forgotten password does not use it up, and changes nothing', async () => {
    const { browser, adapter, box, finish, signsInWith } = start()
    await storeUser(adapter, `plain:${RIGHT}`)
    await forgot(browser())
    const scanner = browser()
    for (const scan of scans) {
      const { status } = await scanner.send(box.link, scan)
      expect(status).toBe(scan.method === 'HEAD' ? 405 : 200)
    }
    expect(await signsInWith(RIGHT)).toBe(true)
    await finish(browser(), { action: 'reset', newPassword: OTHER })
    expect([await signsInWith(RIGHT), await signsInWith(OTHER)]).toEqual([false, true])
  })

  test('a forgotten password of an unknown e-mail address gets the same response, and no mail is sent', async () => {
    const base = memory()
    const { calls, target } = faults(base)
    const { browser, box, hash } = start({ adapter: target })
    await storeUser(base, `plain:${RIGHT}`)
    await base.createUser({ email: 'mail@example.com', emailVerified: new Date() })
    const outcomes = []
    for (const email of [ADA, EVE, 'mail@example.com']) {
      const before = calls.length
      const response = await forgot(browser(), email)
      outcomes.push({
        status: response.status,
        location: response.headers.get('location'),
        body: await response.text(),
        headers: [...response.headers.keys()],
        cookies: shapeOf(response),
        calls: calls.slice(before),
      })
    }
    expect(outcomes[0]).toMatchObject({ status: 302, calls: expect.arrayContaining(['getPassword']) })
    for (const outcome of outcomes) expect(outcome).toEqual(outcomes[0])
    expect(box.mails.map(({ to }) => to)).toEqual([ADA, 'mail@example.com'])
    expect(hash.checked).toEqual([])
  })

  test('a forgotten password is reported as sent even if the mail fails, and the log has the reason', async () => {
    const { browser, adapter, logged } = start({
      provider: { hash: countedHash(), send: () => Promise.reject(new Error('550 no such mailbox')) },
    })
    await storeUser(adapter, `plain:${RIGHT}`)
    const known = await forgot(browser())
    expect(locationOf(known).search).toContain('passwordResult=sent')
    expect(inspect(logged, { depth: 10 })).toContain('550 no such mailbox')
  })

  test('a user without a password who requests a reset gets a mail with the existing sign-in methods', async () => {
    const adapter = memory()
    const { browser, box } = start({ adapter, withGitHub: true })
    const user = await adapter.createUser({ email: ADA, emailVerified: new Date() })
    await adapter.linkAccount({ provider: 'github', providerAccountId: '1', type: 'oauth', userId: user.id })
    await forgot(browser())
    expect(box.last.purpose).toBe('noPassword')
    expect(box.last.link.searchParams.has('token')).toBe(false)
    expect(box.last.text).toContain('GitHub')
  })

  test('a user with only an account of a removed provider chooses a password by mail', async () => {
    const adapter = memory()
    const { browser, box, finish, signsInWith } = start({ adapter })
    const user = await adapter.createUser({ email: ADA, emailVerified: new Date() })
    await adapter.linkAccount({ provider: 'github', providerAccountId: '1', type: 'oauth', userId: user.id })
    await forgot(browser())
    expect(box.last.purpose).toBe('resetPassword')
    await finish(browser(), { newPassword: RIGHT })
    expect(await signsInWith(RIGHT)).toBe(true)
    expect((await adapter.getUserByEmail(ADA))?.id).toBe(user.id)
  })

  test('a password that a user without a password chooses by mail must not be the name of the user', async () => {
    const adapter = memory()
    const { browser, finish } = start({ adapter })
    await adapter.createUser({ email: ADA, emailVerified: new Date(), name: 'Bartholomew' })
    await forgot(browser())
    const refused = await finish(browser(), { page: '1', newPassword: 'bartholomew1234' })
    expect(locationOf(refused).searchParams.get('passwordResult')).toBe('personal')
  })

  test('a reset by mail for an unverified e-mail address sets the password and removes other logins', async () => {
    const adapter = memory()
    const { browser, box, finish, signsInWith } = start({ adapter })
    await storeUser(adapter, `plain:${OTHER}`, { emailVerified: null })
    const [squatter, owner] = [browser(), browser()]
    await signIn(squatter, OTHER)
    expect(await squatter.session()).not.toBeNull()
    await forgot(owner)
    expect(box.last.link.pathname).toBe('/auth/signup')
    const page = await textOf(await owner.send(box.link))
    expect(page).toContain('All devices that are signed in')
    await finish(owner, { newPassword: RIGHT })
    expect(await squatter.session()).toBeNull()
    expect([await signsInWith(OTHER), await signsInWith(RIGHT)]).toEqual([false, true])
  })

  test.each(strategies)(
    'a reset mail of a user of another tenant sets a password for the tenant of the link (%s)',
    async (strategy) => {
      const adapter = memory()
      const red = start({ adapter, strategy, tenant: 'red' })
      const blue = start({ adapter, strategy, tenant: 'blue' })
      const user = await storeUser(adapter, `plain:${RIGHT}`, { tenant: 'red' })
      // An account of another tenant does not count as an account of this tenant.
      const account = { provider: 'sso:red', providerAccountId: '1', type: 'oidc', userId: user.id } as const
      await adapter.linkAccount(account)
      const atRed = red.browser()
      await signIn(atRed)
      await forgot(blue.browser())
      expect(blue.box.last).toMatchObject({ purpose: 'resetPassword', to: ADA })
      expect(red.box.mails).toHaveLength(0)

      const token = blue.box.last.link.searchParams.get('token') ?? ''
      const form = { page: '1', token, newPassword: OTHER, callbackUrl: '/inside' }
      expect(locationOf(await red.browser().post('/auth/signup', form)).search).toContain(
        'error=Verification',
      )
      const atBlue = blue.browser()
      await blue.finish(atBlue, { newPassword: OTHER })
      expect((await atBlue.session()).user.email).toBe(ADA)
      expect([await blue.signsInWith(OTHER), await blue.signsInWith(RIGHT)]).toEqual([true, false])
      expect([await red.signsInWith(OTHER), await red.signsInWith(RIGHT)]).toEqual([false, true])
      expect((await atRed.session()).user.email).toBe(ADA)
      expect(await adapter.getPassword({ userId: user.id, tenant: 'blue' })).not.toBeNull()
      expect(await adapter.listAccountsByUserId(user.id)).toMatchObject([account])
    },
  )

  test('reset mails that an attacker requested do not invalidate a link of the owner', async () => {
    const { browser, adapter, box, finish, signsInWith } = start()
    await storeUser(adapter, `plain:${RIGHT}`)
    await forgot(browser())
    const token = box.last.link.searchParams.get('token') ?? ''
    await forgot(browser())
    await finish(browser(), { action: 'reset', token, newPassword: OTHER })
    expect(await signsInWith(OTHER)).toBe(true)
  })

  test('an attacker who requests reset mails up to the limit does not prevent a reset mail for a known browser of the owner', async () => {
    const { browser, adapter, box } = start({ limits: { mailsPerRecipient: { max: 1, window: 60 } } })
    await storeUser(adapter, `plain:${RIGHT}`)
    const owner = browser()
    await signIn(owner)
    for (const _ of ['first', 'second']) await forgot(browser())
    expect(box.mails).toHaveLength(1)
    for (const _ of ['first', 'second']) await forgot(owner)
    expect(box.mails).toHaveLength(2)
  })

  test('mails for sign-in, sign-up and reset have separate limits', async () => {
    const { browser, adapter, signUp, box } = start({ limits: { mailsPerRecipient: { max: 1, window: 60 } } })
    await storeUser(adapter, `plain:${RIGHT}`)
    await forgot(browser())
    await forgot(browser())
    await signUp(browser())
    await browser().post('/auth/signin/mail', { email: ADA })
    expect(box.mails.map(({ purpose }) => purpose)).toEqual(['resetPassword', 'accountExists', 'signIn'])
  })

  test.each(['sign-up', 'reset'])(
    'a %s mail that could not be sent does not count towards the limit',
    async (purpose) => {
      let failures = 3
      let sent = 0
      const send = async (): Promise<void> => {
        if (failures-- > 0) throw new Error('The mail server is down.')
        sent++
      }
      const limits = { mailsPerRecipient: { max: 2, window: 60 } }
      const { browser, adapter, signUp } = start({ provider: { hash: countedHash(), send }, limits })
      if (purpose === 'reset') await storeUser(adapter, `plain:${RIGHT}`)
      for (let request = 0; request < 7; request++)
        await (purpose === 'reset' ? forgot(browser()) : signUp(browser()))
      expect(sent).toBe(2)
    },
  )

  test.each(['sign-up', 'reset'])('a %s mail is not counted while the database fails', async (purpose) => {
    let failures = 0
    const stored = memory()
    const adapter: Adapter = {
      ...stored,
      async listAccountsByUserId(userId) {
        if (failures-- > 0) throw new Error('The database is down.')
        return stored.listAccountsByUserId(userId)
      },
    }
    const { browser, signUp, box } = start({ adapter, limits: { mailsPerRecipient: { max: 2, window: 60 } } })
    if (purpose === 'reset') await storeUser(adapter, `plain:${RIGHT}`)
    failures = 3
    for (let request = 0; request < 7; request++)
      await (purpose === 'reset' ? forgot(browser()) : signUp(browser()))
    expect(box.mails).toHaveLength(2)
  })

  test("a sign-up mail that could not be sent is reported with .signUp('open')", async () => {
    const send = async (): Promise<void> => {
      throw new Error('The mail server is down.')
    }
    const { browser, signUp } = start({ provider: { hash: countedHash(), send }, signUp: 'open' })
    expect(locationOf(await signUp(browser())).searchParams.get('error')).toBe('EmailSignInError')
  })

  test('password mails are written in the language of the browser', async () => {
    const { browser, adapter, box } = start()
    await storeUser(adapter, `plain:${RIGHT}`)
    await forgot(browser())
    expect(box.last.subject).toBe('Choose a new password for app.test')
    expect(box.last.html).toContain(box.last.link.href.replaceAll('&', '&amp;'))
  })
})

describe('the "Stay signed in" checkbox of a sign-up', () => {
  const checkbox = 'name="remember" type="checkbox"'

  /** Whether the session cookie of a response ends with the browser. `undefined` without a session cookie. */
  const isBrief = (response: Response): boolean | undefined => {
    const cookie = response.headers.getSetCookie().find((each) => /session-token=[^;]/.test(each))
    return cookie === undefined ? undefined : !cookie.includes('Expires=')
  }

  const pageOf = async (browser: Browser, path: string): Promise<string> => (await browser.send(path)).text()

  test.each([
    ['on', false],
    ['', true],
  ])('the checkbox of the sign-up page applies to the session (remember=%s)', async (remember, brief) => {
    const unverified = start({ remember: true, provider: { hash: countedHash(), verify: false } })
    expect(await pageOf(unverified.browser(), '/auth/signup')).toContain(checkbox)
    expect(isBrief(await unverified.signUp(unverified.browser(), { remember }))).toBe(brief)
  })

  test.each(
    strategies.flatMap((strategy) => [
      { strategy, remember: 'on', brief: false },
      { strategy, remember: '', brief: true },
    ]),
  )(
    'the checkbox of the sign-up page applies to the session after the mail ($strategy, remember=$remember)',
    async ({ strategy, remember, brief }) => {
      const { browser, signUp, finish, box } = start({ strategy, remember: true })
      const owner = browser()
      await signUp(owner, { remember })
      const { pathname, search } = box.last.link
      expect(await pageOf(owner, pathname + search)).not.toContain(checkbox)
      expect(isBrief(await finish(owner))).toBe(brief)
    },
  )

  test('another browser shows the checkbox on the page of the link', async () => {
    for (const [remember, brief] of [
      ['on', false],
      ['', true],
    ] as const) {
      const { browser, signUp, finish, box } = start({ remember: true })
      await signUp(browser(), { remember: 'on' })
      const other = browser()
      const { pathname, search } = box.last.link
      expect(await pageOf(other, pathname + search)).toContain(checkbox)
      expect(isBrief(await finish(other, { newPassword: OTHER, remember }))).toBe(brief)
    }
  })

  test('without the option `remember`, no sign-up page shows the checkbox, and the cookie does not end with the browser', async () => {
    const { browser, signUp, finish, box } = start()
    expect(await pageOf(browser(), '/auth/signup')).not.toContain(checkbox)
    await signUp(browser())
    const { pathname, search } = box.last.link
    expect(await pageOf(browser(), pathname + search)).not.toContain(checkbox)
    expect(isBrief(await finish(browser(), { newPassword: OTHER }))).toBe(false)
  })
})
