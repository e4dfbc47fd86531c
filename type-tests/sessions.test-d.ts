import { createAuth, type SessionInfo } from 'authwright'
import { memory } from 'authwright/adapters/memory'
import { redisSessions } from 'authwright/adapters/redis-sessions'
import { sqlite } from 'authwright/adapters/sqlite'
import { createAuth as createNextAuth } from 'authwright/next'
import { github } from 'authwright/providers/github'
import { memoryStore } from 'authwright/stores/memory'
import { expectTypeOf } from 'expect-type'
import { request } from './fixtures.js'

// A session in the database can be listed, and ended by its id.
const stored = createAuth().provider(github()).adapter(memory()).build()
expectTypeOf(await stored.sessions.list('user')).toEqualTypeOf<readonly SessionInfo[]>()
expectTypeOf(await stored.sessions.current(request)).toEqualTypeOf<SessionInfo | null>()
await stored.sessions.revoke('session', { request })
await stored.sessions.revokeAll('user')
createAuth().provider(github()).adapter(sqlite('auth.db')).build().sessions.list('user')

// A session in a cookie can be ended, but not listed.
const sealed = createAuth().provider(github()).build()
await sealed.sessions.revoke('session')
await sealed.sessions.revokeAll('user')
// @ts-expect-error Sessions in cookies cannot be listed.
sealed.sessions.list
createAuth()
  .session({ strategy: 'jwt' })
  .provider(github())
  .adapter(memory())
  .build()
  // @ts-expect-error The strategy decides whether sessions can be listed, not the adapter.
  .sessions.list('user')

// The object form and a configuration function give the same methods.
createAuth({ providers: [github()], adapter: memory() })
  .build()
  .sessions.list('user')
createAuth(() => createAuth().provider(github()).adapter(memory()))
  .build()
  .sessions.list('user', { request })

// The metadata of a session may be null.
const [first] = await stored.sessions.list('user')
expectTypeOf(first?.createdAt).toEqualTypeOf<Date | null | undefined>()
expectTypeOf(first?.userAgent).toEqualTypeOf<string | null | undefined>()

// Options of database sessions and of encrypted session tokens.
createAuth()
  .session({ maxSessions: { count: 5, onExceeded: 'reject' }, cookieCache: 60, storeDevice: false })
  .provider(github())
  .adapter(memory())
  .build()
createAuth().session({ domain: 'example.com', remember: true }).provider(github()).build()
createAuth().session({ endWithIdToken: true }).provider(github()).build()
// @ts-expect-error The option is a boolean.
createAuth().session({ endWithIdToken: 'provider' })
// @ts-expect-error `maxSessions` needs database sessions.
createAuth().session({ strategy: 'jwt', maxSessions: { count: 5 } })
// @ts-expect-error `cookieCache` needs database sessions.
createAuth().session({ strategy: 'jwt', cookieCache: 60 })
// @ts-expect-error A host without a dot is not a domain.
createAuth().session({ domain: 'localhost' })
// @ts-expect-error Database sessions have no claims to refresh.
createAuth().session({ strategy: 'database', refresh: { every: 60, claims: () => null } })
createAuth().session({
  strategy: 'jwt',
  refresh: { every: 60, claims: async ({ sub }) => ({ role: String(sub) }) },
})

// A read with `write: false` returns the same type of session.
expectTypeOf(await stored.auth(request, { write: false })).toEqualTypeOf(await stored.auth(request))

// Sessions in a session store can be listed, in every form of the configuration.
const sessionStore = redisSessions({ client: { eval: async () => null } })
const claims = createAuth()
  .session({ sessionStore })
  .provider(github())
  .callbacks({
    jwt: ({ token }) => ({ ...token, plan: 'free' as const }),
    session: ({ session, token }) => ({ ...session, plan: token.plan }),
  })
  .build()
expectTypeOf(await claims.sessions.list('user')).toEqualTypeOf<readonly SessionInfo[]>()
expectTypeOf((await claims.auth(request))?.plan).toEqualTypeOf<'free' | undefined>()
createAuth()
  .session({ strategy: 'jwt', sessionStore })
  .provider(github())
  .adapter(memory())
  .build()
  .sessions.list('user')
createAuth({ providers: [github()], session: { sessionStore } })
  .build()
  .sessions.list('user')
createAuth(() => ({ providers: [github()], session: { sessionStore } }))
  .build()
  .sessions.list('user', { request })
// @ts-expect-error A store for rate limits and revocations is not a session store.
createAuth().session({ sessionStore: memoryStore() })
// @ts-expect-error With an adapter, redisSessions() is an adapter, not a session store.
createAuth().session({ sessionStore: redisSessions(memory(), { client: { eval: async () => null } }) })
// @ts-expect-error A session store has no users.
createAuth().provider(github()).adapter(sessionStore)

// In Next.js, a request is not needed to read the current session.
const nextAuth = createNextAuth().provider(github()).adapter(memory()).build()
expectTypeOf(await nextAuth.sessions.current()).toEqualTypeOf<SessionInfo | null>()
expectTypeOf(await nextAuth.sessions.current(request)).toEqualTypeOf<SessionInfo | null>()
expectTypeOf(await nextAuth.sessions.list('user')).toEqualTypeOf<readonly SessionInfo[]>()
// @ts-expect-error Sessions in cookies cannot be listed.
createNextAuth().provider(github()).build().sessions.list
// @ts-expect-error Other frameworks need a request.
stored.sessions.current()
