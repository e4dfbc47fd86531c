import { describe, expect, test } from 'vitest'
import type { Adapter } from '../../../src/adapters/contract.js'
import { memory } from '../../../src/adapters/memory.js'
import { password } from '../../../src/providers/password.js'
import { type Browser, locationOf } from '../../support/browser.js'
import { databases } from '../../support/databases.js'
import {
  ADA,
  change,
  countedHash,
  OTHER,
  type PasswordApp,
  passwordApp,
  RIGHT,
  signIn,
  storeUser,
} from '../../support/passwords.js'
import { acme } from '../../support/providers.js'
import { worlds } from '../../support/world.js'

/*
 * A browser that has signed in to an account has a separate rate limit. It loses this limit when all sessions of the account end, because it may belong to an attacker.
 */

const BROWSER = '__Host-authwright.browser'

const startWorld = worlds()

type Strategy = 'jwt' | 'database'

interface Site extends PasswordApp {
  readonly userId: string
  /** A browser that has signed in. */
  readonly known: Browser
  /** Uses up the attempts of all browsers that are not known. */
  guess(): Promise<void>
}

async function start(
  adapter: Adapter,
  strategy: Strategy,
  emailVerified: Date | null = new Date(),
  hash = countedHash(),
): Promise<Site> {
  const limits = { account: { max: 1, window: 3_600 } }
  const site = passwordApp({ adapter, strategy, limits, provider: { hash } })
  const { id } = await storeUser(adapter, `plain:${RIGHT}`, { emailVerified })
  const known = site.browser()
  await signIn(known)
  return {
    ...site,
    known,
    userId: id,
    async guess() {
      await signIn(site.browser(), 'wrong')
    },
  }
}

/** Whether a browser still has attempts after unknown browsers have used up theirs. */
const isKnown = async (browser: Browser, password = 'wrong'): Promise<boolean> =>
  (await signIn(browser, password)).status !== 429

const reset = async (site: Site): Promise<void> => {
  const token = await site.link(site.userId)
  expect(await change(site.browser(), { action: 'reset', token, newPassword: OTHER })).toBe('ok')
}

const revoke = (site: Site): Promise<void> => site.revokeAll(site.userId)

const prove = async ({ box, browser }: Site): Promise<void> => {
  const owner = browser()
  await owner.post('/auth/signin/mail', { email: ADA, callbackUrl: '/inside' })
  const params = Object.fromEntries(new URL(box.link, 'https://app.test').searchParams)
  await owner.post('/auth/callback/mail', { ...params, earlierLogins: 'remove' })
  expect(await owner.session()).toMatchObject({ user: { email: ADA } })
}

const ends: readonly (readonly [string, Date | null, (site: Site) => Promise<void>])[] = [
  ['the password was reset', new Date(), reset],
  ['all sessions of the user were revoked', new Date(), revoke],
  ['the owner of the e-mail address has verified it', null, prove],
]

const cases = databases.flatMap(([database, open]) =>
  ends.flatMap(([name, verified, end]) =>
    (['jwt', 'database'] as const).map(
      (strategy) => [name, database, strategy, open, verified, end] as const,
    ),
  ),
)

