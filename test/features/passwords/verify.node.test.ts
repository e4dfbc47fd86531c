import { describe, expect, test } from 'vitest'
import type { Adapter } from '../../../src/adapters/contract.js'
import { memory } from '../../../src/adapters/memory.js'
import { sqlite } from '../../../src/adapters/sqlite.js'
import type { Feature } from '../../../src/runtime/core/feature.js'
import { redirect } from '../../../src/runtime/core/http/route-result.js'
import { login } from '../../../src/runtime/core/login/login.js'
import type { Exchange } from '../../../src/runtime/core/object-lifetimes.js'
import { type Browser, locationOf } from '../../support/browser.js'
import {
  ADA,
  countedHash,
  OTHER,
  type PasswordAppOptions,
  passwordApp,
  RIGHT,
  signIn,
} from '../../support/passwords.js'

function start(options: PasswordAppOptions = {}) {
  const site = passwordApp({ provider: { hash: countedHash(), verify: false }, withMail: false, ...options })
  const signUp = (browser: Browser, fields: Record<string, string> = {}): Promise<Response> =>
    browser.post('/auth/signup', {
      page: '1',
      email: ADA,
      newPassword: RIGHT,
      callbackUrl: '/inside',
      ...fields,
    })
  const user = async () => (await site.adapter.getUserByEmail?.(ADA)) ?? null
  return { ...site, signUp, user }
}

const resultOf = (response: Response): string | null =>
  locationOf(response).searchParams.get('passwordResult')

describe.each([
  ['memory', 'jwt'],
  ['memory', 'database'],
  ['sqlite', 'jwt'],
  ['sqlite', 'database'],
] as const)('a sign-up without a verified e-mail address (%s, %s)', (kind, strategy) => {
  const adapter = () => (kind === 'memory' ? memory() : sqlite(':memory:'))

  test('a sign-up without a verified e-mail address stores the user and the password, and signs in', async () => {
    const { browser, signUp, user, box, logged } = start({ adapter: adapter(), strategy })
    const ada = browser()
    expect(locationOf(await signUp(ada, { email: ' ADA@Example.com' })).href).toBe('https://app.test/inside')
    expect(await ada.session()).toMatchObject({ user: { email: ADA } })
    expect(await user()).toMatchObject({ email: ADA, emailVerified: null })
    expect(locationOf(await signIn(browser())).pathname).toBe('/inside')
    expect(box.mails).toEqual([])
    expect(logged).toEqual([])
  })

  test('a sign-up with `verify: false` does not change an existing user with the e-mail address', async () => {
    const { browser, signUp, user } = start({ adapter: adapter(), strategy })
    await signUp(browser())
    const before = await user()
    const stranger = browser()
    const refused = await signUp(stranger, { newPassword: OTHER })
    expect(resultOf(refused)).toBe('taken')
    const { pathname, search } = locationOf(refused)
    const page = await (await stranger.send(pathname + search)).text()
    expect(page).toContain('There is an account with this email address already.')
    expect(page).toMatch(/name="email"[^>]*value="ada@example.com"/)
    expect(await stranger.session()).toBeNull()
    expect(await user()).toEqual(before)
    expect(locationOf(await signIn(browser(), OTHER)).searchParams.get('error')).toBe('CredentialsSignin')
    expect(locationOf(await signIn(browser())).pathname).toBe('/inside')
  })

  test('one of two concurrent sign-ups without a verified e-mail address gets the account', async () => {
    const { browser, signUp, user, logged } = start({ adapter: adapter(), strategy })
    const [one, other] = [browser(), browser()]
    const responses = await Promise.all([signUp(one), signUp(other, { newPassword: OTHER })])
    const outcomes = responses.map((response) => locationOf(response).pathname)
    expect([...outcomes].sort()).toEqual(['/auth/signup', '/inside'])
    expect(await user()).toMatchObject({ emailVerified: null })
    const passwords = outcomes[0] === '/inside' ? [RIGHT, OTHER] : [OTHER, RIGHT]
    const sessions = outcomes[0] === '/inside' ? [one, other] : [other, one]
    expect(await Promise.all(sessions.map((each) => each.session()))).toMatchObject([
      { user: { email: ADA } },
      null,
    ])
    const signedIn = []
    for (const each of passwords) signedIn.push(locationOf(await signIn(browser(), each)).pathname)
    expect(signedIn).toEqual(['/inside', '/auth/signin'])
    expect(logged).toEqual([])
  })
})

