import {
  createAuth,
  type LinkedAccount,
  type LinkStart,
  linkResult,
  type Passkey,
  type RemovalResult,
} from 'authwright'
import { memory } from 'authwright/adapters/memory'
import { createAuth as createNextAuth } from 'authwright/next'
import { credentials } from 'authwright/providers/credentials'
import { github } from 'authwright/providers/github'
import { createAuth as createSolidStartAuth } from 'authwright/solid-start'
import type { AuthLocals } from 'authwright/sveltekit'
import { createAuth as createSvelteKitAuth } from 'authwright/sveltekit'
import { expectTypeOf } from 'expect-type'
import { request } from './fixtures.js'

const password = credentials({
  input: { name: {} },
  authorize: () => null,
  hasCredentials: ({ id }) => id !== '',
})
const stored = createAuth()
  .provider(github())
  .provider(password)
  .adapter(memory())
  .session({ strategy: 'jwt' })
  .build()

expectTypeOf(await stored.accounts.list(request)).toEqualTypeOf<readonly LinkedAccount[] | null>()
expectTypeOf(await stored.passkeys.list(request)).toEqualTypeOf<readonly Passkey[] | null>()
const unlinked = await stored.accounts.unlink({ provider: 'github', providerAccountId: '1' }, { request })
expectTypeOf(unlinked).toEqualTypeOf<RemovalResult>()
if (!unlinked.ok) {
  expectTypeOf(unlinked.reason).toEqualTypeOf<
    'signedOut' | 'reauthenticate' | 'notFound' | 'lastSignInMethod'
  >()
}
expectTypeOf(await stored.passkeys.remove('id', { request })).toEqualTypeOf<RemovalResult>()
const started = await stored.accounts.link('github', { request, redirectTo: '/settings' })
if (started.ok) expectTypeOf(started.headers).toEqualTypeOf<Headers>()
else expectTypeOf(started.reason).toEqualTypeOf<'signedOut' | 'reauthenticate'>()
// @ts-expect-error Only accounts of OAuth and OpenID Connect providers can be linked.
stored.accounts.link('credentials', { request })
expectTypeOf(linkResult(new URL('https://example.com'))?.result).toEqualTypeOf<
  'linked' | 'alreadyLinked' | 'otherUser' | undefined
>()

const { deleteAuthenticator: _, ...others } = memory()
const lacking = createAuth().provider(github()).adapter(others).build()
await lacking.accounts.list(request)
// @ts-expect-error The adapter lacks the method.
lacking.passkeys.list(request)

const { updateAuthenticatorName: _name, ...withoutNames } = memory()
const nameless = createAuth().provider(github()).adapter(withoutNames).build()
await nameless.accounts.list(request)
// @ts-expect-error The adapter cannot rename passkeys.
nameless.passkeys.list(request)

const next = createNextAuth().provider(github()).adapter(memory()).build()
expectTypeOf(await next.auth.accounts.link('github')).toEqualTypeOf<LinkStart>()
expectTypeOf(await next.auth.accounts.list()).toEqualTypeOf<readonly LinkedAccount[] | null>()
expectTypeOf(await next.auth.passkeys.list()).toEqualTypeOf<readonly Passkey[] | null>()

const kit = createSvelteKitAuth().provider(github()).adapter(memory()).build()
declare const locals: AuthLocals<typeof kit>
expectTypeOf(await locals.auth.accounts.list()).toEqualTypeOf<readonly LinkedAccount[] | null>()
expectTypeOf(await locals.auth.passkeys.rename('id', 'Phone')).toExtend<{ ok: boolean }>()
// @ts-expect-error There is no such provider.
locals.auth.accounts.link('gitlab')

const solid = createSolidStartAuth().provider(github()).adapter(memory()).build()
expectTypeOf(await solid.accounts.link('github', { redirectTo: '/settings' })).toEqualTypeOf<LinkStart>()

createAuth()
  .provider(github())
  .adapter(memory())
  .events({
    unlinkAccount: ({ userId }) => expectTypeOf(userId).toEqualTypeOf<string>(),
    removePasskey: ({ id }) => expectTypeOf(id).toEqualTypeOf<string>(),
  })
