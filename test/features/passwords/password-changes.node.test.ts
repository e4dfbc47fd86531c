import { inspect } from 'node:util'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { AdapterUser } from '../../../src/adapters/contract.js'
import { memory } from '../../../src/adapters/memory.js'
import { pg } from '../../../src/adapters/pg.js'
import { memoryStore } from '../../../src/stores/memory.js'
import { emptyDatabase, poolOn } from '../../adapters/pg/support.js'
import { type Browser, locationOf } from '../../support/browser.js'
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
import { postgres } from '../../support/stores/postgres.js'

afterEach(() => void vi.useRealTimers())

const strategies = ['jwt', 'database'] as const
const THIRD = 'six geese cross the road'

async function start(options: PasswordAppOptions = {}) {
  const hash = countedHash()
  const site = passwordApp({ provider: { hash }, ...options })
  const ada = await storeUser(site.adapter, `plain:${RIGHT}`)
  const signedIn = async (password = RIGHT): Promise<Browser> => {
    const browser = site.browser()
    await signIn(browser, password)
    return browser
  }
  const signsInWith = async (password: string): Promise<boolean> =>
    locationOf(await signIn(site.browser(), password)).pathname === '/inside'
  return { ...site, ada, hash, signedIn, signsInWith }
}

/** The session cookie that a response sets; empty if it sets none. */
const sessionCookie = (response: Response): string =>
  response.headers.getSetCookie().find((each) => /session-token=[^;]/.test(each)) ?? ''

const isSignedIn = async (browser: Browser): Promise<boolean> => (await browser.session()) !== null

