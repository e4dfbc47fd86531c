import { neon } from '@neondatabase/serverless'
import { type AdapterWith, createAuth } from 'authwright'
import { memory } from 'authwright/adapters/memory'
import { type PgQueryAdapter, pg } from 'authwright/adapters/pg'
import { sqlite } from 'authwright/adapters/sqlite'
import type { UncheckedUpdate } from 'authwright/internal'
import { credentials } from 'authwright/providers/credentials'
import { type GitHubUser, github } from 'authwright/providers/github'
import { expectTypeOf } from 'expect-type'
import { type DbUser, db, email, request, usersOnly } from './fixtures.js'

// With an adapter, the strategy is 'database': `session` receives the stored user, including its custom
// columns.
const auth = createAuth()
  .provider(github())
  .adapter(db)
  .callbacks({
    signIn: ({ user, profile }) => {
      expectTypeOf(user).toEqualTypeOf<GitHubUser | DbUser>()
      expectTypeOf(profile.login).toEqualTypeOf<string>()
      return true
    },
    session: ({ session, user, newSession, trigger }) => {
      expectTypeOf(user).toEqualTypeOf<DbUser>()
      // The data of an update is unchecked (`unknown`), so its members cannot be read.
      expectTypeOf(newSession).toEqualTypeOf<UncheckedUpdate | null | undefined>()
      expectTypeOf(trigger).toEqualTypeOf<'update' | undefined>()
      return { ...session, user: { ...session.user, role: user.role } }
    },
  })
  .events({
    createUser: ({ user }) => expectTypeOf(user).toEqualTypeOf<DbUser>(),
    signIn: ({ user }) => expectTypeOf(user).toEqualTypeOf<DbUser>(),
    linkAccount: ({ user, profile }) => {
      expectTypeOf(user).toEqualTypeOf<DbUser>()
      expectTypeOf(profile).toEqualTypeOf<GitHubUser>()
    },
    signOut: ({ session }) => expectTypeOf(session?.sessionToken).toEqualTypeOf<string | undefined>(),
    session: ({ session, user }) => {
      expectTypeOf(session.user.role).toEqualTypeOf<'admin' | 'member'>()
      expectTypeOf(user).toEqualTypeOf<DbUser>()
    },
  })
  .build()
expectTypeOf(await auth.auth(request))
  .exclude<null>()
  .toHaveProperty('user')
  .toHaveProperty('role')
  .toEqualTypeOf<'admin' | 'member'>()
expectTypeOf(await auth.auth(request))
  .exclude<null>()
  .toHaveProperty('user')
  .not.toBeAny()

// .session({ strategy: 'jwt' }) selects tokens again, before or after the adapter.
const withToken = createAuth().session({ strategy: 'jwt' }).provider(github()).adapter(db)
withToken.callbacks({
  jwt: ({ token, user }) => {
    expectTypeOf(user).toEqualTypeOf<DbUser | undefined>()
    return { ...token, role: user?.role }
  },
  session: ({ session, token }) => ({ ...session, role: token.role }),
})
createAuth()
  .provider(github())
  .adapter(db)
  .session({ strategy: 'jwt' })
  .callbacks({ jwt: ({ token }) => token })
  .build()

// With strategy 'jwt', an adapter does not need session methods.
expectTypeOf(
  createAuth().provider(github()).adapter(usersOnly).session({ strategy: 'jwt' }).build().auth,
).toBeFunction()

// Parameters that do not apply to the kind of provider are `undefined`.
createAuth()
  .provider(github())
  .provider(email)
  .provider(credentials({ input: { name: {} }, authorize: ({ name }) => db.getUserByEmail(name) }))
  .adapter(db)
  .callbacks({
    signIn: ({ provider, profile, email, credentials }) => {
      if (provider === 'github') {
        expectTypeOf(profile.login).toEqualTypeOf<string>()
        expectTypeOf(email).toEqualTypeOf<undefined>()
        expectTypeOf(credentials).toEqualTypeOf<undefined>()
      } else if (provider === 'email') {
        expectTypeOf(email?.verificationRequest).toEqualTypeOf<boolean | undefined>()
        expectTypeOf(profile).toEqualTypeOf<undefined>()
      } else {
        expectTypeOf(credentials.name).toEqualTypeOf<string>()
        expectTypeOf(profile).toEqualTypeOf<undefined>()
      }
      return true
    },
  })
  .build()
  .signIn('email', { request, email: 'somebody@acme.example' })

// A feature that the adapter does not support is refused.
declare function nightly(adapter: AdapterWith<'expiredRowDeletion'>): void
declare function whole(adapter: AdapterWith<'transactions'>): void
nightly(memory())
// @ts-expect-error The adapter has no cleanup().
nightly(usersOnly)
whole(pg('postgres://localhost/app'))
// @ts-expect-error The adapter has no inTransaction().
whole(memory())
// @ts-expect-error A query function runs each statement separately, so it has no transactions.
whole(pg({ query: async () => ({ rows: [] }) }))
expectTypeOf(pg({ query: async () => ({ rows: [] }) })).toEqualTypeOf<PgQueryAdapter>()
// A query function of a driver is accepted as a database, with custom columns.
const overHttp = pg(neon('postgres://localhost/app', { fullResults: true }), { user: { role: 'text' } })
expectTypeOf(overHttp.getUser('x'))
  .resolves.exclude(null)
  .toHaveProperty('role')
  .toEqualTypeOf<string | null>()
// @ts-expect-error Without this option, the driver returns only rows.
pg(neon('postgres://localhost/app'))

// If the application overrides a method of an adapter, its return type determines the user type.
const ours = sqlite('auth.db', { user: { role: 'text' } })
createAuth()
  .provider(github())
  .adapter({ ...ours, getUser: async (id: string) => ({ id, email: '', emailVerified: null, level: 1 }) })
  .callbacks({
    session: ({ session, user }) => {
      expectTypeOf(user).toEqualTypeOf<{ id: string; email: string; emailVerified: null; level: number }>()
      return session
    },
  })
createAuth()
  .provider(github())
  .adapter(ours)
  .callbacks({
    session: ({ session, user }) => {
      expectTypeOf(user.role).toEqualTypeOf<string | null>()
      return session
    },
  })

// An adapter of another author must implement the `Adapter` contract.
// @ts-expect-error `getUser` must be a function.
createAuth().adapter({ getUser: 5 })

// The parameters of an adapter that is written as an object literal are inferred.
createAuth().adapter({
  getUser: (id) => {
    expectTypeOf(id).toEqualTypeOf<string>()
    return null
  },
})

declare const d1: import('@cloudflare/workers-types').D1Database
declare const betterSqlite3: import('better-sqlite3').Database
declare const node: {
  exec(sql: string): void
  prepare(sql: string): {
    all(...anonymous: (null | number | bigint | string | Uint8Array)[]): Record<string, unknown>[]
    run(...anonymous: (null | number | bigint | string | Uint8Array)[]): { changes: number | bigint }
  }
}

// Adapters accept database clients that are already open, with custom columns.
sqlite(d1)
sqlite(betterSqlite3, { user: { role: 'text' } })
sqlite(node)
sqlite({ client: d1 })
// @ts-expect-error
sqlite(null)
// @ts-expect-error
sqlite({ prepare: 1 })
