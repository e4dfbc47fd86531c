import { createAuth } from 'authwright/next'
import { credentials } from 'authwright/providers/credentials'
import { github } from 'authwright/providers/github'
import { expectTypeOf } from 'expect-type'
import type { GetServerSidePropsContext, NextApiRequest, NextApiResponse } from 'next'
import type { NextFetchEvent, NextRequest } from 'next/server.js'
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

expectTypeOf(handlers.GET).parameter(0).toEqualTypeOf<NextRequest>()

// Each form of `auth`, told apart by what it is given.
declare const api: { request: NextApiRequest; response: NextApiResponse }
declare const context: GetServerSidePropsContext
declare const middleware: { request: NextRequest; event: NextFetchEvent }
expectTypeOf(await auth()).toEqualTypeOf<Session | null>()
expectTypeOf(await auth(api.request, api.response)).toEqualTypeOf<Session | null>()
expectTypeOf(await auth(context)).toEqualTypeOf<Session | null>()
expectTypeOf(await auth(middleware.request, middleware.event)).toEqualTypeOf<Response>()
expectTypeOf(await auth.protect({ redirectTo: '/inside' })).toEqualTypeOf<Session>()
expectTypeOf((await auth.protect()).plan).not.toBeAny()

const wrapped = auth((request) => {
  expectTypeOf(request.auth).toEqualTypeOf<Session | null>()
  expectTypeOf(request.nextUrl.pathname).toEqualTypeOf<string>()
  return Response.json(request.auth?.plan)
})
expectTypeOf(wrapped).returns.resolves.toEqualTypeOf<Response>()
// The second argument of a route handler keeps its type.
const routed = auth(async (request, { params }: { params: Promise<{ id: string }> }) => {
  return Response.json([(await params).id, request.auth])
})
expectTypeOf(routed).parameter(1).toEqualTypeOf<{ params: Promise<{ id: string }> }>()
// A middleware may answer nothing.
auth((request, _event: NextFetchEvent) => {
  if (!request.auth) return Response.redirect(new URL('/login', request.url))
})

// Server actions.
await signIn()
await signIn('github')
await signIn('github', { redirectTo: '/inside' }, { prompt: 'login' })
expectTypeOf(signIn('github', { redirect: false })).resolves.toEqualTypeOf<string>()
expectTypeOf(signIn('github', { redirectTo: '/' })).resolves.toEqualTypeOf<never>()
await signIn('credentials', new FormData())
await signIn('credentials', { username: 'ada', password: 'secret', redirectTo: '/inside' })
// @ts-expect-error There is no such provider.
await signIn('gihub')
// @ts-expect-error A field is missing.
await signIn('credentials', { username: 'ada' })
// @ts-expect-error Credentials are asked for.
await signIn('credentials')
expectTypeOf(signOut({ redirect: false })).resolves.toEqualTypeOf<string>()
expectTypeOf(signOut()).resolves.toEqualTypeOf<never>()
expectTypeOf(unstable_update).parameter(0).toEqualTypeOf<{ plan: 'free' | 'pro' }>()
expectTypeOf(await unstable_update({ plan: 'pro' })).toEqualTypeOf<Session | null>()

// A configuration of the request: none is at hand in server components and actions.
const lazy = createAuth((request) => {
  expectTypeOf(request).toEqualTypeOf<Request | undefined>()
  return createAuth().provider(github())
}).build()
expectTypeOf(await lazy.auth())
  .exclude<null>()
  .toHaveProperty('expires')
  .toEqualTypeOf<string>()