describe('a change of the password', () => {
  const fields = { action: 'change', currentPassword: RIGHT, newPassword: OTHER }

  test.each(strategies)(
    'a change of the password ends all other sessions, and keeps this browser signed in (%s)',
    async (strategy) => {
      const { signedIn, signsInWith } = await start({ strategy })
      const [owner, other] = [await signedIn(), await signedIn()]
      const before = owner.jar.header
      expect(await change(owner, fields)).toBe('ok')
      expect([await isSignedIn(owner), await isSignedIn(other)]).toEqual([true, false])
      expect(owner.jar.header).not.toBe(before)
      expect([await signsInWith(RIGHT), await signsInWith(OTHER)]).toEqual([false, true])
    },
  )

  test.each(strategies)(
    'a change of the password keeps the choice to stay signed in (%s)',
    async (strategy) => {
      const { browser } = await start({ strategy, remember: true })
      for (const [remember, password, next] of [
        ['on', RIGHT, OTHER],
        ['', OTHER, RIGHT],
      ] as const) {
        const owner = browser()
        await owner.post('/auth/callback/password', { email: ADA, password, remember })
        const changed = { action: 'change', currentPassword: password, newPassword: next }
        const cookie = sessionCookie(await owner.post('/auth/password', changed))
        expect(cookie).toContain('session-token=')
        expect(cookie.includes('Expires=')).toBe(remember === 'on')
      }
    },
  )

  test.each(strategies)(
    'a change of the password ends a session that starts during the change (%s)',
    async (strategy) => {
      const adapter = memory()
      const { signedIn } = await start({ adapter, strategy })
      const { setPasswordIf } = adapter
      const owner = await signedIn()
      let thief: Browser | undefined
      adapter.setPasswordIf = async (password, expected) => {
        thief ??= await signedIn()
        expect(await isSignedIn(thief)).toBe(true)
        return setPasswordIf(password, expected)
      }
      expect(await change(owner, fields)).toBe('ok')
      expect(thief && (await isSignedIn(thief))).toBe(false)
    },
  )

  test('a change of the password leaves no earlier session if the process dies after replacing the password', async () => {
    const adapter = memory()
    const { signedIn, signsInWith } = await start({ adapter })
    const { setPasswordIf } = adapter
    const [owner, thief] = [await signedIn(), await signedIn()]
    adapter.setPasswordIf = async (password, expected) => {
      const isSet = await setPasswordIf(password, expected)
      adapter.deleteSessionsByUserId = () => new Promise(() => undefined)
      throw isSet ? new Error('The process died.') : new Error('The password was not replaced.')
    }
    await change(owner, fields)
    expect([await isSignedIn(owner), await isSignedIn(thief)]).toEqual([false, false])
    expect(await signsInWith(OTHER)).toBe(true)
  })

  test('a change of the password logs neither a hash nor a password, even if a database error contains them', async () => {
    const adapter = memory()
    const { signedIn, logged } = await start({ adapter })
    adapter.setPasswordIf = async ({ hash }) => {
      throw new Error(`value too long: ('${hash}')`)
    }
    await change(await signedIn(), fields)
    const log = inspect(logged, { depth: 10 })
    expect(log).toContain('value too long')
    for (const secret of [RIGHT, OTHER]) expect(log).not.toContain(secret)
  })

  test('a change of the password requires the current password, so a stolen session cannot change it', async () => {
    const { signedIn, signsInWith } = await start()
    const thief = await signedIn()
    for (const currentPassword of ['', OTHER, 'x'.repeat(5_000)]) {
      expect(await change(thief, { ...fields, currentPassword })).toBe('wrongPassword')
    }
    expect([await signsInWith(RIGHT), await signsInWith(OTHER)]).toEqual([true, false])
  })

  test('when a password is changed, guesses at the current password are limited before anything is hashed', async () => {
    const { signedIn, hash } = await start({ limits: { browser: { max: 2, window: 60 } } })
    const thief = await signedIn()
    for (const currentPassword of ['one', 'two']) await change(thief, { ...fields, currentPassword })
    hash.checked.length = 0
    const response = await thief.post('/auth/password', fields)
    expect(response.status).toBe(429)
    expect(hash.checked).toEqual([])
  })

  test.each([
    ['short', 'too-short'],
    ['x'.repeat(5_000), 'too-long'],
    ['passwordpassword', 'common'],
    ['ada@example.com ada', 'personal'],
  ])('a change of the password refuses the new password "%s"', async (newPassword, reason) => {
    const { signedIn, signsInWith } = await start()
    const owner = await signedIn()
    expect(await change(owner, { ...fields, newPassword })).toBe(reason)
    expect([await isSignedIn(owner), await signsInWith(RIGHT)]).toEqual([true, true])
  })

  test('a change of the password redirects to the custom account page with its result', async () => {
    const { signedIn } = await start({ account: '/settings' })
    const owner = await signedIn()
    const { pathname, searchParams } = locationOf(await owner.post('/auth/password', fields))
    expect([pathname, searchParams.get('passwordResult')]).toEqual(['/settings', 'ok'])
  })

  test('a removal of the password redirects to the custom account page with its result', async () => {
    const { signedIn } = await start({ account: '/settings' })
    const removed = await (await signedIn()).post('/auth/password', {
      action: 'remove',
      currentPassword: RIGHT,
    })
    expect(locationOf(removed).searchParams.get('passwordResult')).toBe('removed')
  })

  test('a change of the password needs a session, the CSRF token and a known action', async () => {
    const { browser, signedIn } = await start()
    expect(await change(browser(), fields)).toBe('/auth/signin')
    const owner = await signedIn()
    const forged = await owner.post('/auth/password', { ...fields, csrfToken: 'wrong' })
    expect(forged.headers.get('location') ?? forged.status).not.toContain('passwordResult')
    expect((await owner.post('/auth/password', { action: 'other' })).status).toBe(400)
  })

  test('of two concurrent changes with the same current password, only one succeeds', async () => {
    const { signedIn, signsInWith } = await start()
    const [first, second] = [await signedIn(), await signedIn()]
    const results = await Promise.all([
      change(first, fields),
      change(second, { ...fields, newPassword: THIRD }),
    ])
    expect(results.filter((result) => result === 'ok').length).toBeLessThanOrEqual(1)
    const works = [await signsInWith(RIGHT), await signsInWith(OTHER), await signsInWith(THIRD)]
    expect(works.filter(Boolean)).toHaveLength(1)
    expect(works[0]).toBe(false)
  })

  test('of two overlapping changes of the password, the later is refused and sends no mail', async () => {
    const adapter = memory()
    const { signedIn, ada, box } = await start({ adapter })
    const owner = await signedIn()
    const { setPasswordIf } = adapter
    adapter.setPasswordIf = async (password, expected) => {
      const another = { ...password, userId: ada.id, hash: `plain:${THIRD}`, epoch: 'of the other change' }
      await setPasswordIf(another, expected)
      return setPasswordIf(password, expected)
    }
    expect(await change(owner, fields)).toBe('changed')
    expect(box.mails).toEqual([])
  })

  test('if callbacks.signIn redirects after a change of the password, the browser goes to that path', async () => {
    const adapter = memory()
    let isStrict = false
    const { signedIn, signsInWith } = await start({
      adapter,
      callbacks: { signIn: () => (isStrict ? '/second-factor' : true) },
    })
    const owner = await signedIn()
    isStrict = true
    expect(await change(owner, fields)).toBe('/second-factor')
    expect(await isSignedIn(owner)).toBe(false)
    isStrict = false
    expect(await signsInWith(OTHER)).toBe(true)
  })

  test.each(strategies)(
    'guesses by an attacker do not lock out the browser in which the password was changed (%s)',
    async (strategy) => {
      const { browser, signedIn } = await start({ strategy, limits: { account: { max: 3, window: 60 } } })
      const owner = await signedIn()
      expect(await change(owner, fields)).toBe('ok')
      for (let guess = 0; guess < 5; guess++) await signIn(browser(), `guess ${guess}`)
      expect((await signIn(browser(), OTHER)).status).toBe(429)
      expect(locationOf(await signIn(owner, OTHER)).pathname).toBe('/inside')
    },
  )

  test('a stored hash that cannot be checked is logged when the current password is checked', async () => {
    const { signedIn, adapter, ada, logged } = await start({
      provider: {
        hash: {
          hash: (password) => `plain:${password}`,
          verify: (password, stored) => (stored.startsWith('plain:') ? stored.endsWith(password) : undefined),
        },
      },
    })
    const owner = await signedIn()
    const stored = await adapter.getPassword?.({ userId: ada.id, tenant: '' })
    if (stored) await adapter.setPasswordIf?.({ ...stored, hash: 'of an unknown format' }, stored.epoch)
    expect(await change(owner, fields)).toBe('wrongPassword')
    expect(logged.map(({ message }) => message)).toEqual([
      'A stored password hash has an unknown format. It is not checked.',
    ])
  })
})

