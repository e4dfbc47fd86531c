import { type Adapter, type AdapterUser, createAuth, customFetch, type Profile } from 'authwright'
import type { UntypedColumns } from 'authwright/internal'
import { type GitHubProfile, type GitHubUser, github } from 'authwright/providers/github'
import { oauth } from 'authwright/providers/oauth'
import { oidc } from 'authwright/providers/oidc'
import { withId } from 'authwright/providers/with-id'
import { expectTypeOf } from 'expect-type'
import { request } from './fixtures.js'

interface AcmeProfile {
  key: string
  handle: string
}

// oauth() keeps the literal id and takes the user from `profile`.
const acme = oauth({
  id: 'acme',
  authorization: { url: 'https://acme.example/authorize', params: { scope: 'read' } },
  token: 'https://acme.example/token',
  userinfo: 'https://acme.example/me',
  checks: ['pkce', 'state'],
  profile: (raw: AcmeProfile) => ({ id: raw.key, handle: raw.handle }),
})
const written = createAuth()
  .provider(acme)
  .callbacks({
    signIn: ({ provider, user, profile }) => {
      expectTypeOf(provider).toEqualTypeOf<'acme'>()
      expectTypeOf(user).toEqualTypeOf<{ id: string; handle: string }>()
      expectTypeOf(profile).toEqualTypeOf<AcmeProfile>()
      return true
    },
  })
  .build()
expectTypeOf(written.signIn).parameter(0).toEqualTypeOf<'acme'>()

// A call inside of `.provider()` also keeps the id and the user type.
createAuth()
  .provider(
    oidc({
      id: 'acme',
      issuer: 'https://acme.example',
      profile: async (raw: AcmeProfile) => ({ id: raw.key }),
    }),
  )
  .provider(oauth({ id: 'plain', issuer: 'https://plain.example' }))
  .callbacks({
    signIn: ({ provider, user, profile }) => {
      if (provider === 'acme') expectTypeOf(user).toEqualTypeOf<{ id: string }>()
      if (provider === 'plain') expectTypeOf(profile).toEqualTypeOf<Profile>()
      return true
    },
  })

// The functions of a provider have parameters with inferred types.
createAuth()
  .provider(oidc({ id: 'oidc', issuer: 'https://acme.example' }))
  .provider(
    oauth({
      id: 'oauth',
      issuer: 'https://acme.example',
      profile: (raw: AcmeProfile) => ({ id: raw.key, n: 1 }),
    }),
  )
  .callbacks({
    signIn: ({ provider, user, profile }) => {
      if (provider === 'oidc') expectTypeOf(profile).toEqualTypeOf<Profile>()
      if (provider === 'oauth') expectTypeOf(user).toEqualTypeOf<{ id: string; n: number }>()
      return true
    },
  })

// Options can override the id, the profile and the fetch function. A `profile` that follows a spread takes
// effect.
createAuth()
  .provider(github({ id: 'enterprise', enterprise: { baseUrl: 'https://git.acme.example' }, checks: [] }))
  .provider(github({ [customFetch]: (url, init) => fetch(url, init) }))
  .provider({ ...github(), id: 'spread' })
  .provider({ ...github(), id: 'replaced', profile: (raw: GitHubProfile) => ({ id: raw.login, n: 1 }) })
  .callbacks({
    signIn: ({ provider, user }) => {
      if (provider === 'enterprise') expectTypeOf(user).toEqualTypeOf<GitHubUser>()
      if (provider === 'spread') expectTypeOf(user).toEqualTypeOf<GitHubUser>()
      if (provider === 'replaced') expectTypeOf(user).toEqualTypeOf<{ id: string; n: number }>()
      return true
    },
  })

// Provider types of other packages do not contain their id, so withId() adds it.
interface EcosystemProvider<P> {
  id: string
  name: string
  type: 'oauth'
  authorization?: string | { url?: string; params?: { scope?: string; [key: string]: any } }
  token?: string | { url?: string; params?: Record<string, unknown> }
  userinfo?:
    | string
    | { url?: string; request?: (context: { tokens: any; provider: any }) => Promise<unknown> }
  profile?: (profile: P, tokens: any) => { id?: string; name?: string | null } | Promise<{ id?: string }>
  account?: (tokens: any) => { access_token?: string } | undefined
  checks?: ('pkce' | 'state' | 'none' | 'nonce')[]
  clientId?: string
  clientSecret?: string
  allowDangerousEmailAccountLinking?: boolean
  style?: { logo?: string; bg?: string; text?: string; brandColor?: string }
  options?: { clientId?: string }
}
declare function Ecosystem(): EcosystemProvider<AcmeProfile>
const ecosystem = createAuth().provider(withId('ecosystem', Ecosystem())).build()
expectTypeOf(ecosystem.signIn).parameter(0).toEqualTypeOf<'ecosystem'>()

// An adapter with only the type `Adapter` is accepted; `.build()` checks it at run time.
declare const anyAdapter: Adapter
const stored = createAuth().provider(github()).adapter(anyAdapter)
stored.callbacks({
  session: ({ session, user }) => {
    expectTypeOf(user).toEqualTypeOf<AdapterUser & UntypedColumns>()
    return session
  },
})
stored.build().signIn('github', { request })
