import type { Action, Handle, RequestEvent, ServerLoad } from '@sveltejs/kit'
import type { Health } from 'authwright'
import { credentials } from 'authwright/providers/credentials'
import { github } from 'authwright/providers/github'
import { type AuthLocals, createAuth, type SignInRefusal } from 'authwright/sveltekit'
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

const instance = createAuth()
  .provider(github())
  .provider(
    credentials({
      input: v.object({ username: v.string(), password: v.string() }),
      authorize: ({ username }) => ({ id: username }),
    }),
  )
  .session({ update: v.object({ plan: v.picklist(['free', 'pro']) }) })
  .callbacks({ session: ({ session }) => ({ ...session, plan: 'free' as 'free' | 'pro' }) })
  .build()

const { handle, signIn, signOut, auth, update } = instance

// One line in app.d.ts, with any type that users can name.
interface Locals extends AuthLocals<typeof auth> {}
expectTypeOf<Locals['auth']>().returns.resolves.toEqualTypeOf<Session | null>()
expectTypeOf<AuthLocals<typeof handle>['auth']>().returns.resolves.toEqualTypeOf<Session | null>()
expectTypeOf<AuthLocals<typeof instance>['auth']>().returns.resolves.toEqualTypeOf<Session | null>()

// The hook has the type of hooks in SvelteKit.
expectTypeOf(handle).toExtend<Handle>()

// The data of a page: what its `load` returns.
declare const event: RequestEvent
const load = (async (given) => ({ session: await auth.protect(given) })) satisfies ServerLoad
expectTypeOf<Awaited<ReturnType<typeof load>>>().toEqualTypeOf<{ session: Session }>()
expectTypeOf(await auth(event)).toEqualTypeOf<Session | null>()
expectTypeOf(await auth.protect(event, { redirectTo: '/inside' })).toEqualTypeOf<Session>()

// Form actions: the value of `form` in a page.
const actions = { default: signIn, signOut } satisfies Record<string, Action>
type Failed = Awaited<ReturnType<(typeof actions)['default']>>
expectTypeOf<Failed['data']>().toEqualTypeOf<SignInRefusal>()
expectTypeOf<Failed['data']['typed']>().toEqualTypeOf<Record<string, string>>()
expectTypeOf<Failed['status']>().toEqualTypeOf<number>()

// Calls from application code.
expectTypeOf(signIn(event, 'github')).resolves.toEqualTypeOf<never>()
expectTypeOf(
  signIn(event, 'github', { redirectTo: '/inside' }, { prompt: 'login' }),
).resolves.toEqualTypeOf<never>()
expectTypeOf(
  signIn(event, 'credentials', { username: 'ada', password: 'secret' }),
).resolves.toEqualTypeOf<never>()
// @ts-expect-error There is no such provider.
signIn(event, 'gihub')
// @ts-expect-error A field is missing.
signIn(event, 'credentials', { username: 'ada' })
// @ts-expect-error Credentials are required.
signIn(event, 'credentials')
signOut(event, { redirectTo: '/' })
expectTypeOf(update).parameter(1).toEqualTypeOf<{ plan: 'free' | 'pro' }>()
expectTypeOf(await update(event, { plan: 'pro' })).toEqualTypeOf<Session | null>()

expectTypeOf(await auth.health()).toEqualTypeOf<Health>()
expectTypeOf(await auth.health({ request: event.request })).toEqualTypeOf<Health>()

// A configuration per event.
const lazy = createAuth((given) => {
  expectTypeOf(given).toEqualTypeOf<RequestEvent>()
  return createAuth().provider(github())
}).build()
expectTypeOf(await lazy.auth(event))
  .exclude<null>()
  .toHaveProperty('expires')
  .toEqualTypeOf<string>()

// In the object form.
const { auth: read } = createAuth({ providers: [github()] }).build()
expectTypeOf(await read(event))
  .exclude<null>()
  .toHaveProperty('expires')
  .toEqualTypeOf<string>()

// An option of another framework is refused.
createAuth()
  .provider(github())
  // @ts-expect-error `authorized` is for Next.js only.
  .callbacks({ authorized: () => true })