describe('a first password', () => {
  const first = { action: 'set', newPassword: OTHER }

  /** Ada is signed in by another method, and her password is removed. */
  async function withoutPassword(options: PasswordAppOptions = {}) {
    const site = await start(options)
    const owner = await site.signedIn()
    const stored = await site.adapter.getPassword?.({ userId: site.ada.id, tenant: '' })
    if (stored) await site.adapter.deletePasswordIf?.(stored, stored.epoch)
    return { ...site, owner }
  }

  test.each(strategies)('a first password is set after a recent sign-in (%s)', async (strategy) => {
    const { owner, signsInWith } = await withoutPassword({ strategy })
    expect(await change(owner, first)).toBe('ok')
    expect([await isSignedIn(owner), await signsInWith(OTHER)]).toEqual([true, true])
    expect(await change(owner, { ...first, newPassword: THIRD })).toBe('hasPassword')
    expect(await signsInWith(THIRD)).toBe(false)
  })

  test('a first password is refused if the user has no e-mail address or already has a password', async () => {
    const { signedIn, adapter, ada } = await start()
    const owner = await signedIn()
    expect(await change(owner, { action: 'set', newPassword: OTHER })).toBe('hasPassword')
    await adapter.updateUser?.({ id: ada.id, email: null, emailVerified: null })
    expect(await change(owner, { action: 'set', newPassword: OTHER })).toBe('notFound')
  })

  test('a first password follows the same rules as any other password', async () => {
    const { owner } = await withoutPassword()
    expect(await change(owner, { ...first, newPassword: 'short' })).toBe('too-short')
  })

  test('a first password is removed again if the session ends while it is stored', async () => {
    const adapter = memory()
    const { setPasswordIf } = adapter
    const { owner, ada, signsInWith } = await withoutPassword({ adapter })
    adapter.setPasswordIf = async (password, expected) => {
      await adapter.deleteLoginsByUserId(ada.id)
      return setPasswordIf(password, expected)
    }
    expect(await change(owner, first)).toBe('/auth/signin')
    expect(await signsInWith(OTHER)).toBe(false)
  })
})

