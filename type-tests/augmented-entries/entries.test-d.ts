import {
  type Account,
  type AdapterUser,
  createAuth,
  type JWT,
  type Profile,
  type Session,
  type User,
} from 'authwright'
import { createAuth as createNextAuth } from 'authwright/next'
import { github } from 'authwright/providers/github'
import { getSession } from 'authwright/react'
import type {} from 'authwright/solid-start'
import type {} from 'authwright/sveltekit'
import { expectTypeOf } from 'expect-type'
import { db } from '../fixtures.js'

// Every entry exports the same interfaces, so each can augment them. Each interface is augmented only once here, because a
// compiler keeps only the last declaration if two entries augment one interface.
declare module 'authwright' {
  interface Account {
    tenant?: string
  }
  interface Profile {
    department?: string
  }
  interface AdapterUser {
    locale?: string
  }
}
declare module 'authwright/next' {
  interface Session {
    ofNext?: 1
  }
}
declare module 'authwright/sveltekit' {
  interface JWT {
    ofSvelteKit?: 2
  }
}
declare module 'authwright/solid-start' {
  interface User {
    ofSolidStart?: 3
  }
}
declare module 'authwright/react' {
  interface Register {
    auth: typeof auth
  }
}

expectTypeOf<Session['ofNext']>().toEqualTypeOf<1 | undefined>()
expectTypeOf<JWT['ofSvelteKit']>().toEqualTypeOf<2 | undefined>()
expectTypeOf<User['ofSolidStart']>().toEqualTypeOf<3 | undefined>()
expectTypeOf<Account['tenant']>().toEqualTypeOf<string | undefined>()
expectTypeOf<Profile['department']>().toEqualTypeOf<string | undefined>()
expectTypeOf<AdapterUser['locale']>().toEqualTypeOf<string | undefined>()

// Callbacks receive the declared members.
const auth = createAuth()
  .provider(github())
  .adapter(db)
  .session({ strategy: 'jwt' })
  .callbacks({
    jwt: ({ token, account, user }) => {
      expectTypeOf(account?.tenant).toEqualTypeOf<string | undefined>()
      expectTypeOf(user?.locale).toEqualTypeOf<string | undefined>()
      expectTypeOf(token.ofSvelteKit).toEqualTypeOf<2 | undefined>()
      return token
    },
    session: ({ session }) => ({ ...session, role: 'admin' as const }),
  })
  .build()
expectTypeOf((await getSession())?.role).toEqualTypeOf<'admin' | undefined>()
expectTypeOf((await getSession())?.ofNext).toEqualTypeOf<1 | undefined>()

const next = createNextAuth().provider(github()).build()
expectTypeOf((await next.auth())?.ofNext).toEqualTypeOf<1 | undefined>()
