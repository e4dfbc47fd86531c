/** TE-11: the tokens of an account that is removed from its user are revoked at the provider. */
import { describe, expect, test } from 'vitest'
import type { AdapterAccount } from '../../src/adapters/contract.js'
import { locationOf } from '../support/browser.js'
import type { IdentityProvider } from '../support/identity-provider.js'
import { mailbox } from '../support/mailbox.js'
import { acme, credentials, GRACE, worlds } from './support/world.js'

const start = worlds()
type Respond = NonNullable<IdentityProvider['behaviour']['respond']>

const revocable = (idp: IdentityProvider, respond: () => ReturnType<Respond>): void =>
  idp.misbehave({
    claims: (claims) => ({ ...claims, email_verified: false }),
    token: (response) => ({ ...response, refresh_token: 'refresh-1' }),
    discovery: (document) => ({ ...document, revocation_endpoint: `${idp.issuer}/revoke` }),
    respond: ({ url }) => (url.pathname === '/revoke' ? respond() : undefined),
  })

const revoked = ({ received }: IdentityProvider): (string | null)[] =>
  received
    .filter(({ url }) => url.pathname === '/revoke')
    .map(({ init }) => new URLSearchParams(String(init.body)).get('token'))

describe.each(['jwt', 'database'] as const)('sessions: %s', (strategy) => {
  const ownerComes = async (respond: () => ReturnType<Respond>) => {
    const box = mailbox()
    const world = await start({ strategy, providers: [acme(), credentials(GRACE), box.provider] })
    revocable(world.idp, respond)
    await world.signIn()
    expect(await world.browser.session()).not.toBeNull()
    const owner = world.anotherBrowser()
    await owner.post('/auth/signin/mail', { email: 'ada@example.com', callbackUrl: '/inside' })
    const params = Object.fromEntries(new URL(box.link, world.origin).searchParams)
    const began = performance.now()
    const response = await owner.post('/auth/callback/mail', params)
    return { world, response, took: performance.now() - began }
  }

  test('of an account that an attacker attached before the owner of the address signed in', async () => {
    const { world, response } = await ownerComes(async () => new Response(null, { status: 200 }))
    expect(locationOf(response).pathname).toBe('/inside')
    expect(world.adapter.rows.accounts).toEqual([])
    expect(revoked(world.idp)).toEqual(['refresh-1'])
    expect(world.errors).toEqual([])
  })

  test.each([
    ['does not respond', () => new Promise<never>(() => undefined)],
    ['cannot be reached', async () => Promise.reject(new TypeError('fetch failed'))],
    ['responds with an error', async () => Response.json({ error: 'server_error' }, { status: 500 })],
  ])('a provider that %s keeps no account, and delays for a second', async (_, respond) => {
    const { world, response, took } = await ownerComes(respond)
    expect(locationOf(response).pathname).toBe('/inside')
    expect(world.adapter.rows.accounts).toEqual([])
    expect(took).toBeLessThan(4_000)
    expect(JSON.stringify(world.logged)).not.toContain('refresh-1')
  })
})

describe('all tokens of a user, before the application deletes them', () => {
  const signedIn = async (respond: () => ReturnType<Respond>) => {
    const world = await start({ strategy: 'database' })
    revocable(world.idp, respond)
    await world.signIn()
    const { userId: id } = world.adapter.rows.accounts[0] as { userId: string }
    return { world, id, revokeAll: () => world.app.tokens.revokeAll(id) }
  }

  test('are revoked at the provider, and emptied here', async () => {
    const { world, id, revokeAll } = await signedIn(async () => new Response(null, { status: 200 }))
    expect(await world.app.tokens.forUser(id, 'acme')).toMatchObject({ ok: true })
    await revokeAll()
    expect(revoked(world.idp)).toEqual(['refresh-1'])
    expect(await world.app.tokens.forUser(id, 'acme')).toEqual({ ok: false, reason: 'reauthenticate' })
    // There is nothing left to revoke.
    await revokeAll()
    expect(revoked(world.idp)).toHaveLength(1)
    expect(await world.browser.session()).not.toBeNull()
    expect(world.errors).toEqual([])
  })

  test('are revoked, also where the tokens of another account could not be emptied until the next call', async () => {
    const second = 'ada-2'
    let fails = false
    const world = await start({
      strategy: 'database',
      through: (real) => ({
        ...real,
        async updateAccount(account) {
          if (fails && account.providerAccountId === second) throw new Error('the connection ended')
          return real.updateAccount(account)
        },
      }),
    })
    revocable(world.idp, async () => new Response(null, { status: 200 }))
    await world.signIn()
    const first = world.adapter.rows.accounts[0] as AdapterAccount
    await world.adapter.linkAccount({ ...first, providerAccountId: second, refresh_token: 'refresh-2' })
    fails = true
    await expect(world.app.tokens.revokeAll(first.userId)).rejects.toMatchObject({ type: 'AdapterError' })
    expect(revoked(world.idp)).toEqual(['refresh-1'])
    fails = false
    await world.app.tokens.revokeAll(first.userId)
    expect(revoked(world.idp)).toEqual(['refresh-1', 'refresh-2'])
  })

  test('of another user stay as they are', async () => {
    const { world, id } = await signedIn(async () => new Response(null, { status: 200 }))
    await world.app.tokens.revokeAll('another')
    expect(revoked(world.idp)).toEqual([])
    expect(await world.app.tokens.forUser(id, 'acme')).toMatchObject({ ok: true })
  })

  test('a provider that does not respond delays for a second, and leaves no token here', async () => {
    const { world, id, revokeAll } = await signedIn(() => new Promise<never>(() => undefined))
    const began = performance.now()
    await revokeAll()
    expect(performance.now() - began).toBeLessThan(4_000)
    expect(await world.app.tokens.forUser(id, 'acme')).toEqual({ ok: false, reason: 'reauthenticate' })
  })
})
