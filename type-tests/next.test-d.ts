import type { Health, HealthOptions, ProviderId } from 'authwright'
import { createAuth } from 'authwright/next'
import { credentials } from 'authwright/providers/credentials'
import { github } from 'authwright/providers/github'
import { expectTypeOf } from 'expect-type'
import type {
  GetServerSideProps,
  GetServerSidePropsContext,
  InferGetServerSidePropsType,
  NextApiHandler,
  NextApiRequest,
  NextApiResponse,
} from 'next'
import type { NextFetchEvent, NextMiddleware, NextRequest } from 'next/server.js'
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

const { handlers, auth, signIn, signOut, unstable_update } = createAuth()
  .provider(github())
  .provider(
    credentials({
      input: v.object({ username: v.string(), password: v.string() }),
      authorize: ({ username }) => ({ id: username }),
    }),
  )
  .session({ update: v.object({ plan: v.picklist(['free', 'pro']) }) })
  .callbacks({
    session: ({ session }) => ({ ...session, plan: 'free' as 'free' | 'pro' }),
    authorized: ({ auth, request }) => {
      expectTypeOf(auth).toEqualTypeOf<Session | null>()
      expectTypeOf(request).toEqualTypeOf<NextRequest>()
      return auth !== null
    },
  })
  .build()

createAuth().callbacks({
  authorized: ({ auth, request }) => auth !== null || Response.redirect(new URL('/login', request.url)),
})

expectTypeOf(handlers.GET).parameter(0).toEqualTypeOf<NextRequest>()

// The forms of `auth`, distinguished by their arguments.

// As the middleware or proxy itself: `export { auth as proxy } from './auth'`.
declare const middleware: { request: NextRequest; event: NextFetchEvent }
expectTypeOf(auth).toExtend<NextMiddleware>()
expectTypeOf(await auth(middleware.request, middleware.event)).toEqualTypeOf<Response>()
// @ts-expect-error A middleware also takes an event.
await auth(middleware.request)
// @ts-expect-error A request of the Pages Router is not passed with an event.
await auth({} as NextApiRequest, middleware.event)

// As a wrapper around a middleware or proxy.
const around = auth((request, event: NextFetchEvent) => {
  expectTypeOf(request.auth).toEqualTypeOf<Session | null>()
  expectTypeOf(request.nextUrl.pathname).toEqualTypeOf<string>()
  // @ts-expect-error The session may be `null`.
  request.auth.plan
  // The wrapped function may return nothing.
  if (!request.auth) return Response.redirect(new URL('/login', request.url))
  event.waitUntil(Promise.resolve(request.auth.plan))
})
expectTypeOf(around).toExtend<NextMiddleware>()
expectTypeOf(around).returns.resolves.toEqualTypeOf<Response>()
// @ts-expect-error The function must return a response.
auth(() => 'Hello')
// @ts-expect-error A session has no such field.
auth((request) => Response.json(request.auth?.plans))

// In a server component, a server action or a route handler.
expectTypeOf(await auth()).toEqualTypeOf<Session | null>()
// @ts-expect-error The session may be `null`.
;(await auth()).plan
// @ts-expect-error This form takes no argument.
await auth({ redirectTo: '/inside' })
expectTypeOf(await auth.protect()).toEqualTypeOf<Session>()
expectTypeOf(await auth.protect({ redirectTo: '/inside' })).toEqualTypeOf<Session>()
expectTypeOf((await auth.protect()).plan).not.toBeAny()
// @ts-expect-error There is no such option.
await auth.protect({ redirect: '/inside' })
// A page keeps the type of its properties.
interface PageProps {
  params: Promise<{ id: string }>
  searchParams: Promise<Record<string, string | string[] | undefined>>
}
const page = async ({ params }: PageProps): Promise<string> =>
  `${(await params).id} ${(await auth.protect()).plan}`
expectTypeOf(page).parameter(0).toEqualTypeOf<PageProps>()

// As a wrapper around a route handler, whose second argument keeps its type.
interface RouteContext {
  params: Promise<{ id: string }>
}
const routed = auth(async (request, { params }: RouteContext) => {
  expectTypeOf(request.auth).toEqualTypeOf<Session | null>()
  return Response.json([(await params).id, request.auth?.plan])
})
expectTypeOf(routed).parameters.toEqualTypeOf<[request: NextRequest, context: RouteContext]>()
expectTypeOf(routed).returns.resolves.toEqualTypeOf<Response>()
// @ts-expect-error The context of the route has parameters.
await routed(middleware.request, { params: Promise.resolve({}) })
// @ts-expect-error The context is required.
await routed(middleware.request)