describe('a removal of the password', () => {
  const removal = { action: 'remove', currentPassword: RIGHT }
  const account = { type: 'oidc', provider: 'acme', providerAccountId: '1' } as const

  test('a removal of the password requires the password and another sign-in method', async () => {
    const { signedIn, signsInWith, ada, adapter } = await start()
    await adapter.updateUser?.({ id: ada.id, emailVerified: null })
    const owner = await signedIn()
    expect(await change(owner, { ...removal, currentPassword: OTHER })).toBe('wrongPassword')
    expect(await change(owner, removal)).toBe('lastSignInMethod')
    await adapter.linkAccount?.({ ...account, userId: ada.id })
    // A provider that is not configured does not count as a sign-in method.
    expect(await change(owner, removal)).toBe('lastSignInMethod')
    expect(await signsInWith(RIGHT)).toBe(true)
  })

  test('a password can be removed if mail is another sign-in method', async () => {
    const { signedIn, signsInWith } = await start()
    const owner = await signedIn()
    expect(await change(owner, removal)).toBe('removed')
    expect([await isSignedIn(owner), await signsInWith(RIGHT)]).toEqual([true, false])
    expect(await change(owner, removal)).toBe('notFound')
  })

  test('a refused removal of the password sends no mail, and a successful removal sends one', async () => {
    const { signedIn, adapter, ada, box } = await start()
    await adapter.updateUser?.({ id: ada.id, emailVerified: null })
    const owner = await signedIn()
    expect(await change(owner, removal)).toBe('lastSignInMethod')
    expect(box.mails).toEqual([])
    await adapter.updateUser?.({ id: ada.id, emailVerified: new Date() })
    expect(await change(owner, removal)).toBe('removed')
    await expect.poll(() => box.mails).toHaveLength(1)
  })

  test('a removed password is restored if the other sign-in method is removed at the same moment', async () => {
    const adapter = memory()
    const { signedIn, signsInWith, ada } = await start({ adapter, withGitHub: true })
    const { deletePasswordIf } = adapter
    adapter.deletePasswordIf = async (key, expected) => {
      await adapter.unlinkAccount({ provider: 'github', providerAccountId: '1' })
      return deletePasswordIf(key, expected)
    }
    await adapter.linkAccount({ type: 'oauth', provider: 'github', providerAccountId: '1', userId: ada.id })
    await adapter.updateUser({ id: ada.id, emailVerified: null })
    expect(await change(await signedIn(), removal)).toBe('lastSignInMethod')
    expect(await signsInWith(RIGHT)).toBe(true)
  })

  test('a removal of a password that another request changes at the same moment is refused', async () => {
    const adapter = memory()
    const { deletePasswordIf, getPassword, setPasswordIf } = adapter
    adapter.deletePasswordIf = async (key, expected) => {
      const stored = await getPassword(key)
      if (stored) await setPasswordIf({ ...stored, hash: `plain:${OTHER}`, epoch: 'changed' }, stored.epoch)
      return deletePasswordIf(key, expected)
    }
    const { signedIn, signsInWith } = await start({ adapter })
    expect(await change(await signedIn(), removal)).toBe('changed')
    expect(await signsInWith(OTHER)).toBe(true)
  })

  test('the adapter receives only the key of a password that is deleted', async () => {
    const adapter = memory()
    const { deletePasswordIf, getPassword, setPasswordIf } = adapter
    const keys: object[] = []
    adapter.deletePasswordIf = async (key, expected) => {
      keys.push(key)
      return deletePasswordIf(key, expected)
    }
    const { signedIn, ada, revokeAll } = await start({ adapter })
    const owner = await signedIn()
    expect(await change(owner, removal)).toBe('removed')
    adapter.setPasswordIf = async (password, expected) => {
      await revokeAll(ada.id)
      return setPasswordIf(password, expected)
    }
    await change(owner, { action: 'set', newPassword: OTHER })
    const key = { userId: ada.id, tenant: '' }
    expect(await getPassword(key)).toBeNull()
    expect(keys).toEqual([key, key])
  })

  test('setting a first password requires a recent sign-in, but removing a password does not', async () => {
    const { signedIn, signsInWith, ada, adapter } = await start()
    const owner = await signedIn()
    // Another library created the session, so the time of the sign-in is unknown.
    const sessionToken = crypto.randomUUID()
    await adapter.createSession?.({ sessionToken, userId: ada.id, expires: new Date(Date.now() + 60_000) })
    owner.jar.put('__Host-authwright.session-token', sessionToken)
    expect(await change(owner, { ...removal, currentPassword: OTHER })).toBe('wrongPassword')
    expect(await change(owner, removal)).toBe('removed')
    expect([await isSignedIn(owner), await signsInWith(RIGHT)]).toEqual([true, false])
    expect(await change(owner, { action: 'set', newPassword: OTHER })).toBe('403')
  })
})

