import { describe, expect, onTestFinished, test } from 'vitest'
import type { Adapter } from '../../../src/adapters/contract.js'
import { memory } from '../../../src/adapters/memory.js'
import type { Feature } from '../../../src/runtime/core/feature.js'
import { redirect } from '../../../src/runtime/core/http/route-result.js'
import { login } from '../../../src/runtime/core/login/login.js'
import { faults } from '../../../src/testing.js'
import { locationOf } from '../../support/browser.js'
import { databases } from '../../support/databases.js'
import {
  ADA,
  change,
  countedHash,
  OTHER,
  passwordApp,
  RIGHT,
  signIn,
  storeUser,
} from '../../support/passwords.js'
import { argon2id, foreign } from './stored-hashes.js'

const strategies = ['jwt', 'database'] as const

/** An application where Ada has a password. */
async function start(options: Parameters<typeof passwordApp>[0] = {}) {
  const hash = countedHash()
  const site = passwordApp({ provider: { hash }, ...options })
  const ada = await storeUser(site.adapter, `plain:${RIGHT}`)
  return { ...site, ada, hash, browser: site.browser }
}

describe('a sign-in with a password', () => {
  test.each(strategies)(
    'a sign-in with a password starts a session, and no response header or log contains the password (%s)',
    async (strategy) => {
      const { browser, ada, logged } = await start({ strategy })
      const ours = browser()
      const response = await signIn(ours)
      expect(locationOf(response).href).toBe('https://app.test/inside')
      expect((await ours.session()).user.email).toBe(ADA)
      expect(JSON.stringify([...response.headers])).not.toContain(RIGHT)
      expect(ada.email).toBe(ADA)
      expect(logged).toEqual([])
    },
  )

  test('a sign-in with a password accepts other spellings of the e-mail address', async () => {
    const { browser } = await start()
    expect(locationOf(await signIn(browser(), RIGHT, ' ADA@Example.com')).pathname).toBe('/inside')
  })

  test('a sign-in with a password has a form on the built-in page that password managers fill', async () => {
    const { browser } = await start()
    const ours = browser()
    await ours.post('/auth/signin/continue', { email: ADA })
    const page = await (await ours.send('/auth/signin/continue')).text()
    expect(page).toMatch(/<input[^>]*name="email"[^>]*autocomplete="username"/)
    expect(page).toMatch(/<input[^>]*name="password"[^>]*autocomplete="current-password"/)
  })

  test('a wrong password, an unknown e-mail address and a user without a password get the same response', async () => {
    const base = memory()
    const { calls, target } = faults(base)
    const { browser, hash } = await start({ adapter: target })
    await base.createUser({ email: 'bob@example.com', emailVerified: null })
    const outcomes = []
    for (const [email, password] of [
      [ADA, OTHER],
      ['nobody@example.com', RIGHT],
      ['bob@example.com', RIGHT],
      ['bob@example.com', ''],
      [ADA, 'x'.repeat(5_000)],
    ] as const) {
      const before = calls.length
      hash.checked.length = 0
      const response = await signIn(browser(), password, email)
      outcomes.push({
        status: response.status,
        location: response.headers.get('location'),
        body: await response.text(),
        headers: [...response.headers.keys()].sort(),
        cookies: response.headers.getSetCookie().map((line) => line.split('=')[0]),
        calls: calls.slice(before),
        checked: hash.checked.length,
      })
    }
    expect(outcomes[0]).toMatchObject({ status: 302, calls: ['getUserByEmail', 'getPassword'], checked: 1 })
    for (const outcome of outcomes) expect(outcome).toEqual(outcomes[0])
  })

  test('every refused sign-in with a password gets the same response, after at least 750 ms', async () => {
    const stored = (by: string): string => foreign.find((each) => each.by === by)?.hash ?? ''
    const open = passwordApp()
    const closed = passwordApp({ signUp: 'closed' })
    await storeUser(open.adapter, argon2id[0]?.hash ?? '')
    await open.adapter.createUser?.({ email: 'none@example.com', emailVerified: null })
    const others = {
      'scrypt@example.com': stored('Better Auth 1.7.25'),
      'pbkdf2@example.com': stored('Django 3.2.25, SHA-256'),
      'unreadable@example.com': 'md5:5f4dcc3b5aa765d61d8327deb882cf99',
    }
    for (const [email, hash] of Object.entries(others)) await storeUser(open.adapter, hash, { email })
    const attempt = async (site: typeof open, email: string) => {
      const browser = site.browser()
      // The time of the request for the CSRF token is not measured.
      await browser.send('/auth/csrf')
      const began = performance.now()
      const response = await signIn(browser, RIGHT, email)
      const took = performance.now() - began
      return {
        // A timer may fire up to a millisecond early.
        isLate: took >= 749,
        status: response.status,
        location: response.headers.get('location'),
        body: await response.text(),
        headers: [...response.headers.keys()].sort(),
      }
    }
    const known = [ADA, 'none@example.com', 'unknown@example.com', ...Object.keys(others)]
    const outcomes = [await attempt(closed, 'unknown@example.com')]
    for (const email of known) outcomes.push(await attempt(open, email))
    expect(outcomes[0]).toMatchObject({ isLate: true, status: 302 })
    expect(outcomes[0]?.location).toContain('error=CredentialsSignin')
    for (const outcome of outcomes) expect(outcome).toEqual(outcomes[0])
  })

  test('a sign-in with a password is rate-limited before anything is hashed', async () => {
    const { browser, hash } = await start({ limits: { account: { max: 2, window: 60 } } })
    for (const password of ['one', 'two']) await signIn(browser(), password)
    hash.checked.length = 0
    expect((await signIn(browser(), RIGHT)).status).toBe(429)
    expect(hash.checked).toEqual([])
  })

  test('a sign-in with a password does not accept the password of another tenant', async () => {
    const adapter = memory()
    const hash = countedHash()
    const red = passwordApp({ adapter, tenant: 'red', provider: { hash } })
    const blue = passwordApp({ adapter, tenant: 'blue', provider: { hash } })
    const none = passwordApp({ adapter, provider: { hash } })
    await storeUser(adapter, `plain:${RIGHT}`, { tenant: 'red' })
    const outcomes = []
    for (const site of [red, blue, none]) outcomes.push(locationOf(await signIn(site.browser())).pathname)
    expect(outcomes).toEqual(['/inside', '/auth/signin', '/auth/signin'])
  })

  test.each(['npx authwright add password', 'Better Auth 1.7.25', 'Django 3.2.25, SHA-256'])(
    'a sign-in with a password replaces a hash of %s, which does not count as a change of the password',
    async (by) => {
      const { hash = '', password = '' } = foreign.find((stored) => stored.by === by) ?? {}
      const site = passwordApp()
      const ada = await storeUser(site.adapter, hash)
      const key = { userId: ada.id, tenant: '' }
      const before = await site.adapter.getPassword?.(key)
      expect(locationOf(await signIn(site.browser(), password)).pathname).toBe('/inside')
      const after = await site.adapter.getPassword?.(key)
      expect(after).toMatchObject({ epoch: before?.epoch, changedAt: before?.changedAt })
      expect(after?.hash).toMatch(/^\$argon2id\$/)
      expect(locationOf(await signIn(site.browser(), password)).pathname).toBe('/inside')
      expect(site.logged).toEqual([])
    },
  )

  test('a rehashed password is stored without the other columns of its row', async () => {
    const { hash = '', password = '' } = foreign.find((stored) => stored.by === 'Better Auth 1.7.25') ?? {}
    const base = memory()
    const written: object[] = []
    const adapter: Adapter = {
      ...base,
      async getPassword(key) {
        const stored = await base.getPassword(key)
        return stored && { rowId: 1, ...stored }
      },
      setPasswordIf(next, expected) {
        written.push(next)
        return base.setPasswordIf(next, expected)
      },
    }
    await storeUser(base, hash)
    expect(locationOf(await signIn(passwordApp({ adapter }).browser(), password)).pathname).toBe('/inside')
    const columns = ['changedAt', 'epoch', 'hash', 'tenant', 'userId']
    expect(written.map((next) => Object.keys(next).sort())).toEqual([columns])
  })

  test('a sign-in with an unknown e-mail address is refused like others if the database accepts only numeric ids', async () => {
    const base = memory()
    const requireNumber = (id: string): void => {
      if (!/^\d+$/.test(id)) throw new Error('invalid input syntax for type integer')
    }
    const ada = await base.createUser({ id: '1', email: ADA, emailVerified: new Date() })
    const key = { userId: ada.id, tenant: '' }
    await base.setPasswordIf({ ...key, hash: `plain:${RIGHT}`, epoch: 'first', changedAt: new Date() }, null)
    const adapter: Adapter = {
      ...base,
      async getPassword(asked) {
        requireNumber(asked.userId)
        return base.getPassword(asked)
      },
      async listAccountsByUserId(id) {
        requireNumber(id)
        return base.listAccountsByUserId(id)
      },
    }
    const { browser, box, logged } = passwordApp({ adapter, provider: { hash: countedHash() } })
    expect(locationOf(await signIn(browser())).pathname).toBe('/inside')
    const refused = await signIn(browser(), OTHER)
    const unknown = await signIn(browser(), RIGHT, 'nobody@example.com')
    expect(unknown.headers.get('location')).toBe(refused.headers.get('location'))
    const visitor = browser()
    await visitor.post('/auth/signup', { page: '1', email: 'nobody@example.com', newPassword: OTHER })
    await expect.poll(() => box.mails.length).toBe(1)
    expect(logged).toEqual([])
  })

  test('a sign-in with an unreadable hash is logged, without the hash', async () => {
    const site = passwordApp()
    await storeUser(site.adapter, 'md5:5f4dcc3b5aa765d61d8327deb882cf99')
    expect(locationOf(await signIn(site.browser())).pathname).toBe('/auth/signin')
    const messages = site.logged.map(({ message }) => message)
    expect(messages).toEqual(['A stored password hash has an unknown format. It is not checked.'])
  })

  test('a configuration with password() and an adapter that stores no passwords is refused', () => {
    const { getPassword: _, ...adapter } = memory()
    expect(() => passwordApp({ adapter: adapter as Adapter })).toThrow(
      'The adapter lacks methods that password() needs: getPassword.',
    )
  })
})

