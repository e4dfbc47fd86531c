import { type AdapterWith, createAuth } from 'authwright'
import { kysely } from 'authwright/adapters/kysely'
import { github } from 'authwright/providers/github'
import { expectTypeOf } from 'expect-type'
import { request } from './fixtures.js'
import { db } from './support/kysely-tables.js'

const adapter = kysely(db, {
  dialect: 'postgres',
  tables: { users: 'users', accounts: 'accounts', sessions: 'sessions' },
})

// The stored user has the columns of the interface, with their select types.
const { auth } = createAuth()
  .provider(github())
  .adapter(adapter)
  .callbacks({
    session: ({ session, user }) => {
      expectTypeOf(user.role).toEqualTypeOf<'member' | 'admin'>()
      expectTypeOf(user.email).toEqualTypeOf<string>()
      expectTypeOf(user.emailVerified).toEqualTypeOf<Date | null>()
      return { ...session, user: { ...session.user, role: user.role } }
    },
  })
  .build()
expectTypeOf(await auth(request))
  .exclude<null>()
  .toHaveProperty('user')
  .toHaveProperty('role')
  .toEqualTypeOf<'member' | 'admin'>()

// Sessions can be listed if the sessions table has a column for token hashes.
expectTypeOf(adapter).toExtend<AdapterWith<'sessionManagement'>>()
expectTypeOf(adapter).toExtend<AdapterWith<'transactions'>>()
expectTypeOf(
  kysely(db, {
    dialect: 'postgres',
    tables: { users: 'users', accounts: 'accounts', sessions: 'sessions' },
    transactions: false,
  }),
).not.toHaveProperty('inTransaction')
expectTypeOf(
  kysely(db, {
    dialect: 'postgres',
    tables: { users: 'users', accounts: 'accounts', sessions: 'sessions' },
    sessionTokens: 'plain',
  }),
).not.toExtend<AdapterWith<'sessionManagement'>>()

expectTypeOf(
  kysely(db, { dialect: 'postgres', tables: { users: 'users', accounts: 'accounts' } }),
).not.toHaveProperty('createSession')
