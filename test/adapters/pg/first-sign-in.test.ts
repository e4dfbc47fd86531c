import { Pool } from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Adapter } from '../../../src/adapters/contract.js'
import { type PgAdapter, pg } from '../../../src/adapters/pg.js'
import type { OIDCProvider } from '../../../src/providers/kinds/oidc.js'
import { passkey } from '../../../src/providers/passkey.js'
import { app } from '../../support/app.js'
import { Authenticator } from '../../support/authenticator.js'
import { Browser, locationOf } from '../../support/browser.js'
import { IdentityProvider } from '../../support/identity-provider.js'
import { acme } from '../../support/providers.js'
import { type Database, postgres, postgresDatabase } from '../../support/stores/postgres.js'

const provider: OIDCProvider = acme()

const refuse = async (): Promise<never> => {
  throw new Error('Nothing is stored outside of the transaction.')
}

describe.skipIf(!postgres.available)(`a first sign-in with pg${postgres.note}`, () => {
  let database: Database
  let pool: Pool
  let adapter: PgAdapter
  let idp: IdentityProvider
  beforeAll(async () => {
    database = await postgresDatabase()
    pool = new Pool({ connectionString: database.url })
    adapter = pg(pool)
  })
  afterAll(async () => {
    await pool.end()
    await database.drop()
  })
  beforeEach(async () => {
    idp = await IdentityProvider.start()
    idp.user = {
      sub: crypto.randomUUID(),
      email: `${crypto.randomUUID()}@example.com`,
      email_verified: true,
    }
  })

  const signIn = async (changes: Partial<Adapter>): Promise<Browser> => {
    const over = { ...adapter, createUser: refuse, linkAccount: refuse, ...changes }
    const browser = new Browser(app({ providers: [provider], adapter: over, fetch: idp.fetch }).handle)
    const started = await browser.post('/auth/signin/acme', { callbackUrl: '/inside' })
    const { pathname, search } = idp.authorize(locationOf(started))
    await browser.send(pathname + search)
    return browser
  }
  const stored = (): Promise<unknown> => adapter.getUserByEmail(String(idp.user['email']))

  it('pg() stores the user and the account in one transaction', async () => {
    const browser = await signIn({})
    expect((await browser.session()).user.email).toBe(idp.user['email'])
    expect(await stored()).not.toBeNull()
  })

  it('pg() stores the user and the account together, also if the adapter cannot delete users', async () => {
    const failing: Adapter['inTransaction'] = (work) =>
      adapter.inTransaction((inside) => work({ ...inside, linkAccount: refuse }))
    const browser = await signIn({ inTransaction: failing, deleteUser: undefined as never })
    expect(await browser.session()).toBeNull()
    expect(await stored()).toBeNull()
    expect((await (await signIn({})).session()).user.email).toBe(idp.user['email'])
  })

  describe('with a passkey', () => {
    const register = async (email: string, changes: Partial<Adapter>): Promise<Browser> => {
      const over = {
        ...adapter,
        createUser: refuse,
        linkAccount: refuse,
        createAuthenticator: refuse,
        ...changes,
      }
      const options = { trustHost: true }
      const browser = new Browser(app({ providers: [passkey()], adapter: over, options }).handle)
      const query = new URLSearchParams({ action: 'register', email })
      const asked = await (await browser.send(`/auth/webauthn-options/passkey?${query}`)).json()
      const made = await new Authenticator(browser.origin).create(asked.options)
      await browser.post('/auth/callback/passkey', { action: 'register', data: JSON.stringify(made) })
      return browser
    }

    it('pg() stores the user, the account and the passkey in one transaction', async () => {
      const email = `${crypto.randomUUID()}@example.com`
      const browser = await register(email, {})
      expect((await browser.session()).user.email).toBe(email)
      const user = await adapter.getUserByEmail(email)
      expect(await adapter.listAuthenticatorsByUserId(user?.id ?? '')).toHaveLength(1)
    })

    it('pg() stores no e-mail address if the passkey cannot be stored', async () => {
      const email = `${crypto.randomUUID()}@example.com`
      const failing: Adapter['inTransaction'] = (work) =>
        adapter.inTransaction((inside) => work({ ...inside, createAuthenticator: refuse }))
      const browser = await register(email, { inTransaction: failing, deleteUser: undefined as never })
      expect(await browser.session()).toBeNull()
      expect(await adapter.getUserByEmail(email)).toBeNull()
      expect((await (await register(email, {})).session()).user.email).toBe(email)
    })
  })
})