describe('a reset of the password', () => {
  const reset = (token: string, newPassword = OTHER): Record<string, string> => ({
    action: 'reset',
    token,
    newPassword,
  })

  test.each(strategies)(
    'a reset replaces the password, ends all sessions and does not sign the user in (%s)',
    async (strategy) => {
      const { link, ada, browser, signedIn, signsInWith } = await start({ strategy })
      const thief = await signedIn()
      const owner = browser()
      expect(await change(owner, reset(await link(ada.id)))).toBe('ok')
      expect([await isSignedIn(owner), await isSignedIn(thief)]).toEqual([false, false])
      expect([await signsInWith(RIGHT), await signsInWith(OTHER)]).toEqual([false, true])
    },
  )

  test('guesses by an attacker do not lock out the browser in which the password was reset', async () => {
    const { link, ada, browser } = await start({ limits: { account: { max: 3, window: 60 } } })
    const owner = browser()
    expect(await change(owner, reset(await link(ada.id)))).toBe('ok')
    for (let guess = 0; guess < 5; guess++) await signIn(browser(), `guess ${guess}`)
    expect((await signIn(browser(), OTHER)).status).toBe(429)
    expect(locationOf(await signIn(owner, OTHER)).pathname).toBe('/inside')
  })

  test('a reset link works if the database has numeric ids', async () => {
    const stored = memory()
    const numeric = (user: AdapterUser | null): AdapterUser | null =>
      user && { ...user, id: Number(user.id) as unknown as string }
    const adapter: typeof stored = {
      ...stored,
      createUser: (user) => stored.createUser({ ...user, id: '7' }),
      getUser: async (id) => numeric(await stored.getUser(String(id))),
      getPassword: (key) => stored.getPassword({ ...key, userId: String(key.userId) }),
      setPasswordIf: (password, expected) =>
        stored.setPasswordIf({ ...password, userId: String(password.userId) }, expected),
    }
    const { link, ada, browser, signsInWith } = await start({ adapter, strategy: 'jwt' })
    expect(await change(browser(), reset(await link(ada.id)))).toBe('ok')
    expect([await signsInWith(RIGHT), await signsInWith(OTHER)]).toEqual([false, true])
  })

  test('a reset of the password keeps linked accounts and passkeys', async () => {
    const { link, ada, browser, adapter } = await start()
    const passkey = {
      ...{
        credentialID: 'credential',
        providerAccountId: 'credential',
        credentialPublicKey: 'key',
        counter: 0,
      },
      ...{ credentialDeviceType: 'multiDevice', credentialBackedUp: true, transports: null },
    }
    const linked = [
      { type: 'oidc', provider: 'acme', providerAccountId: '1' },
      { type: 'webauthn', provider: 'passkey', providerAccountId: 'credential' },
    ] as const
    for (const account of linked) await adapter.linkAccount?.({ ...account, userId: ada.id })
    await adapter.createAuthenticator?.({ ...passkey, userId: ada.id })
    expect(await change(browser(), reset(await link(ada.id)))).toBe('ok')
    expect(await adapter.listAccountsByUserId?.(ada.id)).toHaveLength(2)
    expect(await adapter.listAuthenticatorsByUserId?.(ada.id)).toMatchObject([{ credentialID: 'credential' }])
  })

  test('a reset link works once, and a reset ends all other links', async () => {
    const { link, ada, browser, signsInWith } = await start()
    const [first, second] = [await link(ada.id), await link(ada.id)]
    expect(await change(browser(), reset(second, 'short'))).toBe('too-short')
    expect(await change(browser(), reset(second))).toBe('ok')
    for (const token of [first, second]) {
      expect(await change(browser(), reset(token, THIRD))).toBe('invalidLink')
    }
    expect([await signsInWith(OTHER), await signsInWith(THIRD)]).toEqual([true, false])
  })

  test.each([
    [3590, 'ok'],
    [3601, 'invalidLink'],
  ])('a reset link works for one hour: after %i seconds the result is %s', async (seconds, result) => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const { link, ada, browser } = await start()
    const token = await link(ada.id)
    vi.setSystemTime(Date.now() + seconds * 1000)
    expect(await change(browser(), reset(token))).toBe(result)
  })

  test('two concurrent requests with one reset link set one password', async () => {
    const { link, ada, browser, signsInWith } = await start()
    const token = await link(ada.id)
    const results = await Promise.all([OTHER, THIRD].map((each) => change(browser(), reset(token, each))))
    expect(results.sort()).toEqual(['invalidLink', 'ok'])
    const works = [await signsInWith(OTHER), await signsInWith(THIRD)]
    expect(works.filter(Boolean)).toHaveLength(1)
  })

  test('a reset link is refused after the password was changed, removed, or removed and set again', async () => {
    const { link, ada, browser, signedIn, adapter } = await start()
    const owner = await signedIn()
    const beforeChange = await link(ada.id)
    await change(owner, { action: 'change', currentPassword: RIGHT, newPassword: OTHER })
    expect(await change(browser(), reset(beforeChange, THIRD))).toBe('invalidLink')
    const beforeRemoval = await link(ada.id)
    expect(await change(owner, { action: 'remove', currentPassword: OTHER })).toBe('removed')
    // A reset link does not set a first password.
    expect(await change(browser(), reset(beforeRemoval, THIRD))).toBe('invalidLink')
    expect(await adapter.getPassword?.({ userId: ada.id, tenant: '' })).toBeNull()
    expect(await change(owner, { action: 'set', newPassword: OTHER })).toBe('ok')
    expect(await change(browser(), reset(beforeRemoval, THIRD))).toBe('invalidLink')
  })

  test('a reset link is refused while the e-mail address is unverified or has changed', async () => {
    const { link, ada, browser, adapter, signsInWith } = await start()
    const token = await link(ada.id)
    await adapter.updateUser?.({ id: ada.id, emailVerified: null })
    expect(await change(browser(), reset(token))).toBe('invalidLink')
    await adapter.updateUser?.({ id: ada.id, email: 'new@example.com', emailVerified: new Date() })
    expect(await change(browser(), reset(token))).toBe('invalidLink')
    await adapter.updateUser?.({ id: ada.id, email: ADA, emailVerified: new Date() })
    expect(await signsInWith(OTHER)).toBe(false)
    expect(await change(browser(), reset(token))).toBe('ok')
  })

  test('a reset link of a deleted user is refused', async () => {
    const { link, ada, browser, adapter } = await start()
    const token = await link(ada.id)
    await adapter.deleteUser?.(ada.id)
    expect(await change(browser(), reset(token))).toBe('invalidLink')
  })

  test('a reset link of another tenant, origin or secret is refused', async () => {
    const adapter = memory()
    const site = await start({ adapter })
    const { ada, browser, signsInWith } = site
    const [red, rotated] = [
      passwordApp({ adapter, tenant: 'red', provider: { hash: countedHash() } }),
      passwordApp({ adapter, secret: 'another secret of more than thirty-two characters' }),
    ]
    await storeUser(adapter, `plain:${RIGHT}`, { email: 'other@example.com' })
    const stored = await adapter.getPassword({ userId: ada.id, tenant: '' })
    if (stored) await adapter.setPasswordIf({ ...stored, tenant: 'red' }, null)
    const tokens = [
      await red.link(ada.id),
      await rotated.link(ada.id),
      await site.link(ada.id, 'https://other.test'),
      `${await site.link(ada.id)}x`,
      'x',
      '',
    ]
    for (const token of tokens) expect(await change(browser(), reset(token))).toBe('invalidLink')
    expect([await signsInWith(RIGHT), await signsInWith(OTHER)]).toEqual([true, false])
  })
})