describe('the rate limit does not apply to a known browser, which has signed in before', () => {
  test.each(cases)(
    'a known browser becomes unknown once %s (%s, sessions: %s)',
    async (_, __, strategy, open, verified, end) => {
      const site = await start(await open(), strategy, verified)
      await site.guess()
      expect(await isKnown(site.known)).toBe(true)
      await end(site)
      expect(await isKnown(site.known)).toBe(false)
    },
  )

  test.each(['jwt', 'database'] as const)(
    'a browser that became unknown is known again after the next sign-in (sessions: %s)',
    async (strategy) => {
      const site = await start(memory(), strategy)
      await revoke(site)
      await signIn(site.known)
      await site.guess()
      expect(await isKnown(site.known)).toBe(true)
    },
  )

  test.each(['jwt', 'database'] as const)(
    'guesses of others do not prevent a sign-in of the user who has reset the password (sessions: %s)',
    async (strategy) => {
      const site = await start(memory(), strategy)
      await site.guess()
      const owner = site.browser()
      const token = await site.link(site.userId)
      expect(await change(owner, { action: 'reset', token, newPassword: OTHER })).toBe('ok')
      await site.guess()
      expect((await signIn(site.browser(), OTHER)).status).toBe(429)
      expect(locationOf(await signIn(owner, OTHER)).pathname).toBe('/inside')
    },
  )

  test('after a change of the password, only the browser that changed it is still known', async () => {
    const site = await start(memory(), 'database')
    const owner = site.browser()
    await signIn(owner)
    const fields = { action: 'change', currentPassword: RIGHT, newPassword: OTHER }
    expect(await change(owner, fields)).toBe('ok')
    await site.guess()
    expect([await isKnown(owner), await isKnown(site.known)]).toEqual([true, false])
  })

  test.each(['jwt', 'database'] as const)(
    'after the first verification by a sign-up link, only the browser of the link is known (sessions: %s)',
    async (strategy) => {
      const adapter = memory()
      const site = await start(adapter, strategy, null)
      const owner = site.browser()
      await owner.post('/auth/signup', { page: '1', email: ADA, newPassword: OTHER })
      const { searchParams } = new URL(site.box.link, 'https://app.test')
      const token = searchParams.get('token') ?? ''
      await owner.post('/auth/signup', { page: '1', token, newPassword: OTHER })
      expect(await owner.session()).toMatchObject({ user: { email: ADA } })
      await site.guess()
      expect([await isKnown(owner), await isKnown(site.known)]).toEqual([true, false])
    },
  )

  test.each(['jwt', 'database'] as const)(
    'guesses of others do not prevent a new user from signing in again in the browser of the sign-up (sessions: %s)',
    async (strategy) => {
      const limits = { account: { max: 1, window: 3_600 } }
      const site = passwordApp({ adapter: memory(), strategy, limits, provider: { hash: countedHash() } })
      const owner = site.browser()
      await owner.post('/auth/signup', { page: '1', email: ADA, newPassword: RIGHT })
      const { searchParams } = new URL(site.box.link, 'https://app.test')
      await owner.post('/auth/signup', { page: '1', token: searchParams.get('token') ?? '' })
      expect(await owner.session()).toMatchObject({ user: { email: ADA } })
      await signIn(site.browser(), 'wrong')
      expect((await signIn(site.browser())).status).toBe(429)
      expect(locationOf(await signIn(owner)).pathname).toBe('/inside')
    },
  )

  test.each(['jwt', 'database'] as const)(
    'the browser of the first verification by mail still gets mails after others have used up the limit (sessions: %s)',
    async (strategy) => {
      const site = passwordApp({
        adapter: memory(),
        strategy,
        limits: { mailsPerRecipient: { max: 2, window: 3_600 } },
        provider: { hash: countedHash() },
      })
      await storeUser(site.adapter, `plain:${RIGHT}`, { emailVerified: null })
      const owner = site.browser()
      const request = (browser: Browser) =>
        browser.post('/auth/signin/mail', { email: ADA, callbackUrl: '/inside' })
      await request(owner)
      const params = Object.fromEntries(new URL(site.box.link, 'https://app.test').searchParams)
      await owner.post('/auth/callback/mail', { ...params, earlierLogins: 'remove' })
      expect(await owner.session()).toMatchObject({ user: { email: ADA } })
      for (const stranger of [site.browser(), site.browser()]) await request(stranger)
      const before = site.box.link
      await request(owner)
      await expect.poll(() => site.box.link).not.toBe(before)
    },
  )

  test('a sign-in that began before the password was reset does not make the browser known', async () => {
    const hash = countedHash()
    const site = await start(memory(), 'jwt', new Date(), hash)
    const late = site.browser()
    hash.meanwhile = () => reset(site)
    await signIn(late)
    expect(await late.session()).toBeNull()
    await site.guess()
    expect(await isKnown(late)).toBe(false)
  })

  test('a browser is unknown if the store no longer has the time at which all sign-ins of the user ended', async () => {
    const adapter = memory()
    const before = await start(adapter, 'jwt')
    await revoke(before)
    await signIn(before.known)
    await revoke(before)
    const site = passwordApp({ adapter, limits: { account: { max: 1, window: 3_600 } } })
    const copy = site.browser()
    copy.jar.put(BROWSER, before.known.jar.get(BROWSER) ?? '')
    await signIn(site.browser(), 'wrong')
    expect(await isKnown(copy)).toBe(false)
  })

  test.each(['jwt', 'database'] as const)(
    'an attacker with a similar e-mail address from a provider does not make a browser known for its user (sessions: %s)',
    async (strategy) => {
      const mails: unknown[] = []
      const world = await startWorld({
        strategy,
        providers: [acme(), password({ hash: countedHash(), send: (mail) => void mails.push(mail) })],
        options: { limits: { account: { max: 1, window: 3_600 } } },
      })
      await storeUser(world.adapter, `plain:${OTHER}`)
      world.idp.user = { sub: 'mallory', email: 'ad\u{ff41}@example.com', email_verified: true }
      await world.signIn()
      const set = await change(world.browser, { action: 'set', newPassword: RIGHT })
      await change(world.browser, { action: 'change', currentPassword: RIGHT, newPassword: OTHER })
      await signIn(world.anotherBrowser(), 'wrong')
      expect(await isKnown(world.browser)).toBe(false)
      expect([set, mails]).toEqual(['notFound', []])
    },
  )
})
