/** TE-11: the tokens of an account that is removed from its user are revoked at the provider. */

import { describe, expect, test } from 'vitest'
import type { AdapterAccount } from '../../../src/adapters/contract.js'
import { memoryStore } from '../../../src/stores/memory.js'
import { locationOf } from '../../support/browser.js'
import type { IdentityProvider } from '../../support/identity-provider.js'
import { mailbox } from '../../support/mailbox.js'
import { acme } from '../../support/providers.js'
import { credentials, GRACE, worlds } from '../../support/world.js'

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
    const response = await owner.post('/auth/callback/mail', { ...params, earlierLogins: 'remove' })
    return { world, response, took: performance.now() - began }
  }

  test('the tokens of an account of an attacker are revoked when the owner of the e-mail address removes the account', async () => {
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
  ])(
    'a provider that %s does not prevent the removal of the account, and delays it by less than four seconds',
    async (_, respond) => {
      const { world, response, took } = await ownerComes(respond)
      expect(locationOf(response).pathname).toBe('/inside')
      expect(world.adapter.rows.accounts).toEqual([])
      expect(took).toBeLessThan(4_000)
      expect(JSON.stringify(world.logged)).not.toContain('refresh-1')
    },
  )
})

describe('tokens.revokeAll(), called before a user is deleted', () => {
  const signedIn = async (
    respond: () => ReturnType<Respond>,
    tokens: Readonly<Record<string, unknown>> = { refresh_token: 'refresh-1' },
  ) => {
    const world = await start({ strategy: 'database' })
    revocable(world.idp, respond)
    world.idp.misbehave({ ...world.idp.behaviour, token: (response) => ({ ...response, ...tokens }) })
    await world.signIn()
    const { userId: id } = world.adapter.rows.accounts[0] as { userId: string }
    return { world, id, revokeAll: () => world.app.tokens.revokeAll(id) }
  }

  test('tokens.revokeAll() revokes tokens at the provider, and deletes the stored tokens', async () => {
    const { world, id, revokeAll } = await signedIn(async () => new Response(null, { status: 200 }))
    expect(await world.app.tokens.forUser(id, 'acme')).toMatchObject({ ok: true })
    await revokeAll()
    expect(revoked(world.idp)).toEqual(['refresh-1'])
    expect(await world.app.tokens.forUser(id, 'acme')).toEqual({ ok: false, reason: 'reauthenticate' })
    // No tokens are left to revoke.
    await revokeAll()
    expect(revoked(world.idp)).toHaveLength(1)
    expect(await world.browser.session()).not.toBeNull()
    expect(world.errors).toEqual([])
  })

  test('if the revocation for one account fails, tokens.revokeAll() revokes the tokens of other accounts, and the next call revokes the remaining tokens', async () => {
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
        async updateAccountIf(account, expected) {
          if (fails && account.providerAccountId === second) throw new Error('the connection ended')
          return real.updateAccountIf(account, expected)
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

  test.each([
    ['with', true],
    ['without', false],
  ])(
    'tokens.revokeAll() prevents a refresh in progress from storing tokens again, %s a conditional update',
    async (__, conditional) => {
      const world = await start({
        strategy: 'database',
        through: (real) => {
          const { updateAccountIf, ...others } = real
          return conditional ? { ...others, updateAccountIf } : others
        },
      })
      let answer: (response: Response) => void = () => undefined
      revocable(world.idp, async () => new Response(null, { status: 200 }))
      await world.signIn()
      const { behaviour } = world.idp
      const asked = new Promise<void>((resolve) => {
        world.idp.misbehave({
          ...behaviour,
          async respond(request) {
            if (!String(request.init.body).includes('grant_type=refresh_token'))
              return behaviour.respond?.(request)
            resolve()
            return new Promise<Response>((settle) => {
              answer = settle
            })
          },
        })
      })
      const { userId: id } = world.adapter.rows.accounts[0] as { userId: string }
      const refreshing = world.app.tokens.forUser(id, 'acme', { validFor: 1e9 })
      await asked
      const revoking = world.app.tokens.revokeAll(id)
      await new Promise((resolve) => setTimeout(resolve, 150))
      answer(
        Response.json({
          access_token: 'newer',
          refresh_token: 'refresh-2',
          token_type: 'Bearer',
          expires_in: 300,
        }),
      )
      await Promise.all([refreshing, revoking])
      expect(await world.app.tokens.forUser(id, 'acme')).toEqual({ ok: false, reason: 'reauthenticate' })
      // The tokens of the refresh are revoked as well, even if they were not stored in the row.
      expect(revoked(world.idp)).toEqual(conditional ? ['refresh-1', 'refresh-2'] : ['refresh-2'])
    },
  )

  test('tokens.revokeAll() takes less than 12 seconds even if a process ended during a refresh and the provider hangs', async () => {
    const store = memoryStore()
    const world = await start({
      strategy: 'database',
      // Without a conditional update, the lease is in the store. It is not released.
      through: ({ updateAccountIf: _, ...others }) => others,
      options: {
        store: {
          ...store,
          compareAndSet: (key, expected, value, ttl) =>
            value !== 'released' && store.compareAndSet(key, expected, value, ttl),
        },
      },
    })
    let release: () => void = () => undefined
    const hanging = new Promise<Response>((resolve) => {
      release = () => resolve(new Response(null, { status: 200 }))
    })
    revocable(world.idp, () => hanging)
    await world.signIn()
    const { behaviour } = world.idp
    world.idp.misbehave({
      ...behaviour,
      respond: (request) =>
        String(request.init.body).includes('grant_type=refresh_token')
          ? Promise.resolve(new Response(null, { status: 503 }))
          : behaviour.respond?.(request),
    })
    const { userId: id } = world.adapter.rows.accounts[0] as { userId: string }
    await world.app.tokens.forUser(id, 'acme', { validFor: 1e9 })
    const began = performance.now()
    await world.app.tokens.revokeAll(id)
    const took = performance.now() - began
    release()
    expect(took).toBeGreaterThan(10_000)
    expect(took).toBeLessThan(12_000)
  })

  test.each([
    ['responds with an error', async () => Response.json({ error: 'server_error' }, { status: 500 })],
    ['cannot be reached', async () => Promise.reject(new Error('fetch failed'))],
  ] as const)(
    'the warning token-revocation names a provider that %s, and contains no token',
    async (_, respond) => {
      const { world, id, revokeAll } = await signedIn(respond)
      await revokeAll()
      const warnings = world.logged.filter((each) => Array.isArray(each) && each[0] === 'token-revocation')
      expect(warnings).toEqual([
        ['token-revocation', expect.stringContaining("of 'acme' were not revoked: ")],
      ])
      expect(JSON.stringify(warnings)).not.toContain('refresh-1')
      expect(await world.app.tokens.forUser(id, 'acme')).toEqual({ ok: false, reason: 'reauthenticate' })
    },
  )

  test('tokens.revokeAll() revokes an access token that came without a refresh token', async () => {
    const { world, id, revokeAll } = await signedIn(async () => new Response(null, { status: 200 }), {})
    const began = performance.now()
    await revokeAll()
    expect(performance.now() - began).toBeLessThan(2_000)
    expect(revoked(world.idp)).toEqual([world.idp.accessToken])
    expect(await world.app.tokens.forUser(id, 'acme')).toEqual({ ok: false, reason: 'reauthenticate' })
  })

  test('tokens.revokeAll() also revokes the access token of a later sign-in that issued no refresh token', async () => {
    const { world, revokeAll } = await signedIn(async () => new Response(null, { status: 200 }))
    await revokeAll()
    world.idp.misbehave({ ...world.idp.behaviour, token: (response) => response })
    await world.signIn(world.anotherBrowser())
    await revokeAll()
    expect(revoked(world.idp)).toEqual(['refresh-1', world.idp.accessToken])
    expect(world.logged).not.toContainEqual(expect.arrayContaining(['token-revocation']))
  })

  test('tokens.revokeAll() revokes the tokens of one account while another account waits for the database', async () => {
    const slow = 'ada-2'
    let release: () => void = () => undefined
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    const world = await start({
      strategy: 'database',
      through: (real) => ({
        ...real,
        async updateAccount(account) {
          if (account.providerAccountId === slow) await held
          return real.updateAccount(account)
        },
        async updateAccountIf(account, expected) {
          if (account.providerAccountId === slow) await held
          return real.updateAccountIf(account, expected)
        },
      }),
    })
    revocable(world.idp, async () => new Response(null, { status: 200 }))
    await world.signIn()
    const [first] = world.adapter.rows.accounts as [AdapterAccount]
    const { refresh_token: _, ...others } = first
    await world.adapter.unlinkAccount(first)
    await world.adapter.linkAccount({ ...others, providerAccountId: slow, access_token: 'alone' })
    await world.adapter.linkAccount(first)
    const revoking = world.app.tokens.revokeAll(first.userId)
    try {
      await expect.poll(() => revoked(world.idp)).toEqual(['refresh-1'])
    } finally {
      release()
    }
    await revoking
    expect(revoked(world.idp)).toEqual(['refresh-1', 'alone'])
  })

  test('tokens.revokeAll() revokes unencrypted tokens even if the row changes during the call', async () => {
    let lost = 0
    const world = await start({
      strategy: 'database',
      through: (real) => ({
        ...real,
        updateAccountIf: async (account, expected) => ++lost > 5 && real.updateAccountIf(account, expected),
      }),
    })
    revocable(world.idp, async () => new Response(null, { status: 200 }))
    await world.signIn()
    const { userId: id } = world.adapter.rows.accounts[0] as { userId: string }
    await world.app.tokens.revokeAll(id)
    expect(lost).toBe(6)
    expect(revoked(world.idp)).toEqual(['refresh-1'])
    expect(await world.app.tokens.forUser(id, 'acme')).toEqual({ ok: false, reason: 'reauthenticate' })
  })

  test('tokens.revokeAll() also revokes refreshed tokens that could not be stored', async () => {
    let fails = true
    const world = await start({
      strategy: 'database',
      through: (real) => ({
        ...real,
        async updateAccountIf(account, expected) {
          if (fails && account.access_token) throw new Error('the connection ended')
          return real.updateAccountIf(account, expected)
        },
      }),
    })
    revocable(world.idp, async () => new Response(null, { status: 200 }))
    await world.signIn()
    world.idp.misbehave({
      ...world.idp.behaviour,
      async respond(request) {
        if (!String(request.init.body).includes('grant_type=refresh_token')) {
          return request.url.pathname === '/revoke' ? new Response(null, { status: 200 }) : undefined
        }
        return Response.json({ access_token: 'newer', refresh_token: 'refresh-2', token_type: 'Bearer' })
      },
    })
    const { userId: id } = world.adapter.rows.accounts[0] as { userId: string }
    expect(await world.app.tokens.forUser(id, 'acme', { validFor: 1e9 })).toMatchObject({
      accessToken: 'newer',
    })
    fails = false
    await world.app.tokens.revokeAll(id)
    await expect.poll(() => revoked(world.idp), { timeout: 4_000 }).toEqual(['refresh-1', 'refresh-2'])
  })

  test('tokens.revokeAll() does not change tokens of another user', async () => {
    const { world, id } = await signedIn(async () => new Response(null, { status: 200 }))
    await world.app.tokens.revokeAll('another')
    expect(revoked(world.idp)).toEqual([])
    expect(await world.app.tokens.forUser(id, 'acme')).toMatchObject({ ok: true })
  })

  test('tokens.revokeAll() waits a second for a provider that does not respond, and leaves no stored token', async () => {
    const { world, id, revokeAll } = await signedIn(() => new Promise<never>(() => undefined))
    const began = performance.now()
    await revokeAll()
    expect(performance.now() - began).toBeLessThan(4_000)
    expect(await world.app.tokens.forUser(id, 'acme')).toEqual({ ok: false, reason: 'reauthenticate' })
  })
})
