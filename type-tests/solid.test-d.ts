import { createAuth } from 'authwright'
import type { ClientError } from 'authwright/client'
import { credentials } from 'authwright/providers/credentials'
import { createSession, getSession, Protected, type SessionResource, signIn, signOut } from 'authwright/solid'
import { expectTypeOf } from 'expect-type'
import { object, string } from 'valibot'

const auth = createAuth()
  .provider(credentials({ input: { password: {} }, authorize: () => ({ id: '1' }) }))
  .session({ update: object({ region: string() }) })
  .callbacks({ session: ({ session }) => ({ ...session, role: 'admin' as const }) })
  .build()
type Session = { role: 'admin'; expires: string }

const session = createSession<typeof auth>()
expectTypeOf(session()?.role).toEqualTypeOf<'admin' | undefined>()
expectTypeOf(session()).not.toBeAny()
expectTypeOf(session.status).toEqualTypeOf<'authenticated' | 'loading' | 'unauthenticated'>()
expectTypeOf(session.error).toEqualTypeOf<ClientError | undefined>()
expectTypeOf((await session.update({ region: 'eu' }))?.role).toEqualTypeOf<'admin' | undefined>()
await session.update()
// @ts-expect-error The schema takes a string.
await session.update({ region: 1 })

// The session that the server has read.
declare const given: () => NonNullable<ReturnType<typeof session>> | null | undefined
createSession<typeof auth>({ session: given, basePath: '/docs/api/auth', refetchInterval: 300 })
// @ts-expect-error This is not a session of the instance.
createSession<typeof auth>({ session: () => ({ role: 'guest' }) })
// @ts-expect-error The target must be a path of the site.
createSession({ basePath: 'https://example.com' })

Protected<typeof auth>({
  session,
  children: (known) => {
    expectTypeOf(known().role).toEqualTypeOf<'admin'>()
    expectTypeOf(known()).toExtend<Session>()
    return known().role
  },
  fallback: 'For members alone',
  loading: 'One moment',
})
Protected({ children: 'Hello' })
// @ts-expect-error The protected content is required.
Protected({})

// Without a registered instance, any provider id is accepted, and the session has its default type.
expectTypeOf(createSession()()?.user.name).toEqualTypeOf<string | null | undefined>()
expectTypeOf<
  SessionResource<{
    id: string
    fields: {}
    params: {}
    session: Session
    update: unknown
    passwords: 'nowhere'
    signUp: {}
    flow: never
  }>
>().returns.toEqualTypeOf<Session | null | undefined>()
await signIn('anything', { name: 'Ada', redirect: false })
await signOut()
expectTypeOf((await getSession())?.user.name).toEqualTypeOf<string | null | undefined>()
