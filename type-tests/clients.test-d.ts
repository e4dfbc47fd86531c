import { createAuth } from 'authwright'
import {
  type ClientError,
  type ClientTypesOf,
  createClient,
  type RegisteredInstance,
  type SignInResult,
} from 'authwright/client'
import { credentials } from 'authwright/providers/credentials'
import { github } from 'authwright/providers/github'
import { getSession, signIn, signOut, useSession } from 'authwright/react'
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

// The whole and the function that reads the session both type a client.
const client = createClient<typeof instance>()
expectTypeOf(createClient<typeof auth>()).toEqualTypeOf(client)

expectTypeOf(await client.getSession()).not.toBeAny()
expectTypeOf((await client.getSession())?.role).toEqualTypeOf<'admin' | undefined>()
expectTypeOf(await client.getProviders())
  .toHaveProperty('github')
  .toHaveProperty('id')
  .toEqualTypeOf<'github'>()

await client.signIn()
await client.signIn('github')
await client.signIn('github', { redirectTo: '/inside' }, { login_hint: 'ada' })
await client.signIn('credentials', { name: 'Ada', pin: 1, redirect: false })
// @ts-expect-error there is no such provider
await client.signIn('google')
// @ts-expect-error what a provider is given is not optional
await client.signIn('credentials')
// @ts-expect-error the schema takes a number
await client.signIn('credentials', { name: 'Ada', pin: '1' })
// @ts-expect-error a field is missing
await client.signIn('credentials', { name: 'Ada' })
// @ts-expect-error this provider is given nothing
await client.signIn('github', { name: 'Ada' })

const mailed = createAuth().provider(email).adapter(db).build()
const mailing = createClient<typeof mailed>()
await mailing.signIn('email', { email: 'ada@example.com' })
// @ts-expect-error an address is needed
await mailing.signIn('email', {})

expectTypeOf((await client.update({ region: 'eu' }))?.role).toEqualTypeOf<'admin' | undefined>()
await client.update()
// @ts-expect-error the schema takes a text
await client.update({ region: 1 })

// The result says what can be read of it.
const result: SignInResult = await client.signOut({ redirect: false })
if (result.ok) expectTypeOf(result.url).toEqualTypeOf<string>()
else {
  expectTypeOf(result.url).toEqualTypeOf<null>()
  expectTypeOf(result.retryAfter).toEqualTypeOf<number | undefined>()
}

// A component: `status` says whether there is a session.
const shown = useSession<typeof auth>()
expectTypeOf(shown.status).toEqualTypeOf<'loading' | 'authenticated' | 'unauthenticated'>()
expectTypeOf(shown.error).toEqualTypeOf<ClientError | undefined>()
if (shown.status === 'authenticated') expectTypeOf(shown.data.role).toEqualTypeOf<'admin'>()
else expectTypeOf(shown.data).toEqualTypeOf<null>()
const required = useSession<typeof auth>({ required: true, onUnauthenticated: () => {} })
expectTypeOf(required.status).toEqualTypeOf<'loading' | 'authenticated'>()
await shown.update({ region: 'eu' })
// @ts-expect-error the schema takes a text
await shown.update({ region: 1 })

// Where no instance is registered, everything can be asked for, and the session is the one before callbacks.
expectTypeOf<RegisteredInstance>().toEqualTypeOf<undefined>()
expectTypeOf<ClientTypesOf<undefined>['id']>().toEqualTypeOf<string>()
await signIn('anything', { name: 'Ada', redirect: false })
await signIn('anything')
await signOut()
expectTypeOf((await getSession())?.user.name).toEqualTypeOf<string | null | undefined>()
