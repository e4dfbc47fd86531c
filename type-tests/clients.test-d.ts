import { createAuth } from 'authwright'
import {
  type ClientError,
  type ClientTypesOf,
  createClient,
  type RegisteredInstance,
  type SignInResult,
} from 'authwright/client'
import { createAuth as createNextAuth } from 'authwright/next'
import { credentials } from 'authwright/providers/credentials'
import { github } from 'authwright/providers/github'
import {
  getSession,
  SignedIn,
  type SignedInProps,
  signIn,
  signOut,
  type UserMenuProps,
  useSession,
} from 'authwright/react'
import { createSession as createSolidSession } from 'authwright/solid'
import { createSession as createSvelteSession } from 'authwright/svelte'
import { expectTypeOf } from 'expect-type'
import { number, object, string } from 'valibot'
import { db, email } from './fixtures.js'

const instance = createAuth()
  .provider(github())
  .provider(credentials({ input: object({ name: string(), pin: number() }), authorize: () => ({ id: '1' }) }))
  .session({ update: object({ region: string() }) })
  .callbacks({ session: ({ session }) => ({ ...session, role: 'admin' as const }) })
  .build()
const { auth } = instance

// A client can take its types from the instance, or from the function that reads the session.
const client = createClient<typeof instance>()
expectTypeOf(createClient<typeof auth>()).toEqualTypeOf(client)

expectTypeOf(await client.getSession()).not.toBeAny()
expectTypeOf((await client.getSession())?.role).toEqualTypeOf<'admin' | undefined>()
expectTypeOf(await client.getProviders())
  .toHaveProperty('github')
  .toHaveProperty('id')
  .toEqualTypeOf<'github'>()

await client.signIn()
await client.signIn(undefined, { redirectTo: '/inside' })
await client.signIn('github')
await client.signIn('github', { redirectTo: '/inside' }, { login_hint: 'ada' })
await client.signIn('credentials', { name: 'Ada', pin: 1, redirect: false })
// @ts-expect-error there is no such provider
await client.signIn('google')
// @ts-expect-error the input of a provider is not optional
await client.signIn('credentials')
// @ts-expect-error the schema takes a number
await client.signIn('credentials', { name: 'Ada', pin: '1' })
// @ts-expect-error a field is missing
await client.signIn('credentials', { name: 'Ada' })
// @ts-expect-error this provider takes no input
await client.signIn('github', { name: 'Ada' })

const mailed = createAuth().provider(email).adapter(db).build()
const mailing = createClient<typeof mailed>()
await mailing.signIn('email', { email: 'ada@example.com' })
// @ts-expect-error an e-mail address is required
await mailing.signIn('email', {})

expectTypeOf((await client.update({ region: 'eu' }))?.role).toEqualTypeOf<'admin' | undefined>()
await client.update()
// @ts-expect-error the schema takes a string
await client.update({ region: 1 })

// `ok` narrows the result.
const result: SignInResult = await client.signOut({ redirect: false })
if (result.ok) expectTypeOf(result.url).toEqualTypeOf<string>()
else {
  expectTypeOf(result.url).toEqualTypeOf<null>()
  expectTypeOf(result.retryAfter).toEqualTypeOf<number | undefined>()
}

// In a component, `status` narrows the session.
const shown = useSession<typeof auth>()
expectTypeOf(shown.status).toEqualTypeOf<'loading' | 'authenticated' | 'unauthenticated'>()
expectTypeOf(shown.error).toEqualTypeOf<ClientError | undefined>()
if (shown.status === 'authenticated') expectTypeOf(shown.data.role).toEqualTypeOf<'admin'>()
else expectTypeOf(shown.data).toEqualTypeOf<null>()
const required = useSession<typeof auth>({ required: true, onUnauthenticated: () => {} })
expectTypeOf(required.status).toEqualTypeOf<'loading' | 'authenticated'>()
await shown.update({ region: 'eu' })
// @ts-expect-error the schema takes a string
await shown.update({ region: 1 })

// Without a registered instance, any provider id is accepted, and the session has its default type.
expectTypeOf<RegisteredInstance>().toEqualTypeOf<undefined>()
expectTypeOf<ClientTypesOf<undefined>['id']>().toEqualTypeOf<string>()
await signIn('anything', { name: 'Ada', redirect: false })
await signIn('anything')
await signOut()
expectTypeOf((await getSession())?.user.name).toEqualTypeOf<string | null | undefined>()

// Tokens and responses contain JSON, so values have the types that JSON returns.
const dated = createAuth()
  .provider(github())
  .callbacks({
    jwt: ({ token }) => ({ ...token, since: new Date(), groups: new Map<string, number>(), act: () => 1 }),
    session: ({ session, token }) => {
      expectTypeOf(token.since).toEqualTypeOf<string>()
      // @ts-expect-error JSON has no functions
      token.act
      // @ts-expect-error a map comes back as an empty object
      token.groups.get('a')
      return { ...session, since: token.since, until: new Date(), nested: [{ at: new Date() }] }
    },
  })
  .build()
const ofServer = await dated.auth(new Request('https://app.example/'))
expectTypeOf(ofServer?.until).toEqualTypeOf<Date | undefined>()
const ofBrowser = await createClient<typeof dated>().getSession()
expectTypeOf(ofBrowser?.since).toEqualTypeOf<string | undefined>()
expectTypeOf(ofBrowser?.until).toEqualTypeOf<string | undefined>()
expectTypeOf(ofBrowser?.nested).toEqualTypeOf<{ at: string }[] | undefined>()
const ofPage = useSession<typeof dated>()
if (ofPage.status === 'authenticated') expectTypeOf(ofPage.data.until).toEqualTypeOf<string>()
const ofSvelte = createSvelteSession<typeof dated>({ session: () => ofServer }).current
if (ofSvelte.status === 'authenticated') expectTypeOf(ofSvelte.data.until).toEqualTypeOf<string>()
const ofSolid = createSolidSession<typeof dated>({ session: () => ofBrowser })
expectTypeOf(ofSolid()?.until).toEqualTypeOf<string | undefined>()
const stored = createAuth()
  .provider(github())
  .adapter(db)
  .callbacks({ session: ({ session, user }) => ({ ...session, verified: user.emailVerified }) })
  .build()
expectTypeOf((await createClient<typeof stored>().getSession())?.verified).toEqualTypeOf<
  string | null | undefined
>()

// A client accepts the instance of each entry point as its type, and also parts of the instance.
const nextAuth = createNextAuth()
  .provider(github())
  .callbacks({ session: ({ session }) => ({ ...session, role: 'admin' as const }) })
  .build()
const nextClient = createClient<typeof nextAuth>()
expectTypeOf(createClient<typeof nextAuth.auth>()).toEqualTypeOf(nextClient)
expectTypeOf((await nextClient.getSession())?.role).toEqualTypeOf<'admin' | undefined>()
expectTypeOf<ClientTypesOf<RegisteredInstance<{ auth: typeof nextAuth }>>['id']>().toEqualTypeOf<'github'>()
// @ts-expect-error there is no such provider
await nextClient.signIn('gihub')

// Without a registered instance, children receive a session with the default type.
SignedIn({ children: ({ user }) => user?.name })
// @ts-expect-error the session has no such member
SignedIn({ children: ({ usr }) => usr })
expectTypeOf<SignedInProps['loading']>().not.toBeAny()
expectTypeOf<UserMenuProps['redirectTo']>().toEqualTypeOf<string | undefined>()
