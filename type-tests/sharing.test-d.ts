import { type Auth, type AuthBuilder, type AuthState, createAuth } from 'authwright'
import type { AuthTypes } from 'authwright/internal'
import { github } from 'authwright/providers/github'
import { google } from 'authwright/providers/google'
import { expectTypeOf } from 'expect-type'
import { request } from './fixtures.js'

const base = createAuth().provider(github())
declare const development: boolean

// A conditional builder has only the providers that both branches have.
const maybe = development ? base.provider(google()) : base
expectTypeOf(await maybe.build().auth(request))
  .exclude<null>()
  .toHaveProperty('expires')
  .toEqualTypeOf<string>()
await maybe.build().signIn('github', { request, redirectTo: '/inside' })
// @ts-expect-error Only one branch has Google.
await maybe.build().signIn('google', { request })

// The same applies to a builder that a configuration function returns.
const tenants = createAuth((request) =>
  request?.url.startsWith('https://staff.') ? base.provider(google()) : base,
).build()
await tenants.signIn('github', { request })
// @ts-expect-error Only some requests have Google.
await tenants.signIn('google', { request })
const apart = createAuth(async () =>
  development ? createAuth().provider(google()) : createAuth().provider(github()),
).build()
expectTypeOf(await apart.auth(request))
  .exclude<null>()
  .toHaveProperty('expires')
  .toEqualTypeOf<string>()
const listed = createAuth(() => ({ providers: development ? [github(), google()] : [github()] })).build()
expectTypeOf(listed.signIn).parameter(0).toEqualTypeOf<'github' | 'google'>()

// `signIn` accepts both ids of a provider that depends on a condition.
const either = createAuth()
  .provider(development ? github() : google())
  .build()
expectTypeOf(either.signIn).parameter(0).toEqualTypeOf<'github' | 'google'>()

// A function can take any builder and return it with additions.
function preset<S extends AuthState>(builder: AuthBuilder<S>): AuthBuilder<S> {
  return builder.pages({ signIn: '/login' }).options({ trustHost: true })
}
expectTypeOf(preset(base).build().signIn).parameter(0).toEqualTypeOf<'github'>()

// A function can take any instance, with or without its types.
function handlerOf(auth: Auth<any>): (request: Request) => Promise<Response> {
  return auth.handler
}
handlerOf(base.build())

declare function withSession<T extends AuthTypes>(
  auth: Auth<T>,
  use: (session: T['session']) => Response,
): (request: Request) => Promise<Response>
withSession(base.callbacks({ session: ({ session }) => ({ ...session, n: 1 }) }).build(), ({ n }) => {
  expectTypeOf(n).toEqualTypeOf<number>()
  return new Response()
})
