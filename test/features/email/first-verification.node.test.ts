import { describe, expect, test } from 'vitest'
import type { Adapter } from '../../../src/adapters/contract.js'
import { memory } from '../../../src/adapters/memory.js'
import { sqlite } from '../../../src/adapters/sqlite.js'
import type { CredentialsProvider } from '../../../src/providers/kinds/credentials.js'
import { temporaryFile } from '../../adapters/sqlite/engines.js'
import { type Browser, locationOf } from '../../support/browser.js'
import { mailbox } from '../../support/mailbox.js'
import {
  ADA,
  countedHash,
  OTHER,
  type PasswordApp,
  passwordApp,
  RIGHT,
  signIn,
  storeUser,
} from '../../support/passwords.js'
import { acme } from '../../support/providers.js'
import { credentials, GRACE, PASSWORD, worlds } from '../../support/world.js'

/*
 * The first verification of an e-mail address whose user is already stored. The person who signed up with it may not
 * be its owner.
 */

const html = { accept: 'text/html' }

interface Squatted extends PasswordApp {
  /** A browser that was signed in as the user before the verification. */
  readonly squatter: Browser
  readonly userId: string
  /** Returns whether each kind of login of the user still exists. */
  hasLogins(): Promise<{ account: boolean; password: boolean; session: boolean }>
}

const ALL = { account: true, password: true, session: true }
const NONE = { account: false, password: false, session: false }
const REMOVED = /Signing in removes these ways to sign in/

/** A user with an unverified e-mail address, a password, a linked account and a session. */
async function squatted(adapter: Adapter, strategy: 'jwt' | 'database', limits?: object): Promise<Squatted> {
  const provider = { hash: countedHash() }
  const site = passwordApp({ adapter, strategy, provider, ...(limits && { limits }) })
  const { id } = await storeUser(adapter, `plain:${RIGHT}`, { emailVerified: null })
  const account = { provider: 'github', providerAccountId: '7' }
  await adapter.linkAccount?.({ ...account, userId: id, type: 'oauth' })
  const squatter = site.browser()
  await signIn(squatter)
  expect((await squatter.session()).user.email).toBe(ADA)
  return {
    ...site,
    squatter,
    userId: id,
    async hasLogins() {
      const session = (await squatter.session()) !== null
      return {
        account: (await adapter.getUserByAccount?.(account)) !== null,
        password: (await adapter.getPassword?.({ userId: id, tenant: '' })) !== null,
        session,
      }
    },
  }
}

async function requestLink({ box }: Squatted, browser: Browser): Promise<string> {
  await browser.post('/auth/signin/mail', { email: ADA, callbackUrl: '/inside' })
  return box.link
}

/** Sends a form on the page of a link. */
function useLink(link: string, browser: Browser, fields: Record<string, string> = {}): Promise<Response> {
  const params = Object.fromEntries(new URL(link, 'https://app.test').searchParams)
  return browser.post('/auth/callback/mail', { ...params, ...fields })
}

const databases: readonly (readonly [name: string, open: () => Promise<Adapter>])[] = [
  ['memory', async () => memory()],
  ['SQLite', async () => sqlite(await temporaryFile())],
]
const cases = databases.flatMap(([name, open]) =>
  (['database', 'jwt'] as const).map((strategy) => [name, strategy, open] as const),
)

