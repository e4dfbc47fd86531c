import { createAuth, skipCSRFCheck } from 'authwright'
import type { BaseSession } from 'authwright/internal'
import { type GitHubUser, github } from 'authwright/providers/github'
import { google } from 'authwright/providers/google'
import { expectTypeOf } from 'expect-type'
import * as v from 'valibot'
import { type DbUser, db, request } from './fixtures.js'

// An object keeps literal ids.
const plain = createAuth({ providers: [github(), google()], basePath: '/auth', trustHost: true })
expectTypeOf(plain.build().signIn).parameter(0).toEqualTypeOf<'github' | 'google'>()
expectTypeOf(plain.provider(github({ id: 'other' })).build().signIn)
  .parameter(0)
  .toEqualTypeOf<'github' | 'google' | 'other'>()

// A list in a separate constant keeps its ids, too.
const list = [github(), google()] as const
expectTypeOf(createAuth({ providers: list }).build().signIn)
  .parameter(0)
  .toEqualTypeOf<'github' | 'google'>()
const widened = [github(), google()]
expectTypeOf(createAuth({ providers: widened }).build().signIn)
  .parameter(0)
  .toEqualTypeOf<'github' | 'google'>()

// The inferred types do not depend on the order of the members.
const auth = createAuth({
  callbacks: {
    signIn: ({ provider, user }) => {
      if (provider === 'github') expectTypeOf(user).toEqualTypeOf<GitHubUser>()
      if (provider === 'google')
        expectTypeOf(user).toEqualTypeOf<{ id: string; domain: string | undefined }>()
      return true
    },
    jwt: ({ token, account }) => ({ ...token, via: account?.provider ?? null }),
    session: ({ session, token }) => ({ ...session, via: token.via }),
  },
  providers: [github(), google({ profile: (raw) => ({ id: raw.sub, domain: raw.hd }) })],
}).build()
expectTypeOf(await auth.auth(request))
  .exclude<null>()
  .toHaveProperty('via')
  .toEqualTypeOf<'github' | 'google' | null>()

const database = createAuth({
  providers: [github()],
  adapter: db,
  session: { maxAge: 3600, update: v.object({ plan: v.string() }) },
  callbacks: {
    session: ({ session, user, newSession }) => {
      expectTypeOf(user).toEqualTypeOf<DbUser>()
      expectTypeOf(newSession).toEqualTypeOf<{ plan: string } | undefined>()
      return { ...session, role: user.role }
    },
  },
  events: { createUser: ({ user }) => expectTypeOf(user).toEqualTypeOf<DbUser>() },
  pages: { signIn: '/login' },
}).build()
expectTypeOf(await database.auth(request))
  .exclude<null>()
  .toHaveProperty('role')
  .toEqualTypeOf<'admin' | 'member'>()

const flipped = createAuth({
  providers: [github()],
  adapter: db,
  session: { strategy: 'jwt' },
  jwt: { claims: v.object({ role: v.picklist(['admin', 'member']) }) },
  callbacks: {
    jwt: (params) => (params.user ? { ...params.token, role: params.user.role } : params.token),
    session: ({ session, token }) => ({ ...session, role: token.role }),
  },
}).build()
expectTypeOf(await flipped.auth(request))
  .exclude<null>()
  .toHaveProperty('role')
  .toEqualTypeOf<'admin' | 'member'>()

// Builder methods can be called on createAuth({ … }).
const followed = createAuth({ providers: [github()] })
  .adapter(db)
  .callbacks({ session: ({ session, user }) => ({ ...session, role: user.role }) })
  .build()
expectTypeOf(await followed.auth(request))
  .exclude<null>()
  .toHaveProperty('role')
  .toEqualTypeOf<'admin' | 'member'>()

// A function of the request returns a builder or an object, or a promise of one.
const lazy = createAuth((request) => {
  expectTypeOf(request).toEqualTypeOf<Request | undefined>()
  return createAuth()
    .provider(github())
    .callbacks({
      jwt: ({ token }) => ({ ...token, n: 1 }),
      session: ({ session, token }) => ({ ...session, n: token.n }),
    })
}).build()
expectTypeOf(await lazy.auth(request))
  .exclude<null>()
  .toHaveProperty('n')
  .toEqualTypeOf<number>()

const eventual = createAuth(async () => createAuth({ providers: [github(), google()] }))
  .events({ signIn: ({ provider }) => expectTypeOf(provider).toEqualTypeOf<'github' | 'google'>() })
  .build()
expectTypeOf(eventual.signIn).parameter(0).toEqualTypeOf<'github' | 'google'>()

const lazyObject = createAuth(async (request) => ({
  providers: [github({ clientId: request?.headers.get('x-client') ?? 'none' })],
  secret: '0123456789abcdef0123456789abcdef',
})).build()
expectTypeOf(lazyObject.signIn).parameter(0).toEqualTypeOf<'github'>()

// A custom format of session tokens changes no types.
const coded = createAuth({
  providers: [github()],
  jwt: {
    secret: ['new', 'old'],
    maxAge: 60,
    encode: ({ token }) => `${token?.sub}`,
    decode: ({ token }) => ({ sub: token }),
  },
  compat: 'authjs',
  skipCSRFCheck,
}).build()
expectTypeOf(await coded.auth(request)).toEqualTypeOf<BaseSession | null>()