describe.each(databases)('a sign-in while the password is replaced, in two processes on %s', (_, open) => {
  test.each(strategies)(
    'a sign-in while the password is replaced by another process starts no session (%s)',
    async (strategy) => {
      const adapter = await open()
      const first = await start({ adapter, strategy })
      // Without a shared store, the processes do not see revocations of each other.
      const second = passwordApp({ adapter, strategy, provider: { hash: countedHash() } })
      const owner = second.browser()
      await signIn(owner)
      const attacker = first.browser()
      first.hash.meanwhile = async () =>
        expect(await change(owner, { action: 'change', currentPassword: RIGHT, newPassword: OTHER })).toBe(
          'ok',
        )
      expect(locationOf(await signIn(attacker)).pathname).toBe('/auth/signin')
      expect(await attacker.session()).toBeNull()
      expect((await owner.session()).user.email).toBe(ADA)
      expect(locationOf(await signIn(first.browser(), OTHER)).pathname).toBe('/inside')
    },
  )
})

test.each(strategies)(
  'a sign-in starts no session if the password is replaced right after the check (%s)',
  async (strategy) => {
    const adapter = memory()
    const { browser } = await start({ adapter, strategy })
    const second = passwordApp({ adapter, strategy, provider: { hash: countedHash() } })
    const owner = second.browser()
    await signIn(owner)
    const { getUser } = adapter
    adapter.getUser = async (id) => {
      const user = await getUser(id)
      adapter.getUser = getUser
      await change(owner, { action: 'change', currentPassword: RIGHT, newPassword: OTHER })
      return user
    }
    const attacker = browser()
    expect(locationOf(await signIn(attacker)).pathname).toBe('/auth/signin')
    expect(await attacker.session()).toBeNull()
    expect((await owner.session()).user.email).toBe(ADA)
  },
)