describe.skipIf(!postgres.available)(`two applications on PostgreSQL${postgres.note}`, () => {
  test('concurrent reset, change and sign-ins leave one password, and no session with a replaced password', async () => {
    const url = await emptyDatabase()
    const open = () => pg(poolOn(url))
    const site = await start({ adapter: open() })
    const second = passwordApp({ adapter: open(), provider: { hash: countedHash() } })
    const { ada, link } = site
    let current = RIGHT
    for (let round = 0; round < 5; round++) {
      const [reset, changed] = [`a reset password ${round}`, `a changed password ${round}`]
      const owner = await site.signedIn(current)
      const token = await link(ada.id)
      const guests = [site.browser(), second.browser(), second.browser()]
      const [resetResult, changeResult] = await Promise.all([
        change(second.browser(), { action: 'reset', token, newPassword: reset }),
        change(owner, { action: 'change', currentPassword: current, newPassword: changed }),
        ...guests.map((guest) => signIn(guest, current)),
      ])
      const stored = await site.adapter.getPassword?.({ userId: ada.id, tenant: '' })
      // The reset may end the session of the change before the change has replaced the password.
      expect([reset, changed]).toContain(stored?.hash.slice('plain:'.length))
      expect([resetResult, changeResult].filter((result) => result === 'ok').length).toBeLessThanOrEqual(1)
      for (const guest of guests) expect(await guest.session()).toBeNull()
      current = stored?.hash === `plain:${reset}` ? reset : changed
    }
  })

  test.each(strategies)(
    'concurrent reset, change, sign-ins and revokeAll leave one password, and no session with a replaced password (%s)',
    async (strategy) => {
      const url = await emptyDatabase()
      const open = () => pg(poolOn(url))
      const store = memoryStore()
      const site = await start({ adapter: open(), strategy, store })
      const provider = { hash: countedHash() }
      const second = passwordApp({ adapter: open(), strategy, store, provider })
      const { ada, link } = site
      let current = RIGHT
      for (let round = 0; round < 5; round++) {
        const [reset, changed] = [`a reset password ${round}`, `a changed password ${round}`]
        const owner = await site.signedIn(current)
        const token = await link(ada.id)
        const guests = [site.browser(), second.browser(), second.browser()]
        const [resetResult, changeResult] = await Promise.all([
          change(second.browser(), { action: 'reset', token, newPassword: reset }),
          change(owner, { action: 'change', currentPassword: current, newPassword: changed }),
          second.revokeAll(ada.id),
          ...guests.map((guest) => signIn(guest, current)),
        ])
        expect([resetResult, changeResult].filter((result) => result === 'ok').length).toBeLessThanOrEqual(1)
        const stored = await site.adapter.getPassword?.({ userId: ada.id, tenant: '' })
        expect([reset, changed]).toContain(stored?.hash.slice('plain:'.length))
        for (const guest of guests) expect(await guest.session()).toBeNull()
        if (stored?.hash === `plain:${reset}`) expect(await owner.session()).toBeNull()
        current = stored?.hash === `plain:${reset}` ? reset : changed
      }
      expect(locationOf(await signIn(second.browser(), current)).pathname).toBe('/inside')
    },
  )

  test.each(strategies)(
    'concurrent reset, sign-ins and revokeAll leave no session (%s)',
    async (strategy) => {
      const url = await emptyDatabase()
      const open = () => pg(poolOn(url))
      // With strategy `jwt`, a shared store ends sessions in both applications.
      const store = memoryStore()
      const site = await start({ adapter: open(), strategy, store })
      const hash = countedHash()
      const second = passwordApp({ adapter: open(), strategy, store, provider: { hash } })
      const { ada, link } = site
      let current = RIGHT
      for (let round = 0; round < 5; round++) {
        const next = `a reset password ${round}`
        const owner = await site.signedIn(current)
        const token = await link(ada.id)
        const guests = [site.browser(), second.browser(), second.browser()]
        const [result] = await Promise.all([
          change(second.browser(), { action: 'reset', token, newPassword: next }),
          site.revokeAll(ada.id),
          ...guests.map((guest) => signIn(guest, current)),
        ])
        expect(result).toBe('ok')
        for (const browser of [owner, ...guests]) expect(await browser.session()).toBeNull()
        current = next
      }
      expect(locationOf(await signIn(second.browser(), current)).pathname).toBe('/inside')
    },
  )
})
