import {
  type AnyBuilder,
  type AuthBuilder,
  type AuthState,
  createAuth,
  definePlugin,
  type SessionOf,
  type TokenOf,
} from 'authwright'
import { sqlite } from 'authwright/adapters/sqlite'
import { createAuth as createNextAuth } from 'authwright/next'
import { github } from 'authwright/providers/github'
import { google } from 'authwright/providers/google'
import { impersonation, type SessionActor } from 'authwright/users'
import { expectTypeOf } from 'expect-type'
import { db, request } from './fixtures.js'

const base = createAuth().provider(github())

// A plugin extends the existing callbacks with either strategy. Providers may be added after it.
const organization = definePlugin({
  session: ({ session, user }) => {
    expectTypeOf(session.expires).toEqualTypeOf<string>()
    expectTypeOf(user?.id).toEqualTypeOf<string | undefined>()
    return { organization: 'acme' }
  },
})
const stored = base.adapter(db).use(organization).build()
expectTypeOf<SessionOf<typeof stored>['organization']>().toEqualTypeOf<string>()
expectTypeOf<SessionOf<typeof stored>['expires']>().toEqualTypeOf<string>()
const early = createAuth().use(organization).provider(google()).build()
expectTypeOf<SessionOf<typeof early>['organization']>().toEqualTypeOf<string>()
expectTypeOf(early.signIn).parameter(0).toEqualTypeOf<'google'>()

// Claims have the types that JSON returns, and callbacks after the plugin receive them.
const teams = definePlugin({
  jwt: ({ user, trigger }) => (trigger === 'signUp' && user ? { team: 7, since: new Date() } : {}),
  session: ({ token }) => {
    expectTypeOf(token?.since).toEqualTypeOf<string | undefined>()
    return { team: token?.team ?? 0 }
  },
})
const inTeams = base
  .callbacks({
    jwt: ({ token }) => ({ ...token, login: 'a' }),
    session: ({ session, token }) => ({ ...session, login: token.login }),
  })
  .use(teams)
  .use(organization)
  .callbacks({
    session: ({ session, token }) => {
      expectTypeOf(token.team).toEqualTypeOf<number | undefined>()
      return { ...session, both: `${session.login} ${session.team} ${session.organization}` }
    },
  })
  .build()
expectTypeOf<TokenOf<typeof inTeams>['since']>().toEqualTypeOf<string | undefined>()
expectTypeOf<TokenOf<typeof inTeams>['login']>().toEqualTypeOf<string>()
expectTypeOf<SessionOf<typeof inTeams>['both']>().toEqualTypeOf<string>()
// @ts-expect-error with strategy 'database' there is no token
base.adapter(db).use(teams).build()
createNextAuth().provider(github()).use(teams).build()

// A preset takes any builder, and returns it with additional steps.
function withDefaults<S extends AuthState>(builder: AuthBuilder<S>) {
  return builder
    .session({ maxAge: 3600 })
    .pages({ signIn: '/login' })
    .options({ trustHost: true })
    .use(organization)
}
const preset = withDefaults(createAuth()).provider(github()).provider(google()).build()
expectTypeOf(preset.signIn).parameter(0).toEqualTypeOf<'github' | 'google'>()
expectTypeOf<SessionOf<typeof preset>['organization']>().toEqualTypeOf<string>()
await preset.signIn('github', { request })

// This also works with a preset that is generic over the added providers.
const presetOfProviders = withDefaults(base.provider(google())).build()
expectTypeOf(presetOfProviders.signIn).parameter(0).toEqualTypeOf<'github' | 'google'>()

// A function can accept any builder as a parameter.
const isBuilder = (builder: AnyBuilder): boolean => 'build' in builder
isBuilder(createAuth())
isBuilder(base.adapter(db))
isBuilder(createNextAuth().provider(github()))

// Listeners on any builder can read the fields that every user has.
function withAudit<S extends AuthState>(builder: AuthBuilder<S>) {
  return builder.events({
    signIn: ({ user }) => {
      expectTypeOf(user.id).toExtend<string | number | bigint>()
      expectTypeOf(user.email).toExtend<string | null | undefined>()
    },
    createUser: ({ user }) => {
      expectTypeOf(user.id).toExtend<string | number | bigint>()
      expectTypeOf(user.name).toExtend<string | null | undefined>()
    },
    updateUser: ({ user }) => user.id,
    linkAccount: ({ user }) => user.id,
  })
}
const audited = withAudit(base.adapter(db)).build()
expectTypeOf(audited.signIn).parameter(0).toEqualTypeOf<'github'>()

// `impersonation()` adds the actor to the session, before callbacks and after them.
const support = { allow: ({ actor }: { actor: { role: string } }) => actor.role === 'support' }
const roles = sqlite('auth.db', { user: { role: { type: 'text', default: 'member' } } })
const impersonated = base.adapter(roles).use(impersonation(roles, support))
const acting = impersonated
  .callbacks({ session: ({ session, user }) => ({ ...session, role: user.role }) })
  .events({
    impersonate: ({ actor, state }) => {
      expectTypeOf(actor.role).toEqualTypeOf<string>()
      expectTypeOf(state).toEqualTypeOf<'started' | 'stopped'>()
    },
  })
  .build()
expectTypeOf<SessionOf<typeof acting>['actor']>().toEqualTypeOf<SessionActor | undefined>()
expectTypeOf<SessionOf<typeof acting>['role']>().toEqualTypeOf<string>()
expectTypeOf(acting.impersonation.start('ada', { request })).toEqualTypeOf<Promise<Response>>()
// @ts-expect-error `allow` is required.
impersonation(roles, {})
// @ts-expect-error Without impersonation(), a session has no actor.
export type NoActor = SessionOf<typeof stored>['actor']
