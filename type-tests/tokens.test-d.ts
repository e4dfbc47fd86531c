import { createAuth, type ProviderFetch, type TokensResult } from 'authwright'
import { memory } from 'authwright/adapters/memory'
import { createAuth as createNextAuth } from 'authwright/next'
import { credentials } from 'authwright/providers/credentials'
import { github } from 'authwright/providers/github'
import { google } from 'authwright/providers/google'
import { createAuth as createSolidStartAuth } from 'authwright/solid-start'
import type { AuthLocals } from 'authwright/sveltekit'
import { createAuth as createSvelteKitAuth } from 'authwright/sveltekit'
import { expectTypeOf } from 'expect-type'
import { request } from './fixtures.js'

const password = credentials({ input: { name: {} }, authorize: () => null })
const stored = createAuth()
  .provider(github())
  .provider(google())
  .provider(password)
  .adapter(memory())
  .session({ strategy: 'jwt' })
  .build()

expectTypeOf(await stored.tokens(request, 'github')).toEqualTypeOf<TokensResult>()
expectTypeOf(await stored.tokens.forUser('user', 'google', { validFor: 300 })).toEqualTypeOf<TokensResult>()
expectTypeOf(stored.fetch(request, 'github')).toEqualTypeOf<ProviderFetch>()
// @ts-expect-error Only providers of OAuth and OpenID Connect have tokens.
stored.tokens(request, 'credentials')
// @ts-expect-error There is no such provider.
stored.tokens(request, 'gitlab')

// The result is narrowed by `ok` and by `reason`.
const tokens = await stored.tokens(request, 'github')
if (tokens.ok) expectTypeOf(tokens.accessToken).toEqualTypeOf<string>()
else {
  expectTypeOf(tokens.reason).toEqualTypeOf<
    'signedOut' | 'notLinked' | 'reauthenticate' | 'unavailable' | 'consent'
  >()
  // @ts-expect-error A failed result has no token.
  tokens.accessToken
}

// Scopes are requested in addition to those that were granted.
await stored.signIn('google', { request, scopes: ['calendar'], remember: true })

await stored.tokens.revokeAll('user')

// Access tokens for several APIs.
const resource = 'https://api.example/'
await stored.signIn('google', { request, resources: [resource] })
expectTypeOf(await stored.tokens(request, 'google', { resource })).toEqualTypeOf<TokensResult>()
expectTypeOf(stored.fetch(request, 'google', { resource })).toEqualTypeOf<ProviderFetch>()
// @ts-expect-error `resource` takes only one resource.
stored.tokens(request, 'google', { resource: [resource] })
// @ts-expect-error With an adapter, there are no cookies to set.
stored.fetch(request, 'google', { headers: new Headers() })

// With an adapter, tokens are stored in it, with either strategy.
createAuth()
  .provider(github())
  .adapter(memory())
  .session({ strategy: 'jwt' })
  .build()
  .tokens(request, 'github')

// Without an adapter, tokens are stored in a cookie of the browser, only for the user of the session.
const held = createAuth()
  .provider(github())
  .provider(google())
  .options({ providerTokens: { place: 'cookie' } })
  .build()
const headers = new Headers()
expectTypeOf(
  await held.tokens(request, 'github', { scopes: ['repo'], headers }),
).toEqualTypeOf<TokensResult>()
expectTypeOf(held.fetch(request, 'google', { headers })).toEqualTypeOf<ProviderFetch>()
// @ts-expect-error There is no such provider.
held.tokens(request, 'gitlab')
// @ts-expect-error Tokens in a cookie can be read only for the user of the session.
held.tokens.forUser('user', 'github')
// @ts-expect-error Tokens in a cookie can be read only for the user of the session.
held.tokens.revokeAll('user')
// @ts-expect-error With an adapter, there are no cookies to set.
stored.tokens(request, 'github', { headers })
// @ts-expect-error Tokens in a cookie are always sealed.
createAuth().options({ providerTokens: { place: 'cookie', encrypted: false } })
// @ts-expect-error Tokens are in a cookie or in the database.
createAuth().options({ providerTokens: { place: 'sealed' } })
const heldObject = createAuth({ providers: [github()], providerTokens: { place: 'cookie' } }).build()
await heldObject.tokens(request, 'github')
const heldNext = createNextAuth()
  .provider(github())
  .options({ providerTokens: { place: 'cookie' } })
  .build()
await heldNext.auth.tokens('github')
// @ts-expect-error Tokens in a cookie can be read only for the user of the session.
heldNext.auth.tokens.forUser('user', 'github')
const sealed = createAuth()
  .provider(github())
  .options({ providerTokens: { place: 'database' } })
  .build()
// @ts-expect-error `place` is also required for sealed tokens.
sealed.tokens(request, 'github')
const heldKit = createSvelteKitAuth()
  .provider(github())
  .options({ providerTokens: { place: 'cookie' } })
  .build()
declare const heldLocals: AuthLocals<typeof heldKit.handle>
expectTypeOf(await heldLocals.auth.tokens('github')).toEqualTypeOf<TokensResult>()

const { listAccountsByUserId: _, ...others } = memory()
const lacking = createAuth().provider(github()).adapter(others).build()
// @ts-expect-error The adapter lacks `listAccountsByUserId`.
lacking.tokens(request, 'github')

const next = createNextAuth().provider(github()).adapter(memory()).build()
expectTypeOf(await next.auth.tokens('github')).toEqualTypeOf<TokensResult>()
await next.auth.tokens.forUser('user', 'github')
expectTypeOf(next.auth.fetch('github')).toEqualTypeOf<ProviderFetch>()
// @ts-expect-error There is no such provider.
next.auth.tokens('gitlab')

const solid = createSolidStartAuth().provider(github()).adapter(memory()).build()
expectTypeOf(await solid.tokens(request, 'github')).toEqualTypeOf<TokensResult>()

const kit = createSvelteKitAuth().provider(github()).adapter(memory()).build()
await kit.auth.tokens.forUser('user', 'github')
declare const locals: AuthLocals<typeof kit.handle>
expectTypeOf(await locals.auth.tokens('github')).toEqualTypeOf<TokensResult>()
expectTypeOf(locals.auth.fetch('github')).toEqualTypeOf<ProviderFetch>()
// @ts-expect-error There is no such provider.
locals.auth.tokens('gitlab')

// A listener receives the provider whose tokens can no longer be refreshed.
createAuth()
  .provider(github())
  .adapter(memory())
  .events({ tokenRefreshFailed: ({ provider }) => expectTypeOf(provider).toEqualTypeOf<'github'>() })

// Only providers of OpenID Connect send logout tokens.
createAuth()
  .provider(github())
  .provider(google())
  .events({ backchannelLogout: ({ provider }) => expectTypeOf(provider).toEqualTypeOf<'google'>() })

// A session may contain anything except the result of `auth.tokens`.
createAuth()
  .provider(github())
  .callbacks({
    session: ({ session }) => {
      const parsed: unknown = null
      return { ...session, anything: JSON.parse('{}'), parsed, scopes: ['repo'], ok: true as const }
    },
  })
  .build()
