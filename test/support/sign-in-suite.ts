import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Adapter, AdapterUser } from '../../src/adapters/contract.js'
import { AccountNotLinked } from '../../src/errors.js'
import { createAuth } from '../../src/index.js'
import type { OIDCProvider } from '../../src/providers/kinds/oidc.js'
import { oidc } from '../../src/providers/oidc.js'
import { type UsersAdapter, users } from '../../src/users.js'
import { app } from './app.js'
import { Browser, locationOf } from './browser.js'
import { IdentityProvider } from './identity-provider.js'
import { intercepted } from './intercepted.js'

const DAY = 24 * 60 * 60 * 1000

const provider = (id: string): OIDCProvider =>
  oidc({
    id,
    issuer: 'https://idp.test',
    clientId: 'client',
    clientSecret: 's-e_c.r*et',
  })
const providers = [provider('acme'), provider('globex')]

/** Different results for adapters whose database has fewer capabilities. */
export interface StoreTraits {
  /**
   * The result of two concurrent first sign-ins of a person. `bothSignedIn`: both are signed in. `oneUser`: one may
   * have to try again, because the store chooses the ids of users. `oneOwner`: the account may belong to one user and
   * the e-mail address to another, because the store has no unique columns. Default: `bothSignedIn`.
   */
  readonly atOnce?: 'bothSignedIn' | 'oneUser' | 'oneOwner'
  /**
   * Methods whose failure leaves an e-mail address with which no user can sign in, because the stored rows
   * could not be removed.
   */
  readonly stuckAfter?: readonly string[]
}

