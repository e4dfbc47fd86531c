import { type AdapterWith, createAuth } from 'authwright'
import { type DrizzleTables, drizzle } from 'authwright/adapters/drizzle'
import { github } from 'authwright/providers/github'
import { expectTypeOf } from 'expect-type'
import { request } from './fixtures.js'
import { accounts, db, sessions, users } from './support/drizzle-tables.js'

// The stored user has the columns of the table: an enum stays an enum, and NOT NULL stays non-null.
const { auth } = createAuth()
  .provider(github())
  .adapter(drizzle(db, { users, accounts, sessions }))
  .callbacks({
    session: ({ session, user }) => {
      expectTypeOf(user.role).toEqualTypeOf<'member' | 'admin'>()
      expectTypeOf(user.email).toEqualTypeOf<string>()
      expectTypeOf(user.emailVerified).toEqualTypeOf<Date | null>()
      return { ...session, user: { ...session.user, role: user.role } }
    },
  })
  .events({ createUser: ({ user }) => expectTypeOf(user.role).toEqualTypeOf<'member' | 'admin'>() })
  .build()
expectTypeOf(await auth(request))
  .exclude<null>()
  .toHaveProperty('user')
  .toHaveProperty('role')
  .toEqualTypeOf<'member' | 'admin'>()

// The type of the tables has a member for each table, including the passwords table.
expectTypeOf<keyof DrizzleTables>().toEqualTypeOf<
  'users' | 'accounts' | 'sessions' | 'verificationTokens' | 'authenticators' | 'passwords'
>()

// The adapter has the methods for the configured tables.
expectTypeOf(drizzle(db, { users, accounts })).not.toHaveProperty('createSession')
expectTypeOf(drizzle(db, { users, accounts, sessions })).toExtend<AdapterWith<'expiredRowDeletion'>>()
// Sessions can be listed if the sessions table has a column for token hashes.
createAuth()
  .provider(github())
  .adapter(drizzle(db, { users, accounts, sessions }, {}))
  .build()
  .sessions.list('user')
expectTypeOf(drizzle(db, { users, accounts, sessions }, { sessionTokens: 'plain' })).not.toExtend<
  AdapterWith<'sessionManagement'>
>()
createAuth().provider(github()).adapter(drizzle(db, { users, accounts })).session({ strategy: 'jwt' }).build()
