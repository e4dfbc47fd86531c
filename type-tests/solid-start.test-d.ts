import type { Health, HealthOptions } from 'authwright'
import { credentials } from 'authwright/providers/credentials'
import { github } from 'authwright/providers/github'
import { createAuth, getSession as getSessionBy, type SolidStartMiddleware } from 'authwright/solid-start'
import { expectTypeOf } from 'expect-type'
import * as v from 'valibot'

interface Session {
  user: {
    name?: string | null | undefined
    email?: string | null | undefined
    image?: string | null | undefined
  }
  expires: string
  plan: 'free' | 'pro'
}

const auth = createAuth()
  .provider(github())
  .provider(
    credentials({
      input: v.object({ username: v.string(), password: v.string() }),
      authorize: ({ username }) => ({ id: username }),
    }),
  )
  .session({ update: v.object({ plan: v.picklist(['free', 'pro']) }) })
  .callbacks({ session: ({ session }) => ({ ...session, plan: 'free' as 'free' | 'pro' }) })
  .options({ prefix: '/sign/in', appBasePath: '/docs/' })
  .build()
const { GET, POST, getSession, protect, middleware, signIn, signOut, update, health } = auth

// The event that SolidStart passes to a handler, with additional members.
declare const event: { request: Request; response: { headers: Headers }; params: Record<string, string> }
declare const h3: { req: Request; res: { headers: Headers } }
expectTypeOf(GET(event)).resolves.toEqualTypeOf<Response>()
expectTypeOf(POST(event)).resolves.toEqualTypeOf<Response>()

expectTypeOf(await getSession(event.request)).toEqualTypeOf<Session | null>()
expectTypeOf(await getSession()).toEqualTypeOf<Session | null>()
expectTypeOf((await getSession())?.plan).not.toBeAny()
expectTypeOf(await protect()).toEqualTypeOf<Session>()
expectTypeOf(await protect({ fallback: '/', redirectTo: '/inside' })).toEqualTypeOf<Session>()
// @ts-expect-error The target must be a path of the application.
await protect({ fallback: 'https://example.com' })

const guard = middleware({ paths: ['/inside', '/admin/*'], fallback: '/' })
expectTypeOf(guard).toEqualTypeOf<SolidStartMiddleware>()
expectTypeOf(guard(event)).resolves.toEqualTypeOf<Response | undefined>()
expectTypeOf(guard(h3)).resolves.toEqualTypeOf<Response | undefined>()
// @ts-expect-error Paths are required.
middleware({})

// The session, read with an instance, a builder and an object.
expectTypeOf(await getSessionBy(event.request, auth)).toEqualTypeOf<Session | null>()
const builder = createAuth()
  .provider(github())
  .callbacks({ session: ({ session }) => ({ ...session, plan: 'pro' as const }) })
expectTypeOf((await getSessionBy(event.request, builder))?.plan).toEqualTypeOf<'pro' | undefined>()
const config = { providers: [github()], secret: 's' } as const
expectTypeOf((await getSessionBy(event.request, config))?.user.name).toEqualTypeOf<
  string | null | undefined
>()

// Server functions.
await signIn()
await signIn(undefined, { redirectTo: '/inside' })
await signIn('github')
await signIn('github', { redirectTo: '/inside' }, { prompt: 'login' })
expectTypeOf(signIn('github', { redirect: false })).resolves.toEqualTypeOf<string>()
expectTypeOf(signIn('github', { redirectTo: '/' })).resolves.toEqualTypeOf<never>()
await signIn('credentials', new FormData())
await signIn('credentials', new URLSearchParams())
await signIn('credentials', { username: 'ada', password: 'secret', redirectTo: '/inside' })
// @ts-expect-error There is no such provider.
await signIn('gihub')
// @ts-expect-error A field is missing.
await signIn('credentials', { username: 'ada' })
// @ts-expect-error Credentials are required.
await signIn('credentials')
expectTypeOf(signOut({ redirect: false })).resolves.toEqualTypeOf<string>()
expectTypeOf(signOut(new FormData())).resolves.toEqualTypeOf<never>()
expectTypeOf(update).parameter(0).toEqualTypeOf<{ plan: 'free' | 'pro' }>()
expectTypeOf(await update({ plan: 'pro' })).toEqualTypeOf<Session | null>()

expectTypeOf(await health()).toEqualTypeOf<Health>()
expectTypeOf(health).parameter(0).toEqualTypeOf<HealthOptions | undefined>()

// The configuration may be a function of the request.
const lazy = createAuth((request) => {
  expectTypeOf(request).toEqualTypeOf<Request | undefined>()
  return createAuth().provider(github())
}).build()
expectTypeOf(await lazy.protect())
  .toHaveProperty('expires')
  .toEqualTypeOf<string>()
