import { type AdapterWith, createAuth } from 'authwright'
import { prisma } from 'authwright/adapters/prisma'
import { github } from 'authwright/providers/github'
import { expectTypeOf } from 'expect-type'
import { request } from './fixtures.js'
import { client } from './support/prisma-client.js'

// The stored user has the fields of the model: an enum stays an enum.
const { auth, sessions } = createAuth()
  .provider(github())
  .adapter(prisma(client))
  .callbacks({
    session: ({ session, user }) => {
      expectTypeOf(user.role).toEqualTypeOf<'member' | 'admin'>()
      expectTypeOf(user.email).toEqualTypeOf<string | null>()
      return { ...session, user: { ...session.user, role: user.role } }
    },
  })
  .build()
expectTypeOf(await auth(request))
  .exclude<null>()
  .toHaveProperty('user')
  .toHaveProperty('role')
  .toEqualTypeOf<'member' | 'admin'>()
sessions.list('user')

// The adapter has the methods for the models of the client.
expectTypeOf(prisma(client)).not.toHaveProperty('createVerificationToken')
expectTypeOf(prisma(client)).toExtend<AdapterWith<'expiredRowDeletion'>>()
expectTypeOf(prisma(client)).toExtend<AdapterWith<'transactions'>>()
expectTypeOf(prisma(client, { transactions: false })).not.toHaveProperty('inTransaction')
expectTypeOf(prisma(client, { sessionTokens: 'plain' })).not.toExtend<AdapterWith<'sessionManagement'>>()