// As a wrapper around an API route on the edge, which returns a response like a middleware.
const edge = auth((request) => {
  expectTypeOf(request.auth).toEqualTypeOf<Session | null>()
  return Response.json(request.auth?.plan)
})
expectTypeOf(edge).toBeCallableWith(middleware.request, middleware.event)
expectTypeOf(edge).returns.resolves.toEqualTypeOf<Response>()
// @ts-expect-error An API route on Node.js receives a response to write to, and is not wrapped.
expectTypeOf(edge).toExtend<NextApiHandler>()

// In an API route of the Pages Router.
declare const api: { request: NextApiRequest; response: NextApiResponse }
expectTypeOf(await auth(api.request, api.response)).toEqualTypeOf<Session | null>()
expectTypeOf(async (request: NextApiRequest, response: NextApiResponse) =>
  response.json({ plan: (await auth(request, response))?.plan }),
).toExtend<NextApiHandler>()
// @ts-expect-error Cookies are set on the response.
await auth(api.request)
// @ts-expect-error The request comes first.
await auth(api.response, api.request)

// In `getServerSideProps`, whose page keeps the type of its properties.
declare const context: GetServerSidePropsContext<{ id: string }>
expectTypeOf(await auth(context)).toEqualTypeOf<Session | null>()
const getServerSideProps = (async (given) => ({
  props: { plan: (await auth(given))?.plan ?? null },
})) satisfies GetServerSideProps
expectTypeOf<InferGetServerSidePropsType<typeof getServerSideProps>>().toEqualTypeOf<{
  plan: 'free' | 'pro' | null
}>()
// @ts-expect-error Cookies are set on the response of the context.
await auth({ req: context.req })

// Server actions.
await signIn()
await signIn(undefined, { redirectTo: '/inside' })
await signIn('github')
await signIn('github', { redirectTo: '/inside' }, { prompt: 'login' })
expectTypeOf(signIn('github', { redirect: false })).resolves.toEqualTypeOf<string>()
expectTypeOf(signIn('github', { redirectTo: '/' })).resolves.toEqualTypeOf<never>()
await signIn('credentials', new FormData())
await signIn('credentials', { username: 'ada', password: 'secret', redirectTo: '/inside' })
expectTypeOf(
  signIn('credentials', { username: 'ada', password: 'secret', redirect: false }),
).resolves.toEqualTypeOf<string>()
// With a form and `redirect: false`, TypeScript requires checked fields.
declare const checked: (fields: unknown) => { username: string; password: string }
declare const form: FormData
expectTypeOf(
  signIn('credentials', { ...checked(Object.fromEntries(form)), redirect: false }),
).resolves.toEqualTypeOf<string>()
// @ts-expect-error The fields of a form have no known types.
await signIn('credentials', { ...Object.fromEntries(form), redirect: false })
// @ts-expect-error A form is not an option.
await signIn('credentials', { form, redirect: false })
// @ts-expect-error The second argument beside a form has only authorization parameters, not options.
await signIn('credentials', form, { redirect: false })
declare const text: string
// @ts-expect-error The id must have the type ProviderId<typeof auth>.
await signIn(text)
await signIn(text as ProviderId<typeof auth>)
// @ts-expect-error There is no such provider.
await signIn('gihub')
// @ts-expect-error A field is missing.
await signIn('credentials', { username: 'ada' })
// @ts-expect-error Credentials are required.
await signIn('credentials')
// @ts-expect-error A password is a string.
await signIn('credentials', { username: 'ada', password: 1815 })
// @ts-expect-error The provider has no such field.
await signIn('credentials', { username: 'ada', password: 'secret', remember: true })
// @ts-expect-error GitHub takes no password.
await signIn('github', { password: 'secret' })
expectTypeOf(signOut({ redirect: false })).resolves.toEqualTypeOf<string>()
expectTypeOf(signOut()).resolves.toEqualTypeOf<never>()
expectTypeOf(signOut({ provider: true, redirect: false })).resolves.toEqualTypeOf<string>()
expectTypeOf(signOut(new FormData())).resolves.toEqualTypeOf<never>()
// @ts-expect-error `provider` is a boolean, because the session contains the name of its provider.
signOut({ provider: 'github' })
createAuth().options({ signOut: 'provider' })
// @ts-expect-error A sign-out is 'local' or at the provider.
createAuth().options({ signOut: 'everywhere' })
expectTypeOf(unstable_update).parameter(0).toEqualTypeOf<{ plan: 'free' | 'pro' }>()
expectTypeOf(await unstable_update({ plan: 'pro' })).toEqualTypeOf<Session | null>()

expectTypeOf(await auth.health()).toEqualTypeOf<Health>()
expectTypeOf(auth.health).parameter(0).toEqualTypeOf<HealthOptions | undefined>()

// A configuration function: server components and actions have no request to pass to it.
const lazy = createAuth((request) => {
  expectTypeOf(request).toEqualTypeOf<Request | undefined>()
  return createAuth().provider(github())
}).build()
expectTypeOf(await lazy.auth())
  .exclude<null>()
  .toHaveProperty('expires')
  .toEqualTypeOf<string>()
