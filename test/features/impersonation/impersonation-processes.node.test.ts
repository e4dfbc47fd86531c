import { afterAll, describe, expect, test } from 'vitest'
import { pg } from '../../../src/adapters/pg.js'
import { createAuth } from '../../../src/index.js'
import { github } from '../../../src/providers/github.js'
import { redisStore } from '../../../src/stores/redis.js'
import { testAuth } from '../../../src/testing.js'
import { impersonation, users } from '../../../src/users.js'
import { emptyDatabase, poolOn } from '../../adapters/pg/support.js'
import { connectRedis } from '../../stores/redis-server.js'
import { browserAfter, type Who } from '../../support/browser-after.js'
import { postgres } from '../../support/stores/postgres.js'

const redis = await connectRedis()
afterAll(async () => {
  await redis?.close()
})

const SECRET = 'a secret of more than thirty-two characters'
const strategies = ['jwt', 'database'] as const
type Strategy = (typeof strategies)[number]

const form = (who: Who, path = '/admin'): Request =>
  who.request(path, { method: 'POST', headers: { origin: 'http://localhost' } })

/** The adapter of one process. */
const adapterOn = (url: string) =>
  pg(poolOn(url), {
    user: {
      role: { type: 'text', values: ['member', 'support'], default: 'member' },
      banned: { type: 'boolean', default: false },
    },
  })

/**
 * One process of an application. It shares only the database and the store with other processes. A header names the tenant.
 */
function processOf(strategy: Strategy, url: string, prefix: string) {
  const adapter = adapterOn(url)
  const auth = createAuth()
    .provider(github({ clientId: 'id', clientSecret: 'secret' }))
    .adapter(adapter)
    .session({ strategy: strategy as 'database', ...(strategy === 'database' && { cookieCache: 60 }) })
    .use(
      impersonation(adapter, {
        allow: ({ actor, user }) =>
          actor.role === 'support' && !actor.banned && user.role === 'member' && !user.banned,
      }),
    )
    .use(users(adapter))
    .tenant((request) => request.headers.get('x-tenant') ?? 'a')
    .options({
      secret: SECRET,
      trustHost: true,
      store: redisStore({ client: redis as never, prefix }),
      logger: { warn: () => undefined },
    })
    .build()
  return { auth, as: testAuth(auth) }
}

/** Sue from support acts as Ada in one process. Another process shares its database and its store. */
async function acting(strategy: Strategy) {
  const url = await emptyDatabase()
  const prefix = `authwright-test-${crypto.randomUUID()}:`
  const here = processOf(strategy, url, prefix)
  const there = processOf(strategy, url, prefix)
  const ada = await here.as({ user: { name: 'Ada', email: 'ada@example.com' } })
  const sue = await here.as({ user: { name: 'Sue', email: 'sue@example.com', role: 'support' } })
  const started = await here.auth.impersonation.start(ada.userId, { request: form(sue) })
  return { here: here.auth, there: there.auth, ada, sue, both: browserAfter(sue, started) }
}

type Acting = Awaited<ReturnType<typeof acting>>

const request = new Request('http://localhost/')

describe.skipIf(!redis || !postgres.available).each(strategies)('two processes, sessions: %s', (strategy) => {
  const ends: Record<string, (all: Acting) => Promise<unknown>> = {
    'is stopped': ({ there, both }) => there.impersonation.stop({ request: form(both) }),
    'loses the sessions of its actor': ({ there, sue }) => there.sessions.revokeAll(sue.userId, { request }),
    'loses the sessions of its user': ({ there, ada }) => there.sessions.revokeAll(ada.userId, { request }),
    'has a demoted actor': ({ there, sue }) =>
      there.users.update(sue.userId, { role: 'member' }, { request }),
    'has a banned actor': ({ there, sue }) => there.users.update(sue.userId, { banned: true }, { request }),
    'has a banned user': ({ there, ada }) => there.users.update(ada.userId, { banned: true }, { request }),
    'has a deleted actor': ({ there, sue }) => there.users.delete(sue.userId, { request }),
    'has a deleted user': ({ there, ada }) => there.users.delete(ada.userId, { request }),
    'is signed out': async ({ there, both }) => {
      const csrf = await there.handler(both.request('/auth/csrf'))
      const { csrfToken } = (await csrf.json()) as { csrfToken: string }
      await there.handler(
        browserAfter(both, csrf).request('/auth/signout', {
          method: 'POST',
          body: new URLSearchParams({ csrfToken }),
        }),
      )
    },
  }

  test.each(Object.keys(ends))(
    'an impersonation that %s in one process also ends in the other process',
    async (name) => {
      const all = await acting(strategy)
      const { here, there, both } = all
      for (const auth of [here, there]) {
        expect(await auth.auth(both.request())).toMatchObject({
          user: { name: 'Ada' },
          actor: { name: 'Sue' },
        })
      }
      await ends[name]?.(all)
      for (const auth of [here, there]) {
        expect(await auth.auth(both.request())).toBeNull()
        expect(await (await auth.handler(both.request('/auth/session'))).json()).toBeNull()
      }
    },
  )

  test('impersonation cookies are rejected at another tenant, where an administrator can end the impersonation', async () => {
    const { here, there, ada, both } = await acting(strategy)
    const atB = both.request()
    atB.headers.set('x-tenant', 'b')
    expect(await here.auth(atB.clone())).toBeNull()
    await expect(here.accounts.list(atB.clone())).resolves.toBeNull()
    await there.sessions.revokeAll(ada.userId, {
      request: new Request('http://localhost/', { headers: { 'x-tenant': 'b' } }),
    })
    expect(await here.auth(both.request())).toBeNull()
  })

  test('copies of the impersonation cookies of an actor are rejected after the session of the actor has ended', async () => {
    const { here, there, ada, sue, both } = await acting(strategy)
    // `both` keeps the cookies of the first impersonation. A request with only the session cookie of the actor starts a second one.
    const second = browserAfter(sue, await there.impersonation.start(ada.userId, { request: form(sue) }))
    await there.impersonation.stop({ request: form(second) })
    expect(await here.auth(second.request())).toBeNull()
    await there.sessions.revokeAll(sue.userId, { request })
    expect(await here.auth(both.request())).toBeNull()
  })
})
