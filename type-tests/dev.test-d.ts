import { createAuth } from 'authwright'
import { dev } from 'authwright/dev'
import { credentials } from 'authwright/providers/credentials'
import { github } from 'authwright/providers/github'
import { oidc } from 'authwright/providers/oidc'
import { expectTypeOf } from 'expect-type'

declare const isLocal: boolean

// `signIn` accepts the id of dev(), and claims have the type of the configured users.
const own = createAuth()
  .provider(isLocal && dev())
  .provider(dev({ id: 'staff', users: [{ sub: '1', role: 'admin' as 'admin' | 'member' }] }))
  .callbacks({
    jwt: ({ token, provider, profile }) => {
      if (provider === 'staff') expectTypeOf(profile.role).toEqualTypeOf<'admin' | 'member'>()
      if (provider === 'dev') expectTypeOf(profile.sub).toEqualTypeOf<string>()
      return token
    },
  })
  .build()
expectTypeOf(own.signIn).parameter(0).toEqualTypeOf<'dev' | 'staff'>()

// The user is the result of `profile`.
createAuth()
  .provider(dev({ profile: ({ sub }) => ({ id: sub, plan: 'free' as const }) }))
  .callbacks({
    jwt: ({ token, user }) => {
      if (user) expectTypeOf(user.plan).toEqualTypeOf<'free'>()
      return token
    },
  })

// dev({ as }) has all types of the provider that it replaces.
expectTypeOf(dev({ as: github() })).toEqualTypeOf(github())
const acme = oidc({ id: 'acme', profile: (raw: { sub: string; team: string }) => ({ id: raw.sub }) })
expectTypeOf(dev({ as: acme, users: [{ sub: '1', team: 'red' }] })).toEqualTypeOf(acme)
const chosen = createAuth()
  .provider(isLocal ? dev({ as: github() }) : github())
  .callbacks({
    jwt: ({ token, profile }) => {
      if (profile) expectTypeOf(profile.login).toEqualTypeOf<string>()
      return token
    },
  })
  .build()
expectTypeOf(chosen.signIn).parameter(0).toEqualTypeOf<'github'>()

// @ts-expect-error `sub` is missing
dev({ users: [{ name: 'Ada' }] })
// @ts-expect-error GitHub's `login` is a string
dev({ as: github(), users: [{ login: 5 }] })
// @ts-expect-error dev() cannot replace credentials(), which has no identity provider
dev({ as: credentials({ input: {}, authorize: () => null }) })
// @ts-expect-error a user's id is a string
dev({ profile: () => ({ id: 5 }) })
// @ts-expect-error dev({ as }) has the id of the provider that it replaces
dev({ as: github(), id: 'other' })
