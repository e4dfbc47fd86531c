import { createAuth, type Profile, type ProviderIdentity, type ProviderSignIn } from 'authwright'
import { type GitHubUser, github } from 'authwright/providers/github'
import { google } from 'authwright/providers/google'
import { expectTypeOf } from 'expect-type'
import { object, string } from 'valibot'
import { request } from './fixtures.js'

interface Member {
  id: number
  name: string | null
  role: 'admin' | 'member'
}
declare const members: {
  of(provider: string, account: string): Promise<Member | null>
  add(provider: string, account: string, name: string | null): Promise<Member>
  rename(id: number, name: string | null): Promise<Member>
}

// .users(): the user type is the return type of `find` and `create`, and sessions are tokens.
const auth = createAuth()
  .provider(github())
  .users({
    find: async ({ provider, providerAccountId, verifiedEmail, tenant, issuer }) => {
      expectTypeOf(verifiedEmail).toEqualTypeOf<string | null>()
      expectTypeOf(tenant).toEqualTypeOf<string | undefined>()
      expectTypeOf(issuer).toEqualTypeOf<string | undefined>()
      return members.of(provider, providerAccountId)
    },
    create: ({ provider, providerAccountId, user, profile }) => {
      expectTypeOf(profile).toEqualTypeOf<Profile | undefined>()
      return members.add(provider, providerAccountId, user.name ?? null)
    },
    update: (member, { user }) => {
      expectTypeOf(member).toEqualTypeOf<Member>()
      return members.rename(member.id, user.name ?? null)
    },
  })
  .signUp('open')
  .provider(google())
  .callbacks({
    signIn: ({ provider, user }) => {
      if (provider === 'github') expectTypeOf(user).toEqualTypeOf<GitHubUser | Member>()
      return true
    },
    jwt: ({ token, user }) => {
      expectTypeOf(user).toEqualTypeOf<Member | undefined>()
      return user ? { ...token, role: user.role } : { role: 'member' as const, ...token }
    },
    session: ({ session, token }) => ({ ...session, role: token.role }),
  })
  .events({
    createUser: ({ user }) => expectTypeOf(user).toEqualTypeOf<Member>(),
    updateUser: ({ user }) => expectTypeOf(user).toEqualTypeOf<Member>(),
  })
  .build()
expectTypeOf(await auth.auth(request))
  .exclude<null>()
  .toHaveProperty('role')
  .toEqualTypeOf<'admin' | 'member'>()

// `find` or `create` may return no user, and `create` receives the state of the flow.
createAuth()
  .provider(github())
  .flow({ data: object({ invitation: string() }) })
  .users({
    find: () => null,
    create: ({ state }) => {
      expectTypeOf(state).toEqualTypeOf<{ invitation: string } | undefined>()
      return { id: 'ada', role: 'member' as const }
    },
  })
  .callbacks({
    jwt: ({ token, user }) => {
      expectTypeOf(user?.role).toEqualTypeOf<'member' | undefined>()
      return token
    },
  })
  .build()

// `users` in the object form, and in a configuration function.
createAuth({
  providers: [github()],
  users: {
    find: ({ provider, providerAccountId }: ProviderIdentity) => members.of(provider, providerAccountId),
    create: ({ provider, user }: ProviderSignIn) => members.add(provider, user.id, null),
  },
  callbacks: {
    jwt: ({ token, user }) => {
      expectTypeOf(user).toEqualTypeOf<Member | undefined>()
      return token
    },
  },
}).build()

// The types of functions without annotations are inferred if .users() comes before the callbacks.
const written = createAuth({
  providers: [github(), google()],
  users: {
    find: async ({ provider, providerAccountId, verifiedEmail }) => {
      expectTypeOf(verifiedEmail).toEqualTypeOf<string | null>()
      return members.of(provider, providerAccountId)
    },
    create: ({ provider, providerAccountId, user }) =>
      members.add(provider, providerAccountId, user.name ?? null),
    update: (member, { user }) => {
      expectTypeOf(member).toEqualTypeOf<Member>()
      return members.rename(member.id, user.name ?? null)
    },
  },
  callbacks: {
    jwt: ({ token, user }) => {
      expectTypeOf(user).toEqualTypeOf<Member | undefined>()
      return user ? { ...token, role: user.role } : { role: 'member' as const, ...token }
    },
    session: ({ session, token }) => ({ ...session, role: token.role }),
  },
  events: { createUser: ({ user }) => expectTypeOf(user).toEqualTypeOf<Member>() },
}).build()
expectTypeOf(await written.auth(request))
  .exclude<null>()
  .toHaveProperty('role')
  .toEqualTypeOf<'admin' | 'member'>()

const lazy = createAuth((at) => {
  expectTypeOf(at).toEqualTypeOf<Request | undefined>()
  return {
    providers: [github()],
    users: { find: () => null, create: () => ({ id: 1n }) },
  }
}).build()
expectTypeOf(await lazy.auth(request))
  .exclude<null>()
  .toHaveProperty('expires')

// Provider tokens can be stored in a cookie, as without an adapter.
const cookie = createAuth()
  .provider(github())
  .users({ find: () => null, create: () => ({ id: 'ada' }) })
  .options({ providerTokens: { place: 'cookie' } })
  .build()
expectTypeOf(cookie.tokens).toBeFunction()

// In the object form, `create` receives the data of a flow, as with the step.
createAuth({
  providers: [github()],
  flow: { data: object({ invitation: string() }) },
  users: {
    find: async () => undefined,
    create: async ({ state, user }) => {
      expectTypeOf(state).toEqualTypeOf<{ invitation: string } | undefined>()
      return members.add('github', user.id, null)
    },
  },
}).build()
