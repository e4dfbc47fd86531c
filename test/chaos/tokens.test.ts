import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type PgAdapter, pg } from '../../src/adapters/pg.js'
import { type SqliteAdapter, sqlite } from '../../src/adapters/sqlite.js'
import type { TokensResult } from '../../src/model/provider-tokens.js'
import type { OIDCProvider } from '../../src/providers/kinds/oidc.js'
import { CLIENT_SECRET, type RealProvider, realProvider } from '../protocol/support/real-provider.js'
import { visit } from '../protocol/support/user-agent.js'
import { app, SECRET } from '../support/app.js'
import { Browser, locationOf } from '../support/browser.js'
import { type Database, postgresDatabase } from '../support/stores/postgres.js'
import { type PrivateRedis, privateRedis } from '../support/stores/private-redis.js'

/*
 * Processes that refresh the tokens of one account, with a provider that rotates refresh tokens and revokes the grant where one is used
 * twice.
 */

let real: RealProvider
let folder: string
let database: Database
let redis: PrivateRedis
beforeAll(async () => {
  real = await realProvider({ grant_types: ['authorization_code', 'refresh_token'] })
  folder = await mkdtemp(path.join(tmpdir(), 'authwright-tokens-'))
  database = await postgresDatabase()
  redis = await privateRedis()
})
afterAll(async () => {
  await redis.stop()
  await database.drop()
  await rm(folder, { recursive: true })
  await real.stop()
})

/** What a process printed; `undefined` where it was killed. */
interface Printed {
  readonly sent: number
  readonly results: readonly TokensResult[]
  /** What it logged. */
  readonly said: string
}

interface WorkerOptions {
  readonly calls?: number
  readonly kill?: string
  readonly hangs?: boolean
}

const places = {
  'SQLite, by the row': { kind: 'sqlite', shares: false },
  'SQLite and Redis': { kind: 'sqlite', shares: true },
  'PostgreSQL, by the row': { kind: 'pg', shares: false },
  'PostgreSQL and Redis': { kind: 'pg', shares: true },
} as const

describe.each(Object.entries(places))('%s', (_, { kind, shares }) => {
  let adapter: PgAdapter | SqliteAdapter
  let address: string
  let userId: string

  /** Signs in, and lets the access token end. */
  beforeEach(async () => {
    address = kind === 'pg' ? database.url : path.join(folder, `${crypto.randomUUID()}.db`)
    adapter = kind === 'pg' ? pg(address) : sqlite(address)
    const provider: OIDCProvider = {
      id: 'basic',
      type: 'oidc',
      issuer: real.issuer,
      clientId: 'basic',
      clientSecret: CLIENT_SECRET,
      client: { id_token_signed_response_alg: 'ES256' },
      authorization: { params: { scope: 'openid email profile offline_access', prompt: 'consent' } },
    }
    const site = app({ providers: [provider], adapter })
    const browser = new Browser(site.handle)
    const { url } = await visit(locationOf(await browser.post('/auth/signin/basic')), 'agrees')
    await browser.send(url.pathname + url.search)
    expect(site.logged).toEqual([])
    const user = await adapter.getUserByAccount({ provider: 'basic', providerAccountId: 'ada' })
    userId = user?.id ?? ''
    await expire()
    return async () => {
      await adapter.deleteUser(userId)
      await adapter.close()
    }
  })

  /** The access token ends now. */
  async function expire(): Promise<void> {
    const { type, provider, providerAccountId } = (await adapter.getAccount('ada', 'basic')) ?? {}
    if (!type || !provider || !providerAccountId) throw new Error('There is no account.')
    await adapter.updateAccount({ type, provider, providerAccountId, userId, expires_at: 1 })
  }

  function worker({ calls = 1, ...options }: WorkerOptions = {}): Promise<Printed | undefined> {
    const given = {
      issuer: real.issuer,
      clientSecret: CLIENT_SECRET,
      secret: SECRET,
      database: address,
      userId,
    }
    const all = { ...given, ...options, calls, ...(shares && { redis: redis.url }) }
    return new Promise((resolve, reject) => {
      execFile(
        process.execPath,
        ['test/chaos/support/token-worker.mjs', JSON.stringify(all)],
        (error, out, err) => {
          if (error && error.signal !== 'SIGKILL') reject(new Error(err || error.message))
          else resolve(error ? undefined : { ...(JSON.parse(out) as Printed), said: err })
        },
      )
    })
  }

  /** Of two processes with fifty calls each, one sends one request, and all calls get its token. */
  async function refreshTogether(): Promise<void> {
    const printed = await Promise.all([worker({ calls: 50 }), worker({ calls: 50 })])
    const sent = printed.map((each) => each?.sent ?? 0).reduce((sum, each) => sum + each)
    const results = printed.flatMap((each) => each?.results ?? [])
    const said = printed.map((each) => each?.said)
    // What was logged says why.
    expect({ sent, none: results.filter((each) => !each.ok), said }).toEqual({
      sent: 1,
      none: [],
      said: ['', ''],
    })
    expect(results).toHaveLength(100)
    expect(new Set(results.map((each) => each.ok && each.accessToken)).size).toBe(1)
  }

  test('fifty calls in each of two processes send one request, again and again', async () => {
    for (let round = 0; round < 3; round++) {
      await refreshTogether()
      await expire()
    }
  })

  /** What another process gets as soon as no lease is in its way. */
  async function next(): Promise<TokensResult> {
    const deadline = performance.now() + 45_000
    for (;;) {
      const [result] = (await worker())?.results ?? []
      if (result && (result.ok || result.reason !== 'unavailable')) return result
      if (performance.now() > deadline) throw new Error('There are no tokens long after the lease ended.')
    }
  }

  // With a shared store, the row holds no lease.
  const harmless = [
    ...(shares ? [] : ['after the lease is taken']),
    'before the request',
    'after new tokens are stored',
  ]
  test.each(harmless)('a process is killed %s: the next one has tokens', async (kill) => {
    expect(await worker({ kill })).toBeUndefined()
    expect(await next()).toMatchObject({ ok: true })
    await expire()
    // The lease of the process in a shared store lasts until its time.
    expect(await next()).toMatchObject({ ok: true })
    await expire()
    await refreshTogether()
  })

  test.each(['after the response', 'before new tokens are stored'])(
    'a process is killed %s, so that the only new tokens are gone: the user is to sign in again',
    async (kill) => {
      expect(await worker({ kill })).toBeUndefined()
      expect(await next()).toEqual({ ok: false, reason: 'reauthenticate' })
    },
  )

  test('the provider does not respond: none for now, and tokens when it does', async () => {
    expect(await worker({ hangs: true, calls: 5 })).toMatchObject({
      sent: 0,
      results: Array.from({ length: 5 }, () => ({ ok: false, reason: 'unavailable' })),
    })
    expect(await next()).toMatchObject({ ok: true })
  })
})
