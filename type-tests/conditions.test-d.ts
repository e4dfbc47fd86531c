import { createAuth } from 'authwright'
import { createClient } from 'authwright/client'
import { createAuth as createNextAuth } from 'authwright/next'
import { credentials } from 'authwright/providers/credentials'
import { github } from 'authwright/providers/github'
import { google } from 'authwright/providers/google'
import { oauth } from 'authwright/providers/oauth'
import { oidc } from 'authwright/providers/oidc'
import { expectTypeOf } from 'expect-type'
import { db, request } from './fixtures.js'

declare const env: string | undefined
declare const on: boolean

// `signIn` also accepts the id of a provider that a condition may turn off.
const chained = createAuth()
  .provider(github())
  .provider(env && google())
  .provider(on ? google({ id: 'work' }) : null)
  .provider(on && env !== undefined && google({ id: 'both' }))
  .callbacks({
    jwt: ({ token, provider, profile }) =>
      provider === 'google' ? { ...token, domain: profile.hd } : { ...token, domain: undefined },
  })
  .build()
expectTypeOf(chained.signIn).parameter(0).toEqualTypeOf<'github' | 'google' | 'work' | 'both'>()
const client = createClient<typeof chained>()
client.signIn('google')
// @ts-expect-error no provider has this id
client.signIn('gogle')

const listed = createNextAuth({
  providers: [github(), on && google(), env ? google({ id: 'work' }) : undefined, null, ''],
  adapter: db,
  callbacks: {
    signIn: ({ provider }) => {
      expectTypeOf(provider).toEqualTypeOf<'github' | 'google' | 'work'>()
      return true
    },
  },
}).build()
expectTypeOf<Parameters<typeof listed.signIn>[0]>().toExtend<'github' | 'google' | 'work' | undefined>()
const filtered = createAuth({ providers: [github(), on && google()].filter(Boolean) }).build()
expectTypeOf(filtered.signIn).parameter(0).toEqualTypeOf<'github' | 'google'>()
const spread = createAuth(() => ({ providers: [github(), ...(on ? [google()] : [])] })).build()
expectTypeOf(spread.signIn).parameter(0).toEqualTypeOf<'github' | 'google'>()
const chosen = createAuth()
  .provider(on ? github() : google())
  .build()
expectTypeOf(chosen.signIn).parameter(0).toEqualTypeOf<'github' | 'google'>()

// The two providers of a conditional expression may be of different kinds.
const byName = credentials({ input: { name: {} }, authorize: ({ name }) => ({ id: name }) })
const preview = createAuth()
  .provider(on ? byName : github())
  .provider(on && (env ? oauth({ id: 'acme', issuer: 'https://acme.example' }) : google()))
  .build()
// @ts-expect-error the provider 'acme' lacks endpoints
createAuth().provider(on ? oauth({ id: 'acme' }) : byName)
// @ts-expect-error the field is reserved
createAuth().provider(on ? github() : credentials({ input: { csrfToken: {} }, authorize: () => null }))
expectTypeOf(preview.signIn).parameter(0).toEqualTypeOf<'credentials' | 'github' | 'acme' | 'google'>()
const previewList = createAuth({ providers: [on ? byName : github()] }).build()
expectTypeOf(previewList.signIn).parameter(0).toEqualTypeOf<'credentials' | 'github'>()

// Ids from a database match a template literal type.
interface Connection {
  slug: string
  issuer: string
}
declare function connectionsOf(tenant: string): Promise<readonly Connection[]>
const tenants = createAuth(async (received) => {
  const connections = await connectionsOf(new URL(received?.url ?? 'https://app.example').hostname)
  return {
    providers: [github(), ...connections.map(({ slug, issuer }) => oidc({ id: `sso-${slug}`, issuer }))],
    tenant: ({ url }) => new URL(url).hostname,
  }
}).build()
expectTypeOf(tenants.signIn).parameter(0).toEqualTypeOf<'github' | `sso-${string}`>()
declare const connection: Connection
await tenants.signIn(`sso-${connection.slug}`, { request })
// @ts-expect-error no provider has this id
await tenants.signIn(connection.slug, { request })
createAuth()
  .provider(oidc({ id: `sso-${connection.slug}`, issuer: connection.issuer }))
  .provider(github())
  .callbacks({
    signIn: ({ provider, user, profile }) => {
      if (provider === 'github') expectTypeOf(profile.login).toEqualTypeOf<string>()
      else expectTypeOf(provider).toEqualTypeOf<`sso-${string}`>()
      return user.id !== ''
    },
  })
  .build()

// `.adapter(undefined)` is the same as no adapter, as at run time.
createAuth({
  providers: [github()],
  adapter: undefined,
  callbacks: {
    session: ({ session, token }) => {
      expectTypeOf(token.sub).toEqualTypeOf<string | undefined>()
      return session
    },
  },
}).build()