/** Actions of users through the handler, with an adapter over a real store. Every test has separate users. */
export function signInSuite(
  adapterOf: () => Adapter,
  { atOnce = 'bothSignedIn', stuckAfter = [] }: StoreTraits = {},
): void {
  let idp: IdentityProvider
  let person: { sub: string; email: string; email_verified: boolean }
  beforeEach(async () => {
    idp = await IdentityProvider.start()
    person = { sub: randomUUID(), email: `${randomUUID()}@example.com`, email_verified: true }
    idp.user = person
  })

  const open = (adapter: Adapter, clock: () => number = Date.now): Browser =>
    new Browser(app({ providers, adapter, fetch: idp.fetch, clock }).handle)

  const signIn = async (browser: Browser, id = 'acme', fields: Record<string, string> = {}): Promise<URL> => {
    const started = await browser.post(`/auth/signin/${id}`, { callbackUrl: '/inside', ...fields })
    const { pathname, search } = idp.authorize(locationOf(started))
    const response = await browser.send(pathname + search)
    return response.status === 503 ? new URL('/unavailable', browser.origin) : locationOf(response)
  }

  /** The owner of the account. Adapters that count users return a number. */
  const owner = async (id = 'acme'): Promise<unknown> =>
    (await adapterOf().getUserByAccount?.({ provider: id, providerAccountId: idp.user.sub as string }))?.id

  it('a user signs in for the first time and again', async () => {
    const adapter = adapterOf()
    expect((await signIn(open(adapter))).pathname).toBe('/inside')
    const first = await owner()
    expect(first).toBeDefined()
    const browser = open(adapter)
    expect((await signIn(browser)).pathname).toBe('/inside')
    expect((await browser.session()).user.email).toBe(person.email)
    expect(await owner()).toBe(first)
  })

  it('an account of another provider is linked to the signed-in user', async () => {
    const browser = open(adapterOf())
    await signIn(browser)
    const first = await owner()
    idp.user = { sub: randomUUID(), email: `${randomUUID()}@example.com`, email_verified: true }
    expect((await signIn(browser, 'globex', { link: 'true' })).pathname).toBe('/inside')
    expect(await owner('globex')).toBe(first)
    expect((await browser.session()).user.email).toBe(person.email)
  })

  it('a sign-in with another account signs in its user instead of the previous one', async () => {
    const browser = open(adapterOf())
    await signIn(browser)
    const first = await owner()
    const other = { sub: randomUUID(), email: `${randomUUID()}@example.com`, email_verified: true }
    idp.user = other
    expect((await signIn(browser, 'globex')).pathname).toBe('/inside')
    expect(await owner('globex')).toBeDefined()
    expect(String(await owner('globex'))).not.toBe(String(first))
    expect((await browser.session()).user.email).toBe(other.email)
  })

  it('an unlinked account does not sign in as the user that it was signed up with', async () => {
    const adapter = adapterOf()
    await signIn(open(adapter))
    const founded = await owner()
    await adapter.unlinkAccount?.({ provider: 'acme', providerAccountId: person.sub })
    const thief = open(adapter)
    const { pathname, searchParams } = await signIn(thief)
    expect([pathname, searchParams.get('error')]).toEqual(['/auth/signin', 'OAuthAccountNotLinked'])
    expect(await thief.session()).toBeNull()
    expect(await owner()).toBeUndefined()
    expect(await adapter.getUserByEmail?.(person.email)).toMatchObject({ id: founded })
  })

  it('an unlinked account signs in as a new user if no user has its e-mail address', async () => {
    const adapter = adapterOf()
    idp.user = { sub: person.sub }
    await signIn(open(adapter))
    const founded = await owner()
    await adapter.unlinkAccount?.({ provider: 'acme', providerAccountId: person.sub })
    expect((await signIn(open(adapter))).pathname).toBe('/inside')
    expect(await owner()).toBeDefined()
    expect(String(await owner())).not.toBe(String(founded))
    expect(await adapter.getUser?.(String(founded))).toMatchObject({ id: founded })
  })

  it('a session that is used is extended, and an unused session ends', async () => {
    const began = Math.floor(Date.now() / 1000) * 1000
    let now = began
    const browser = open(adapterOf(), () => now)
    await signIn(browser)
    const { expires } = await browser.session()
    expect(Date.parse(expires)).toBe(began + 30 * DAY)
    now = began + 10 * DAY
    expect(Date.parse((await browser.session()).expires)).toBe(now + 30 * DAY)
    now += 29 * DAY
    expect(await browser.session()).not.toBeNull()
    now += 31 * DAY
    expect(await browser.session()).toBeNull()
  })

  it('a session is read with one call of the adapter, and is not written until its extension is due', async () => {
    const began = Math.floor(Date.now() / 1000) * 1000
    let now = began
    const calls: string[] = []
    const browser = open(
      intercepted(adapterOf(), (name) => void calls.push(name)),
      () => now,
    )
    await signIn(browser)
    calls.length = 0
    await browser.session()
    expect(calls).toEqual(['getSessionAndUser'])
    now += 2 * DAY
    calls.length = 0
    await browser.session()
    await browser.session()
    expect(calls).toEqual(['getSessionAndUser', 'updateSession', 'getSessionAndUser'])
  })

  it('a sign-out deletes the session from the store', async () => {
    const browser = open(adapterOf())
    await signIn(browser)
    const stolen = new Browser(browser.handle)
    const cookies = browser.jar.header ?? ''
    await browser.post('/auth/signout')
    expect(await browser.session()).toBeNull()
    const response = await stolen.send('/auth/session', { headers: { cookie: cookies } })
    expect(await response.json()).toBeNull()
  })

  const outcome = {
    bothSignedIn: 'makes one user of two first sign-ins at once, and signs both in',
    oneUser: 'makes one user of two first sign-ins at once, and signs one in at least',
    oneOwner: 'gives the account of two first sign-ins at once to one user, and signs one in at least',
  }
  it(outcome[atOnce], async () => {
    const [here, there] = [open(adapterOf()), open(adapterOf())]
    const ends = (await Promise.all([signIn(here), signIn(there)])).map(({ pathname }) => pathname)
    expect(ends).toContain('/inside')
    if (atOnce === 'bothSignedIn') expect(ends).toEqual(['/inside', '/inside'])
    const id = await owner()
    expect(id).toBeDefined()
    if (atOnce !== 'oneOwner') {
      expect(await adapterOf().getUserByEmail?.(person.email)).toMatchObject({ id })
    }
    // After any fault, the user can sign in again, as the same user.
    const later = open(adapterOf())
    expect((await signIn(later)).pathname).toBe('/inside')
    expect((await later.session()).user.email).toBe(person.email)
    expect(await owner()).toBe(id)
  })

  it('a first sign-in finds the user whom a concurrent first sign-in stores during the lookup', async () => {
    let isKnown = false
    let hasStored = (): void => undefined
    let hasLooked = (): void => undefined
    const stored = new Promise<void>((resolve) => {
      hasStored = resolve
    })
    const looked = new Promise<void>((resolve) => {
      hasLooked = resolve
    })
    const first = signIn(
      open(
        intercepted(adapterOf(), (method) => {
          if (method !== 'linkAccount') return undefined
          hasStored()
          return looked
        }),
      ),
    ).finally(hasStored)
    await stored
    // After the e-mail address was found, the account is read once more.
    const second = signIn(
      open(
        intercepted(
          adapterOf(),
          () => undefined,
          (method) => {
            if (method === 'getUserByEmail') isKnown = true
            if (method !== 'getUserByAccount' || !isKnown) return undefined
            isKnown = false
            hasLooked()
            return first
          },
        ),
      ),
    ).finally(hasLooked)
    const ends = (await Promise.all([first, second])).map(({ pathname }) => pathname)
    expect(ends).toContain('/inside')
    if (atOnce === 'bothSignedIn') expect(ends).toEqual(['/inside', '/inside'])
  })

  // Without unique columns, two users can have the same e-mail address.
  if (atOnce !== 'oneOwner') {
    describe('users.update() with an e-mail address', () => {
      const create = async (): Promise<string> => {
        const user = { email: `${randomUUID()}@example.com`, emailVerified: new Date(0) }
        return String((await adapterOf().createUser?.(user))?.id)
      }
      const administration = () => {
        const adapter = adapterOf() as Adapter & UsersAdapter<AdapterUser>
        const options = { secret: randomUUID(), trustHost: true, logger: { error: () => undefined } }
        return createAuth()
          .provider(
            oidc({ id: 'acme', issuer: 'https://idp.test', clientId: 'client', clientSecret: 's-e_c.r*et' }),
          )
          .adapter(adapter)
          .options(options)
          .use(users(adapter))
          .build().users
      }

      it('users.update() refuses the e-mail address of another user, and changes nothing', async () => {
        const { update, get } = administration()
        const before = await get(await create())
        const other = await get(await create())
        await expect(update(before?.id ?? '', { name: 'Eve', email: other?.email ?? '' })).rejects.toThrow(
          AccountNotLinked,
        )
        expect([await get(before?.id ?? ''), await get(other?.id ?? '')]).toEqual([before, other])
      })

      it('users.update() gives an e-mail address to only one of two users at the same time', async () => {
        const { update, get } = administration()
        const ids = [await create(), await create()]
        const email = `${randomUUID()}@example.com`
        const results = await Promise.allSettled(ids.map((id) => update(id, { email })))
        const refused = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []))
        expect(refused).toEqual([expect.any(AccountNotLinked)])
        const stored = await Promise.all(ids.map((id) => get(id)))
        expect(stored.filter((user) => user?.email === email)).toHaveLength(1)
      })
    })
  }

  const healed = stuckAfter.length === 0 ? 'any call' : `any call but ${stuckAfter.join(', ')}`
  it(`the next sign-in finishes a first sign-in that failed at ${healed}`, async () => {
    const stuck: string[] = []
    let failed: string | undefined = ''
    for (let k = 1; failed !== undefined; k++) {
      failed = undefined
      idp.user = { sub: randomUUID(), email: `${randomUUID()}@example.com`, email_verified: true }
      let calls = 0
      let mended = false
      const flaky = intercepted(adapterOf(), (method) => {
        if (mended || ++calls !== k) return
        failed = method
        throw new Error('connection lost')
      })
      const browser = open(flaky)
      await signIn(browser)
      mended = true
      const { pathname } = await signIn(browser)
      if (failed !== undefined && stuckAfter.includes(failed)) {
        stuck.push(failed)
        expect(pathname, `after a fault of ${failed}`).toBe('/auth/signin')
        expect(await browser.session()).toBeNull()
        continue
      }
      expect(pathname, `after a fault at call ${k}, ${failed}`).toBe('/inside')
      expect((await browser.session()).user.email).toBe(idp.user.email)
      expect(await owner()).toBeDefined()
    }
    expect(stuck).toEqual(stuckAfter)
  })
}