describe.each(cases)(
  'the first verification of an e-mail address (%s, sessions: %s)',
  (_, strategy, open) => {
    test('the first verification of an e-mail address lists the earlier logins before it removes any', async () => {
      const site = await squatted(await open(), strategy)
      const owner = site.browser()
      const link = await requestLink(site, owner)
      const page = await (await owner.send(link, { headers: html })).text()
      expect(page).toMatch(REMOVED)
      expect(page).toContain('<li>Password</li>')
      expect(page).toContain('<li><bdi>github</bdi></li>')
      expect(page).toContain('<li>All devices that are signed in</li>')
      // An attacker may have stored a password in this browser.
      expect(page).toMatch(/<input[^>]*name="password"[^>]*autocomplete="off"/)
      expect(await owner.session()).toBeNull()
      // The form of a page that listed no logins, because it was opened before the sign-up.
      expect(await (await useLink(link, owner)).text()).toMatch(REMOVED)
      expect(await owner.session()).toBeNull()
      expect(owner.jar.names).not.toContain('__Host-authwright.browser')
      expect(await site.hasLogins()).toEqual(ALL)
    })

    test('a first verification shows no password field for a user without a password', async () => {
      const adapter = await open()
      const site = passwordApp({ adapter, strategy, provider: { hash: countedHash() } })
      await adapter.createUser?.({ email: ADA, emailVerified: null })
      const owner = site.browser()
      await owner.post('/auth/signin/mail', { email: ADA, callbackUrl: '/inside' })
      const page = await (await owner.send(site.box.link, { headers: html })).text()
      expect(page).toMatch(REMOVED)
      expect(page).not.toContain('Enter its password')
    })

    test('the first verification of an e-mail address removes every earlier login if the owner chooses so', async () => {
      const site = await squatted(await open(), strategy)
      const owner = site.browser()
      const link = await requestLink(site, owner)
      expect(locationOf(await useLink(link, owner, { earlierLogins: 'remove' })).pathname).toBe('/inside')
      expect(await owner.session()).toMatchObject({ user: { email: ADA } })
      expect(await site.hasLogins()).toEqual(NONE)
      const again = site.browser()
      expect(locationOf(await signIn(again)).searchParams.get('error')).toBe('CredentialsSignin')
    })

    test('the first verification of an e-mail address keeps every earlier login if the owner types the password', async () => {
      const site = await squatted(await open(), strategy)
      const owner = site.browser()
      const link = await requestLink(site, owner)
      const choice = { earlierLogins: 'keep', password: RIGHT }
      expect(locationOf(await useLink(link, owner, choice)).pathname).toBe('/inside')
      expect(await owner.session()).toMatchObject({ user: { email: ADA } })
      expect(await site.hasLogins()).toEqual(ALL)
      expect((await site.adapter.getUserByEmail?.(ADA))?.emailVerified).toBeInstanceOf(Date)
    })

    test.each([
      ['a wrong password', { password: OTHER }],
      ['no password', {}],
    ])(
      'the first verification of an e-mail address with %s neither keeps nor removes a login, and the link still works',
      async (_, typed) => {
        const site = await squatted(await open(), strategy)
        const owner = site.browser()
        const link = await requestLink(site, owner)
        const page = await (await useLink(link, owner, { earlierLogins: 'keep', ...typed })).text()
        expect(page).toContain('That password is not right. Nothing has been removed.')
        expect(await owner.session()).toBeNull()
        expect(await site.hasLogins()).toEqual(ALL)
        await useLink(link, owner, { earlierLogins: 'remove' })
        expect(await owner.session()).toMatchObject({ user: { email: ADA } })
        expect(await site.hasLogins()).toEqual(NONE)
      },
    )

    test('a session in the browser does not replace the password at the first verification of an e-mail address', async () => {
      const site = await squatted(await open(), strategy)
      const link = await requestLink(site, site.squatter)
      const opened = await site.squatter.send(link, { headers: html })
      expect(opened.status).toBe(200)
      expect(await opened.text()).toMatch(REMOVED)
      await useLink(link, site.squatter, { earlierLogins: 'remove' })
      // This browser has a new session, and the account and the password are gone.
      expect(await site.hasLogins()).toEqual({ ...NONE, session: true })
    })

    test('the first verification removes earlier logins, even in a browser that is signed in with the password', async () => {
      const site = await squatted(await open(), strategy)
      const owner = site.browser()
      await signIn(owner)
      const link = await requestLink(site, owner)
      await useLink(link, owner, { earlierLogins: 'remove' })
      expect(await site.hasLogins()).toEqual(NONE)
    })

    test('the code of a first verification opens the page with the earlier logins, but removes none', async () => {
      const site = await squatted(await open(), strategy)
      const owner = site.browser()
      await requestLink(site, owner)
      const typed = { code: site.box.last.code ?? '', callbackUrl: '/inside' }
      const to = locationOf(await owner.post('/auth/callback/mail', typed))
      expect(to.pathname).toBe('/auth/callback/mail')
      expect(await (await owner.send(to.pathname + to.search, { headers: html })).text()).toMatch(REMOVED)
      expect(await owner.session()).toBeNull()
      expect(await site.hasLogins()).toEqual(ALL)
      await useLink(to.pathname + to.search, owner, { earlierLogins: 'remove' })
      expect(await owner.session()).toMatchObject({ user: { email: ADA } })
      expect(await site.hasLogins()).toEqual(NONE)
    })

    test('the page of a first verification lists no logins to a request without the link', async () => {
      const site = await squatted(await open(), strategy)
      const attacker = site.browser()
      const link = await requestLink(site, attacker)
      const url = new URL(link, 'https://app.test')
      const guessed = new URL(url)
      guessed.searchParams.set('token', 'f'.repeat(64))
      const other = new URL(guessed)
      other.searchParams.set('email', 'nobody@example.com')
      const shown: string[] = []
      for (const { pathname, search } of [guessed, other]) {
        const page = await (await attacker.send(pathname + search, { headers: html })).text()
        expect(page).not.toMatch(REMOVED)
        const [email = ''] = new URL(pathname + search, url).searchParams.getAll('email')
        shown.push(page.replaceAll(email, '').replace(/nonce[^\s>]*|value="[^"]*"/g, ''))
      }
      expect(shown[0]).toBe(shown[1])
      const choice = { earlierLogins: 'keep', password: RIGHT }
      const error = locationOf(await useLink(guessed.pathname + guessed.search, attacker, choice))
      expect(error.searchParams.get('error')).toBe('Verification')
      expect(await site.hasLogins()).toEqual(ALL)
    })

    test('a first verification in another browser lists the logins only after its button was pressed', async () => {
      const site = await squatted(await open(), strategy)
      const link = await requestLink(site, site.browser())
      const owner = site.browser()
      expect(await (await owner.send(link, { headers: html })).text()).not.toMatch(REMOVED)
      expect(await (await useLink(link, owner)).text()).toMatch(REMOVED)
      await useLink(link, owner, { earlierLogins: 'remove' })
      expect(await owner.session()).toMatchObject({ user: { email: ADA } })
      expect(await site.hasLogins()).toEqual(NONE)
    })

    test('guesses at the password on the page of a first verification share the limits of the sign-in form', async () => {
      const site = await squatted(await open(), strategy, {
        account: { max: 3, window: 900 },
      })
      const owner = site.browser()
      const link = await requestLink(site, owner)
      const guesses: number[] = []
      for (let guess = 0; guess < 4; guess += 1) {
        const fields = { earlierLogins: 'keep', password: `${OTHER} ${guess}` }
        guesses.push((await useLink(link, owner, fields)).status)
      }
      expect(guesses).toEqual([200, 200, 200, 429])
      expect(await site.hasLogins()).toEqual(ALL)
      // The owner can still remove the logins, which needs no password.
      await useLink(link, owner, { earlierLogins: 'remove' })
      expect(await site.hasLogins()).toEqual(NONE)
    })

    test('a second verification of an e-mail address signs in with one click and removes nothing', async () => {
      const site = await squatted(await open(), strategy)
      const owner = site.browser()
      await useLink(await requestLink(site, owner), owner, { earlierLogins: 'keep', password: RIGHT })
      const again = site.browser()
      await again.send(await requestLink(site, again), { headers: html })
      expect(await again.session()).toMatchObject({ user: { email: ADA } })
      expect(await site.hasLogins()).toEqual(ALL)
    })
  },
)

const start = worlds()

describe.each(['database', 'jwt'] as const)(
  'the first verification with credentials() (sessions: %s)',
  (strategy) => {
    async function withCredentials(options: Partial<CredentialsProvider> = {}) {
      const box = mailbox()
      const removed: string[] = []
      const removeCredentials = ({ id }: { id: string }): void => void removed.push(id)
      const password = credentials(GRACE, { removeCredentials, ...options })
      const world = await start({ strategy, providers: [box.provider, acme(), password] })
      const squatter = world.anotherBrowser()
      await world.enter(squatter)
      await world.link(squatter)
      await world.browser.post('/auth/signin/mail', { email: GRACE.email, callbackUrl: '/inside' })
      return { world, removed, squatter, link: box.link }
    }

    test('the first verification with credentials() keeps the logins by the password that `authorize` accepts', async () => {
      const { world, removed, squatter, link } = await withCredentials()
      const choice = { earlierLogins: 'keep', password: PASSWORD }
      expect(locationOf(await useLink(link, world.browser, choice)).pathname).toBe('/inside')
      expect(await squatter.session()).not.toBeNull()
      expect(world.adapter.rows.accounts).toHaveLength(1)
      expect(removed).toEqual([])
    })

    test('the first verification with credentials() does not accept the password of another user', async () => {
      const { world, squatter, link } = await withCredentials({
        authorize: ({ password }) => (password === 'of mallory' ? { id: 'mallory' } : GRACE),
      })
      const choice = { earlierLogins: 'keep', password: 'of mallory' }
      expect(await (await useLink(link, world.browser, choice)).text()).toMatch(REMOVED)
      expect(await world.browser.session()).toBeNull()
      expect(await squatter.session()).not.toBeNull()
    })

    test('the first verification with credentials() does not check passwords with a `signUp: true` provider', async () => {
      const { world, link } = await withCredentials({ signUp: true })
      const page = await (await world.browser.send(link, { headers: html })).text()
      expect(page).toMatch(REMOVED)
      expect(page).not.toContain('type="password"')
      const choice = { earlierLogins: 'keep', password: PASSWORD }
      expect(await (await useLink(link, world.browser, choice)).text()).toMatch(REMOVED)
      expect(await world.browser.session()).toBeNull()
    })

    test('the first verification with credentials() does not list or remove a password with `removeCredentials: false`', async () => {
      const { world, squatter, link } = await withCredentials({ removeCredentials: false })
      const page = await (await world.browser.send(link, { headers: html })).text()
      expect(page).not.toContain('<li>Password</li>')
      await useLink(link, world.browser, { earlierLogins: 'remove' })
      expect(await world.browser.session()).toMatchObject({ user: { email: GRACE.email } })
      expect(await squatter.session()).toBeNull()
      expect(world.adapter.rows.accounts).toEqual([])
    })
  },
)
