import {
  type BaseSession,
  createAuth,
  type DefaultSession,
  type RegisteredProviderId,
  type RegisteredSession,
  type RegisteredUpdate,
  type Session,
} from 'authwright'
import { type GitHubUser, github } from 'authwright/providers/github'
import { expectTypeOf } from 'expect-type'
import * as v from 'valibot'
import { request } from '../fixtures.js'

declare module 'authwright' {
  interface User {
    plan: 'free' | 'pro'
  }
  interface JWT {
    role: 'admin' | 'member'
  }
  interface Session {
    region?: string
    user: { id: string } & DefaultSession['user']
  }
  interface Register {
    auth: typeof auth
  }
}

const base = createAuth()
  .provider(github())
  .session({ update: v.object({ region: v.string() }) })

// Nothing has put the fields there yet, so they may be missing.
base.callbacks({
  jwt: ({ token, user }) => {
    expectTypeOf(token.role).toEqualTypeOf<'admin' | 'member' | undefined>()
    expectTypeOf(user?.plan).toEqualTypeOf<'free' | 'pro' | undefined>()
    return token
  },
  session: ({ session }) => {
    expectTypeOf(session.region).toEqualTypeOf<string | undefined>()
    expectTypeOf(session.user.id).toEqualTypeOf<string | undefined>()
    return session
  },
})
expectTypeOf<GitHubUser['plan']>().toEqualTypeOf<'free' | 'pro' | undefined>()
expectTypeOf<BaseSession['user']['id']>().toEqualTypeOf<string | undefined>()

// @ts-expect-error `Session` asks for an id that no session has.
base.build()

const auth = base
  .callbacks({
    jwt: ({ token }) => ({ ...token, role: 'member' as const }),
    session: ({ session, token }) => ({
      ...session,
      role: token.role,
      user: { ...session.user, id: token.sub ?? '', plan: 'free' as const },
    }),
  })
  .build()
const session = await auth.auth(request)
expectTypeOf(session).exclude<null>().toExtend<Session>()
expectTypeOf(session?.role).toEqualTypeOf<'member' | undefined>()

expectTypeOf<RegisteredSession['user']['id']>().toEqualTypeOf<string>()
expectTypeOf<RegisteredSession>().not.toBeAny()
expectTypeOf<RegisteredProviderId>().toEqualTypeOf<'github'>()
expectTypeOf<RegisteredUpdate>().toEqualTypeOf<{ region: string }>()
