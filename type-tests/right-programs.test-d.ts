import {
  type AnyAuth,
  createAuth,
  type JwtParamsOf,
  type ProviderIdOf,
  type SessionOf,
  type SessionParamsOf,
  type TokenOf,
  type UserOf,
} from 'authwright'
import { createAuth as createNextAuth } from 'authwright/next'
import { credentials } from 'authwright/providers/credentials'
import { github } from 'authwright/providers/github'
import { expectTypeOf } from 'expect-type'
import { type DbUser, db } from './fixtures.js'

const base = createAuth().provider(github())

// `authorize` may answer `undefined`, as what `find` returns.
const people = [{ id: '1', name: 'Ada' }]
const auth = createAuth()
  .provider(
    credentials({
      input: { name: {} },
      authorize: ({ name }) => people.find((person) => person.name === name),
    }),
  )
  .provider(github())
  .callbacks({
    jwt: ({ token }) => ({ ...token, since: new Date() }),
    session: ({ session, token }) => ({ ...session, since: token.since }),
  })
  .build()

// A function over any instance.
const mount = (any: AnyAuth, request: Request): Promise<Response> => any.handler(request)
mount(auth, new Request('https://app.example/'))
mount(base.build(), new Request('https://app.example/'))
mount(base.adapter(db).build(), new Request('https://app.example/'))

// The types of an instance and of callbacks, by name.
expectTypeOf<SessionOf<typeof auth>['since']>().toEqualTypeOf<string>()
expectTypeOf<SessionOf<typeof auth.auth>['since']>().toEqualTypeOf<string>()
expectTypeOf<TokenOf<typeof auth>['since']>().toEqualTypeOf<string>()
expectTypeOf<ProviderIdOf<typeof auth>>().toEqualTypeOf<'credentials' | 'github'>()
const stored = createNextAuth().provider(github()).adapter(db)
const next = stored.build()
expectTypeOf<UserOf<typeof next>>().toEqualTypeOf<DbUser>()
expectTypeOf<SessionParamsOf<typeof stored>['user']>().toEqualTypeOf<DbUser>()
expectTypeOf<SessionParamsOf<typeof base>['token']['sub']>().toEqualTypeOf<string | undefined>()
const jwt = ({ token, profile }: JwtParamsOf<typeof base>) => ({ ...token, login: profile?.login })
const elsewhere = base.callbacks({ jwt }).build()
expectTypeOf<TokenOf<typeof elsewhere>['login']>().toEqualTypeOf<string | undefined>()
// @ts-expect-error a builder is not an instance
export const wrong: SessionOf<typeof base> = { user: {}, expires: '' }

// `ReturnType` of Next.js's `auth` is the session.
expectTypeOf<Awaited<ReturnType<typeof next.auth>>>().toEqualTypeOf<SessionOf<typeof next> | null>()

// An adapter that is spread keeps its users.
const spread = createAuth()
  .provider(github())
  .adapter({ ...db, deleteUser: async () => null })
  .build()
expectTypeOf<UserOf<typeof spread>>().toEqualTypeOf<DbUser>()
