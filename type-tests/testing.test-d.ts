import { createAuth } from 'authwright'
import { createAuth as createNextAuth } from 'authwright/next'
import { credentials } from 'authwright/providers/credentials'
import { github } from 'authwright/providers/github'
import { createAuth as createSolidStartAuth } from 'authwright/solid-start'
import { createAuth as createKitAuth } from 'authwright/sveltekit'
import { testAuth } from 'authwright/testing'
import { expectTypeOf } from 'expect-type'
import { db } from './fixtures.js'

const form = credentials({ input: {}, authorize: () => ({ id: '1', role: 'admin' as 'admin' | 'member' }) })

// Without an adapter, the type of users is that of the providers.
const sealed = createAuth()
  .provider(form)
  .provider(github())
  .callbacks({ jwt: ({ token, user }) => (user ? { ...token, plan: 'free' as const } : token) })
  .callbacks({ session: ({ session, token }) => ({ ...session, plan: token.plan }) })
  .build()
const as = testAuth(sealed)
const ada = await as({ user: { id: '1', role: 'admin' } })
expectTypeOf((await ada.session())?.plan).toEqualTypeOf<'free' | undefined>()
await as({ provider: 'github', user: { id: '1', name: 'Ada' } })
await as()

// @ts-expect-error There is no such role.
await as({ user: { id: '1', role: 'owner' } })
// @ts-expect-error There is no such field.
await as({ user: { id: '1', rule: 'admin' } })
// @ts-expect-error There is no such provider.
await as({ provider: 'gitlab' })

// With an adapter, the type of users is that of the adapter.
const stored = testAuth(createAuth().provider(github()).adapter(db).build())
await stored({ user: { role: 'member', email: 'ada@example.com' } })
// @ts-expect-error There is no such role.
await stored({ user: { role: 'owner' } })

// An application may export only the function that reads the session.
const { auth } = createNextAuth().provider(form).build()
await testAuth(auth)({ user: { role: 'member' } })
// @ts-expect-error There is no such role.
await testAuth(auth)({ user: { role: 'owner' } })

const { getSession } = createSolidStartAuth().provider(form).build()
await testAuth(getSession)({ user: { role: 'member' } })
// @ts-expect-error There is no such role.
await testAuth(getSession)({ user: { role: 'owner' } })

// A configuration that is a function of the request, or of the event, has the same types.
const lazy = {
  web: createAuth(() => ({ providers: [form], secret: 'x' })).build(),
  next: createNextAuth(() => ({ providers: [form], secret: 'x' })).build(),
  solidStart: createSolidStartAuth(() => ({ providers: [form], secret: 'x' })).build(),
  svelteKit: createKitAuth((event) => ({ providers: [form], secret: event.url.host })).build(),
}
await testAuth(lazy.web)({ user: { role: 'member' }, provider: 'credentials' })
await testAuth(lazy.next)({ user: { role: 'member' } })
await testAuth(lazy.solidStart)({ user: { role: 'member' } })
await testAuth(lazy.svelteKit)({ user: { role: 'member' }, provider: 'credentials' })
await testAuth(lazy.svelteKit, { event: (request) => ({ request, platform: {} }) })()
// @ts-expect-error There is no such role.
await testAuth(lazy.web)({ user: { role: 'owner' } })
// @ts-expect-error There is no such role.
await testAuth(lazy.next)({ user: { role: 'owner' } })
// @ts-expect-error There is no such role.
await testAuth(lazy.solidStart)({ user: { role: 'owner' } })
// @ts-expect-error There is no such role.
await testAuth(lazy.svelteKit)({ user: { role: 'owner' } })
// @ts-expect-error There is no such provider.
await testAuth(lazy.svelteKit.auth)({ provider: 'gitlab' })
