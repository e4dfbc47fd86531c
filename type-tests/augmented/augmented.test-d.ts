import { createAuth, type DefaultSession, type Session } from 'authwright'
import { createClient } from 'authwright/client'
import type {
  BaseSession,
  RegisteredProviderId,
  RegisteredSession,
  RegisteredUpdate,
} from 'authwright/internal'
import { type GitHubUser, github } from 'authwright/providers/github'
import { getSession, type SessionProviderProps, signIn, useSession } from 'authwright/react'
import { createSession, signIn as signInOfSolid } from 'authwright/solid'
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

// No callback has added the fields yet, so they may be missing.
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

// @ts-expect-error `Session` declares an id that no callback returns.
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

// The browser functions have the types of the registered instance.
expectTypeOf((await getSession())?.role).toEqualTypeOf<'member' | undefined>()
const shown = useSession()
if (shown.status === 'authenticated') expectTypeOf(shown.data.user.id).toEqualTypeOf<string>()
await shown.update({ region: 'eu' })
await signIn('github')
// @ts-expect-error There is no such provider.
await signIn('google')
// @ts-expect-error The schema takes a string.
await shown.update({ region: 1 })
const followed = createSession()
expectTypeOf(followed()?.role).toEqualTypeOf<'member' | undefined>()
await followed.update({ region: 'eu' })
await signInOfSolid('github')
// @ts-expect-error There is no such provider.
await signInOfSolid('google')
expectTypeOf(createClient().getSession).toEqualTypeOf(getSession)
expectTypeOf<RegisteredSession>().toExtend<SessionProviderProps['session']>()
expectTypeOf<{ expires: string }>().not.toExtend<SessionProviderProps['session']>()