/** A feature that keeps each login pending, until `/second` finishes the one that began last. */
function secondStep(): Feature {
  let finish: ((exchange: Exchange) => Promise<unknown>) | undefined
  return {
    name: 'second',
    version: 1,
    login: {
      async admit({ identity, options }, app) {
        finish = (exchange) => login(identity, options, app, exchange)
        return { kind: 'pending', location: '/second' }
      },
    },
    routes: {
      second: {
        provider: 'none',
        async POST({ exchange }) {
          await finish?.(exchange)
          return redirect('https://app.test/inside')
        },
      },
    },
  }
}

describe('with a feature that keeps a login pending, such as a second factor', () => {
  test('a pending sign-up is finished later, with its password', async () => {
    const { browser, signUp, user } = start({ adapter: sqlite(':memory:'), features: [secondStep()] })
    const ada = browser()
    expect(locationOf(await signUp(ada)).pathname).toBe('/second')
    expect(await ada.session()).toBeNull()
    expect(resultOf(await signUp(browser(), { newPassword: OTHER }))).toBe('taken')
    await ada.post('/auth/second')
    expect(await ada.session()).toMatchObject({ user: { email: ADA } })
    expect(await user()).toMatchObject({ emailVerified: null })
    // The sign-up is finished, so a second attempt does not sign a user in.
    const again = browser()
    await again.post('/auth/second')
    expect(await again.session()).toBeNull()
    expect(locationOf(await signIn(browser())).pathname).toBe('/second')
  })

  test('a pending sign-up that fails in one tab does not delete the user who has signed in in another tab', async () => {
    const base = memory()
    let whileStarting: (() => Promise<unknown>) | undefined
    const adapter: Adapter = {
      ...base,
      async createSession(session) {
        const work = whileStarting
        whileStarting = undefined
        if (!work) return base.createSession(session)
        await work()
        throw new Error('The disk is full.')
      },
    }
    const { browser, signUp, user } = start({ adapter, features: [secondStep()] })
    const [tab, failing] = [browser(), browser()]
    await signUp(tab)
    whileStarting = () => tab.post('/auth/second')
    expect((await failing.post('/auth/second')).status).toBe(503)
    expect(await failing.session()).toBeNull()
    expect(await tab.session()).toMatchObject({ user: { email: ADA } })
    expect(await user()).toMatchObject({ email: ADA })
  })
})

/** Steps of a sign-up. The owner verifies the e-mail address before or after one of them. */
const interrupted = [
  ['jwt', 'createUser'],
  ['jwt', 'setPasswordIf'],
  ['database', 'createUser'],
  ['database', 'createSession'],
  ['database', 'setPasswordIf'],
] as const

describe('an attacker signs up with an e-mail address while the owner verifies it', () => {
  test.each(interrupted)(
    'an attacker who signs up while the owner verifies the e-mail address gets no session and no password (%s, %s)',
    async (strategy, method) => {
      const base = memory()
      let meanwhile: (() => Promise<unknown>) | undefined
      const run = async (): Promise<void> => {
        const work = meanwhile
        meanwhile = undefined
        await work?.()
      }
      const adapter: Adapter = {
        ...base,
        createUser: async (user) => {
          const created = await base.createUser(user)
          if (method === 'createUser') await run()
          return created
        },
        createSession: async (session) => {
          const created = await base.createSession(session)
          if (method === 'createSession') await run()
          return created
        },
        setPasswordIf: async (password, expected) => {
          if (method === 'setPasswordIf') await run()
          return base.setPasswordIf(password, expected)
        },
      }
      const site = start({ adapter, strategy, withMail: true })
      const [owner, stranger] = [site.browser(), site.browser()]
      await owner.post('/auth/signin/mail', { email: ADA, callbackUrl: '/inside' })
      const fields = Object.fromEntries(site.box.last.link.searchParams)
      let proven: Response | undefined
      meanwhile = async () => {
        proven = await owner.post('/auth/callback/mail', { ...fields, earlierLogins: 'remove' })
      }
      await site.signUp(stranger)
      expect(proven && locationOf(proven).pathname).toBe('/inside')
      expect(await stranger.session()).toBeNull()
      expect(locationOf(await signIn(site.browser())).searchParams.get('error')).toBe('CredentialsSignin')
      expect(await owner.session()).toMatchObject({ user: { email: ADA } })
      expect(await site.user()).toMatchObject({ emailVerified: expect.any(Date) })
    },
  )
})

