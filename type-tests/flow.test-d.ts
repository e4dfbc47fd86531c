import { createAuth, type JwtParamsOf, type SignInIntent } from 'authwright'
import { memory } from 'authwright/adapters/memory'
import { createClient } from 'authwright/client'
import { createAuth as createNextAuth } from 'authwright/next'
import { credentials } from 'authwright/providers/credentials'
import { github } from 'authwright/providers/github'
import { password } from 'authwright/providers/password'
import { signIn } from 'authwright/react'
import { createAuth as createSolidStartAuth } from 'authwright/solid-start'
import { expectTypeOf } from 'expect-type'
import { date, object, optional, pipe, string, transform } from 'valibot'
import { request } from './fixtures.js'

const data = object({ invitation: string(), plan: optional(string(), 'free') })
interface Received {
  invitation: string
  plan: string
}

const auth = createAuth()
  .provider(github())
  .adapter(memory())
  .flow({ data })
  .signUp(({ state, verifiedEmail }) => {
    expectTypeOf(state).toEqualTypeOf<Received | undefined>()
    expectTypeOf(verifiedEmail).toEqualTypeOf<string | null>()
    return state?.invitation === 'welcome'
  })
  .callbacks({
    signIn({ state, provider, intent }) {
      expectTypeOf(state).toEqualTypeOf<Received | undefined>()
      expectTypeOf(provider).toEqualTypeOf<'github'>()
      expectTypeOf(intent).toEqualTypeOf<SignInIntent>()
      return true
    },
  })
  .events({
    signIn: ({ state }) => expectTypeOf(state).toEqualTypeOf<Received | undefined>(),
    createUser: ({ state }) => expectTypeOf(state).toEqualTypeOf<Received | undefined>(),
  })
  .build()
await auth.signIn('github', { request, state: { invitation: 'welcome' } })
await auth.signIn('github', { request })
// @ts-expect-error The schema requires the member.
auth.signIn('github', { request, state: { plan: 'free' } })

// A `jwt` callback that is written separately receives the state.
const withFlow = createAuth().provider(github()).flow({ data })
expectTypeOf<JwtParamsOf<typeof withFlow>['state']>().toEqualTypeOf<Received | undefined>()

// A sign-in with credentials or a password has no state.
const forms = createAuth()
  .provider(github())
  .provider(credentials({ input: { name: { label: 'Name' } }, authorize: () => null }))
  .provider(password({ verify: false }))
  .adapter(memory())
  .session({ strategy: 'jwt' })
  .flow({ data })
  .build()
await forms.signIn('github', { request, state: { invitation: 'welcome' } })
await forms.signIn('credentials', { request, name: 'Ada' })
// @ts-expect-error The callbacks would not receive it.
await forms.signIn('credentials', { request, name: 'Ada', state: { invitation: 'welcome' } })
await forms.signIn('password', { request, email: 'ada@example.com', password: 'secret' })
await forms.signIn('password', {
  request,
  email: 'ada@example.com',
  password: 'secret',
  // @ts-expect-error The callbacks would not receive it.
  state: { invitation: 'welcome' },
})
const formsClient = createClient<typeof forms>()
// @ts-expect-error The callbacks would not receive it.
await formsClient.signIn('credentials', { name: 'Ada', state: { invitation: 'welcome' } })

// Without a schema there is no state.
const plain = createAuth()
  .provider(github())
  .callbacks({
    // @ts-expect-error There is no such member.
    signIn: ({ state }) => state === undefined,
  })
  .build()
// @ts-expect-error Without a schema, there is no option `state`.
plain.signIn('github', { request, state: { invitation: 'welcome' } })

// A schema of updates does not change the type of the state. Dates become strings.
createAuth()
  .provider(github())
  .flow({
    data: object({
      since: pipe(
        string(),
        transform((text) => new Date(text)),
        date(),
      ),
    }),
  })
  .session({ update: object({ name: string() }) })
  .callbacks({
    signIn({ state }) {
      expectTypeOf(state).toEqualTypeOf<{ since: string } | undefined>()
      return true
    },
  })

const next = createNextAuth().provider(github()).flow({ data }).build()
await next.signIn('github', { state: { invitation: 'welcome' }, redirect: false })
const solid = createSolidStartAuth().provider(github()).flow({ data }).build()
await solid.signIn('github', { state: { invitation: 'welcome' }, redirect: false })

// @ts-expect-error A policy is 'open', 'closed' or a function.
createAuth().provider(github()).adapter(memory()).signUp('maybe')
createAuth({
  providers: [github()],
  adapter: memory(),
  signUp: ({ verifiedEmail }) => verifiedEmail !== null,
}).build()

// The token of a session can contain the state. In the object form, it has the same type.
createAuth()
  .provider(github())
  .flow({ data })
  .callbacks({
    jwt({ token, trigger, state }) {
      expectTypeOf(state).toEqualTypeOf<Received | undefined>()
      return trigger === 'signIn' ? { ...token, plan: state?.plan } : token
    },
    session: ({ session, token }) => ({ ...session, plan: token }),
  })
const ofObject = createAuth({
  providers: [github()],
  adapter: memory(),
  session: { strategy: 'jwt' },
  flow: { data },
  signUp: ({ state }) => {
    expectTypeOf(state).toEqualTypeOf<Received | undefined>()
    return state?.invitation === 'welcome'
  },
  callbacks: {
    signIn({ state }) {
      expectTypeOf(state).toEqualTypeOf<Received | undefined>()
      return true
    },
    jwt({ token, state }) {
      expectTypeOf(state).toEqualTypeOf<Received | undefined>()
      return token
    },
  },
  events: { signIn: ({ state }) => expectTypeOf(state).toEqualTypeOf<Received | undefined>() },
}).build()
await ofObject.signIn('github', { request, state: { invitation: 'welcome' } })
// @ts-expect-error The schema requires the member.
ofObject.signIn('github', { request, state: {} })
const lazy = createAuth(() => ({ providers: [github()], flow: { data } })).build()
await lazy.signIn('github', { request, state: { invitation: 'welcome' } })
// @ts-expect-error A schema is required.
createAuth({ providers: [github()], flow: { data: { invitation: 'string' } } })

// Clients have the types of the instance.
const client = createClient<typeof auth>()
await client.signIn('github', { state: { invitation: 'welcome' }, remember: true, link: true })
// @ts-expect-error The schema requires the member.
client.signIn('github', { state: { plan: 'free' } })
// @ts-expect-error A client cannot choose scopes.
client.signIn('github', { scopes: ['repo'] })
// @ts-expect-error There is no state without a schema.
createClient<typeof plain>().signIn('github', { state: { invitation: 'welcome' } })
expectTypeOf<Parameters<typeof signIn>[1]>().not.toBeAny()
await signIn('anything', { state: { invitation: 'welcome' }, remember: true })
