import { createAuth, type DefaultSession } from 'authwright'
import { github } from 'authwright/providers/github'
import { getSession, useSession } from 'authwright/react'
import { expectTypeOf } from 'expect-type'
import * as v from 'valibot'
import { db, request } from '../fixtures.js'

// Auth.js applications usually add fields to the session like this.
declare module 'authwright' {
  interface JWT {
    role: 'admin' | 'member'
  }
  interface Session {
    user: { id: string; role: 'admin' | 'member' } & DefaultSession['user']
  }
  interface Register {
    auth: typeof augmented
  }
}

const augmented = createAuth()
  .provider(github())
  .callbacks({
    jwt: ({ token, user }) =>
      user
        ? { ...token, role: user.email === 'ada@example.com' ? ('admin' as const) : ('member' as const) }
        : token,
    session: ({ session, token }) => ({
      ...session,
      user: { ...session.user, id: token.sub ?? '', role: token.role ?? 'member' },
    }),
  })
  .build()
expectTypeOf((await augmented.auth(request))?.user.role).toEqualTypeOf<'admin' | 'member' | undefined>()
expectTypeOf((await getSession())?.user.role).toEqualTypeOf<'admin' | 'member' | undefined>()
const shown = useSession()
if (shown.data) expectTypeOf(shown.data.user.role).toEqualTypeOf<'admin' | 'member'>()

// With `claims`, a token without the claim is not a session, so no default is needed.
createAuth()
  .provider(github())
  .jwt({ claims: v.object({ sub: v.string(), role: v.picklist(['admin', 'member']) }) })
  .callbacks({
    jwt: (params) =>
      params.user ? { ...params.token, sub: params.user.id, role: 'member' as const } : params.token,
    session: ({ session, token }) => ({
      ...session,
      user: { ...session.user, id: token.sub, role: token.role },
    }),
  })
  .build()

// With database sessions, the user contains the fields.
createAuth()
  .provider(github())
  .adapter(db)
  .callbacks({
    session: ({ session, user }) => ({
      ...session,
      user: { ...session.user, id: user.id, role: user.role },
    }),
  })
  .build()
