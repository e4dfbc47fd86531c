import {
  type AnyAuth,
  createAuth,
  type JWT,
  type JwtParamsOf,
  type ProviderId,
  type SessionOf,
  type SessionParamsOf,
  type TokenOf,
  type UserOf,
} from 'authwright'
import type { BaseToken } from 'authwright/internal'
import { createAuth as createNextAuth } from 'authwright/next'
import { credentials } from 'authwright/providers/credentials'
import { github } from 'authwright/providers/github'
import { oauth } from 'authwright/providers/oauth'
import { createAuth as createSolidAuth } from 'authwright/solid-start'
import { createAuth as createKitAuth } from 'authwright/sveltekit'
import { expectTypeOf } from 'expect-type'
import { type DbUser, db } from './fixtures.js'

const base = createAuth().provider(github())

// `authorize` may return `undefined`, like `find` of an array.
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

// A function can accept any instance.
const mount = (any: AnyAuth, request: Request): Promise<Response> => any.handler(request)
mount(auth, new Request('https://app.example/'))
mount(base.build(), new Request('https://app.example/'))
mount(base.adapter(db).build(), new Request('https://app.example/'))

// The second argument of a handler, as servers declare it. Hono declares `c.env` as `unknown`.
const onServer = (any: AnyAuth, request: Request, connection: unknown): Promise<Response> =>
  any.handler(request, connection)
onServer(auth, new Request('https://app.example/'), {})
expectTypeOf(auth.handler(new Request('https://app.example/'), {} as any)).toEqualTypeOf<Promise<Response>>()

// A test can copy an instance and replace one of its functions.
const copy: typeof auth = { ...auth, auth: async () => null }
copy.handler(new Request('https://app.example/'))
const nextAuth = createNextAuth().provider(github()).build()
export const ofNext: typeof nextAuth = { ...nextAuth, unstable_update: async () => null }
const kit = createKitAuth().provider(github()).build()
export const ofKit: typeof kit = { ...kit, handle: async ({ event, resolve }) => resolve(event) }
const solid = createSolidAuth().provider(github()).build()
export const ofSolid: typeof solid = { ...solid }

// The types of an instance and of callbacks, by name.
expectTypeOf<SessionOf<typeof auth>['since']>().toEqualTypeOf<string>()
expectTypeOf<SessionOf<typeof auth.auth>['since']>().toEqualTypeOf<string>()
expectTypeOf<TokenOf<typeof auth>['since']>().toEqualTypeOf<string>()
expectTypeOf<ProviderId<typeof auth>>().toEqualTypeOf<'credentials' | 'github'>()
expectTypeOf<Parameters<typeof auth.signIn>[0]>().toEqualTypeOf<'credentials' | 'github'>()
const stored = createNextAuth().provider(github()).adapter(db)
const next = stored.build()
expectTypeOf<Parameters<typeof next.signIn>[0]>().toEqualTypeOf<'github'>()
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

// An adapter that is spread into an object keeps the type of its users.
const spread = createAuth()
  .provider(github())
  .adapter({ ...db, deleteUser: async () => null })
  .build()
expectTypeOf<UserOf<typeof spread>>().toEqualTypeOf<DbUser>()

// A `session` callback may declare fewer parameters than it receives.
const annotated = base
  .callbacks({
    jwt: ({ token }) => ({ ...token, role: 'member' as const }),
    session: ({ session, token }: { session: SessionOfBase; token: { role: string } }) => ({
      ...session,
      role: token.role,
    }),
  })
  .build()
