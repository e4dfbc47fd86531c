// A `declare module` of Auth.js, with its path replaced.
import type { AdapterUser } from 'authwright/compat'
import type { JWT } from 'authwright/compat/jwt'
import NextAuth, {
  type Account,
  type DefaultSession,
  type Profile,
  type Session,
} from 'authwright/compat/next'
import GitHub from 'authwright/compat/providers/github'
import { useSession } from 'authwright/compat/react'
import { expectTypeOf } from 'expect-type'

declare module 'authwright/compat/next' {
  interface Session {
    user: { id: string; role: string } & DefaultSession['user']
    accessToken?: string
  }
  interface User {
    role?: string
  }
  interface Account {
    tenant?: string
  }
  interface Profile {
    department?: string
  }
}
declare module 'authwright/compat/jwt' {
  interface JWT {
    id: string
    role: string
  }
}
declare module 'authwright/compat' {
  interface AdapterUser {
    role: string
  }
}

const { auth } = NextAuth({
  providers: [GitHub],
  callbacks: {
    jwt({ token, user, account, profile }) {
      if (user) token.role = user.role ?? 'member'
      expectTypeOf(account?.tenant).toEqualTypeOf<string | undefined>()
      expectTypeOf(profile?.department).toEqualTypeOf<string | undefined>()
      return token
    },
    session({ session, token, user }) {
      session.user.id = token.sub
      session.user.role = token.role
      session.user.role = user.role
      return session
    },
  },
})
expectTypeOf((await auth())?.user.role).toEqualTypeOf<string | undefined>()
expectTypeOf<Session['user']['role']>().toEqualTypeOf<string>()
expectTypeOf<Account['tenant']>().toEqualTypeOf<string | undefined>()
expectTypeOf<Profile['department']>().toEqualTypeOf<string | undefined>()
expectTypeOf<JWT['role']>().toEqualTypeOf<string>()
expectTypeOf<AdapterUser['role']>().toEqualTypeOf<string>()
const session = useSession({ required: true })
if (session.data) expectTypeOf(session.data.user.role).toEqualTypeOf<string>()