describe.each(strategies)('the first verification of an e-mail address by mail (%s)', (strategy) => {
  /** An attacker has signed up with the e-mail address of Ada, who now signs in by mail. */
  async function hijacked() {
    const hash = countedHash()
    const site = passwordApp({ strategy, provider: { hash } })
    const user = await storeUser(site.adapter, `plain:${RIGHT}`, { emailVerified: null })
    const owner = site.browser()
    const prove = async (): Promise<void> => {
      await owner.post('/auth/signin/mail', { email: ADA, callbackUrl: '/inside' })
      const { searchParams } = site.box.last.link
      const choice = { ...Object.fromEntries(searchParams), earlierLogins: 'remove' }
      await owner.post('/auth/callback/mail', choice)
      expect((await owner.session()).user.email).toBe(ADA)
    }
    return { ...site, hash, user, prove }
  }

  test('the first verification of an e-mail address by mail removes a password that an attacker chose, and ends the session', async () => {
    const { browser, prove, adapter, user } = await hijacked()
    const attacker = browser()
    await signIn(attacker)
    expect((await attacker.session()).user.email).toBe(ADA)
    await prove()
    expect(await attacker.session()).toBeNull()
    expect(locationOf(await signIn(browser())).pathname).toBe('/auth/signin')
    expect(await adapter.getPassword?.({ userId: user.id, tenant: '' })).toBeNull()
  })

  test("the first verification of an e-mail address by mail ends a running sign-in with the attacker's password", async () => {
    const { browser, prove, hash } = await hijacked()
    hash.meanwhile = prove
    const attacker = browser()
    expect(locationOf(await signIn(attacker)).pathname).toBe('/auth/signin')
    expect(await attacker.session()).toBeNull()
  })
})

test('a pending sign-in ends when its password is reset', async () => {
  const kept: Parameters<typeof login>[] = []
  const second: Feature = {
    name: 'second',
    version: 1,
    login: {
      async admit({ identity, options }, app, exchange) {
        kept.push([identity, options, app, exchange])
        return { kind: 'pending', location: '/second' }
      },
    },
    routes: {
      second: {
        provider: 'none',
        async POST({ app, exchange }) {
          const [pending] = kept.splice(0)
          if (pending) await login(pending[0], pending[1], app, exchange)
          return redirect('https://app.test/inside')
        },
      },
    },
  }
  const finish = async (meanwhile?: (site: Awaited<ReturnType<typeof start>>) => Promise<unknown>) => {
    const site = await start({ features: [second] })
    const browser = site.browser()
    expect(locationOf(await signIn(browser)).pathname).toBe('/second')
    await meanwhile?.(site)
    await browser.post('/auth/second')
    return browser.session()
  }
  expect((await finish()).user.email).toBe(ADA)
  const reset = async ({ link, ada, browser }: Awaited<ReturnType<typeof start>>): Promise<void> => {
    const fields = { action: 'reset', token: await link(ada.id), newPassword: OTHER }
    expect(await change(browser(), fields)).toBe('ok')
  }
  expect(await finish(reset)).toBeNull()
  onTestFinished(() => void kept.splice(0))
})