interface SessionOfBase {
  expires: string
}
expectTypeOf<SessionOf<typeof annotated>['role']>().toEqualTypeOf<string>()
const byToken = ({ session, token }: { session: SessionOfBase; token: JWT }) => ({
  ...session,
  id: token.sub,
})
const byBaseToken = ({ token }: { token: BaseToken }) => ({ expires: '', id: token.sub })
const jwtWithRole = ({ token }: JwtParamsOf<typeof base>) => ({ ...token, role: 'member' as const })
for (const session of [byToken, byBaseToken]) {
  const built = base.callbacks({ jwt: (params) => jwtWithRole(params), session }).build()
  expectTypeOf<SessionOf<typeof built>['id']>().toEqualTypeOf<string | undefined>()
  createAuth({ providers: [github()], callbacks: { jwt: jwtWithRole, session } }).build()
}
// JavaScript code with the option `checkJs` also compiles.
base.callbacks({ jwt: jwtWithRole, session: ({ session }: any) => session }).build()
base
  .adapter(db)
  .callbacks({ session: ({ user }: { user: { id: string } }) => ({ expires: '', id: user.id }) })

// A generic callback adds to any token. `session` in a separate call receives its result.
const withTeam = <Token extends object>({ token }: { token: Token }) => ({ ...token, team: 1 })
const generic = base
  .callbacks({ jwt: withTeam })
  .callbacks({ session: ({ session, token }) => ({ ...session, team: token.team }) })
  .build()
expectTypeOf<SessionOf<typeof generic>['team']>().toEqualTypeOf<number>()
const same = <Token>({ token }: { token: Token }) => token
base.callbacks({ jwt: same, session: ({ session, token }) => ({ ...session, id: token.sub }) }).build()

// Type arguments of `oauth` say what the compiler cannot infer.
interface AcmeProfile {
  key: string
}
const acme = oauth<'acme', AcmeProfile>({
  id: 'acme',
  authorization: 'https://acme.example/authorize',
  token: 'https://acme.example/token',
  userinfo: 'https://acme.example/me',
  profile: (raw) => ({ id: raw.key }),
})
const withAcme = createAuth()
  .provider(acme)
  .callbacks({ signIn: ({ profile }) => profile.key !== '' })
  .build()
expectTypeOf<ProviderId<typeof withAcme>>().toEqualTypeOf<'acme'>()

// The data of `update` is narrowed like `unknown`.
base.callbacks({
  jwt: ({ token, trigger, session }) =>
    trigger === 'update' && typeof session === 'object' && session && 'name' in session
      ? { ...token, name: String(session.name) }
      : token,
})

// One branch of `jwt` sets a claim to `undefined`, and another branch leaves it unchanged.
const reset = base
  .callbacks({
    jwt: ({ token, trigger }) =>
      trigger === 'signIn'
        ? { ...token, since: new Date(), plan: undefined }
        : trigger === 'update'
          ? { ...token, plan: { name: 'pro', until: new Date() } }
          : token,
    session: ({ session, token }) => ({ ...session, plan: token.plan?.name, since: token.since }),
  })
  .build()
expectTypeOf<SessionOf<typeof reset>['plan']>().toEqualTypeOf<string | undefined>()
expectTypeOf<SessionOf<typeof reset>['since']>().toEqualTypeOf<string | undefined>()

// A builder declares each member of an instance as private, so that the error for a forgotten .build()
// contains the name `CallBuildFirst`.
type NameOfInstance = keyof typeof auth | keyof typeof nextAuth | keyof typeof kit | keyof typeof solid
export const privateNames: Record<Exclude<NameOfInstance, `~${string}`>, unknown> = {
  GET: base['GET'],
  POST: base['POST'],
  accounts: base['accounts'],
  auth: base['auth'],
  close: base['close'],
  fetch: base['fetch'],
  getSession: base['getSession'],
  handle: base['handle'],
  handler: base['handler'],
  handlers: base['handlers'],
  health: base['health'],
  middleware: base['middleware'],
  passkeys: base['passkeys'],
  passwords: base['passwords'],
  protect: base['protect'],
  sessions: base['sessions'],
  signIn: base['signIn'],
  signOut: base['signOut'],
  tokens: base['tokens'],
  unstable_update: base['unstable_update'],
  update: base['update'],
}