test('a sign-in with a password updates no account', async () => {
  const base = memory()
  const updated: unknown[] = []
  const updateAccount: Adapter['updateAccount'] = async (account) => {
    updated.push(account)
    return base.updateAccount(account)
  }
  const { browser, signUp } = start({ adapter: { ...base, updateAccount } })
  await signUp(browser())
  expect(locationOf(await signIn(browser())).pathname).toBe('/inside')
  expect(updated).toEqual([])
})

test('a sign-up does not take over a stored user who has neither an account nor a password', async () => {
  const site = start()
  await site.adapter.createUser?.({ email: ADA, emailVerified: null })
  expect(resultOf(await site.signUp(site.browser()))).toBe('taken')
})

test('a sign-up with a refused password stores nothing', async () => {
  const { browser, signUp, user } = start()
  expect(resultOf(await signUp(browser(), { newPassword: 'short' }))).toBe('too-short')
  expect(resultOf(await signUp(browser(), { email: 'odd' }))).toBe('invalidAddress')
  expect(await user()).toBeNull()
})

test('the sign-up policy can refuse a sign-up, and receives no verified e-mail address', async () => {
  const asked: unknown[] = []
  const refusing = start({
    signUp: ({ verifiedEmail }) => {
      asked.push(verifiedEmail)
      return false
    },
  })
  const refused = await refusing.signUp(refusing.browser())
  expect(locationOf(refused).searchParams.get('error')).toBe('AccessDenied')
  expect(asked).toEqual([null])
  expect(await refusing.user()).toBeNull()
  const closed = start({ signUp: 'closed' })
  expect(locationOf(await closed.signUp(closed.browser())).searchParams.get('error')).toBe('AccessDenied')
  expect(await closed.user()).toBeNull()
})

test('a password that cannot be stored leaves no user', async () => {
  const base = memory()
  const failing = { ...base, setPasswordIf: () => Promise.reject(new Error('The disk is full.')) }
  const { browser, signUp, user } = start({ adapter: failing })
  const ada = browser()
  await signUp(ada)
  expect(await user()).toBeNull()
  expect(await ada.session()).toBeNull()
})

test('sign-ups without verification are rate-limited', async () => {
  const { browser, signUp } = start({ limits: { account: { max: 2, window: 60 } } })
  await signUp(browser())
  for (const _ of [1, 2]) await signUp(browser(), { newPassword: OTHER })
  expect((await signUp(browser(), { newPassword: OTHER })).status).toBe(429)
})

test('refused passwords and fields of a sign-up without verification do not count as failed attempts', async () => {
  const { browser, signUp } = start({
    provider: {
      hash: countedHash(),
      verify: false,
      signUp: { fields: { name: { label: 'Your name', required: true } } },
    },
    limits: { account: { max: 2, window: 60 } },
  })
  const ada = browser()
  for (let attempt = 0; attempt < 5; attempt++) {
    expect(resultOf(await signUp(ada, { name: 'Ada', newPassword: 'passwordpassword' }))).toBe('common')
    expect(resultOf(await signUp(ada))).toBe('invalidFields')
  }
  expect(locationOf(await signUp(ada, { name: 'Ada' })).pathname).toBe('/inside')
})

test('without a mail provider, no page offers to send a mail', async () => {
  const { browser, user } = start()
  const ada = browser()
  expect(await (await ada.send('/auth/signin')).text()).not.toContain('Forgot')
  expect(locationOf(await ada.send('/auth/password')).pathname).toBe('/auth/signin')
  const sent = await ada.post('/auth/password', { page: '1', action: 'forgot', email: ADA })
  expect(sent.status).toBe(404)
  expect(await user()).toBeNull()
})

test('the first verification of an e-mail address by mail lists the password of an earlier sign-up without verification', async () => {
  const site = start({ withMail: true })
  const stranger = site.browser()
  await site.signUp(stranger, { newPassword: OTHER })
  const owner = site.browser()
  await owner.post('/auth/signin/mail', { email: ADA })
  const page = await (await owner.send(site.box.link)).text()
  expect(page).toContain('the address was never confirmed')
  const fields = Object.fromEntries(site.box.last.link.searchParams)
  await owner.post('/auth/callback/mail', { ...fields, earlierLogins: 'remove' })
  expect(await stranger.session()).toBeNull()
  expect(locationOf(await signIn(site.browser(), OTHER)).searchParams.get('error')).toBe('CredentialsSignin')
})
