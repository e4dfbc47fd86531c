import { createAuth } from 'authwright'
import type { BaseSession, UncheckedUpdate } from 'authwright/internal'
import { type GitHubProfile, type GitHubUser, github } from 'authwright/providers/github'
import { type GoogleProfile, google } from 'authwright/providers/google'
import { expectTypeOf } from 'expect-type'
import { request } from './fixtures.js'

const base = createAuth()
  .provider(github())
  .provider(google({ profile: (raw) => ({ id: raw.sub, domain: raw.hd }) }))

// A check of `provider` narrows the parameters that depend on it.
base.callbacks({
  signIn: ({ provider, user, profile, account }) => {
    expectTypeOf(provider).toEqualTypeOf<'github' | 'google'>()
    expectTypeOf(user.id).toEqualTypeOf<string>()
    if (provider === 'github') {
      expectTypeOf(user).toEqualTypeOf<GitHubUser>()
      expectTypeOf(profile).toEqualTypeOf<GitHubProfile>()
      expectTypeOf(account.provider).toEqualTypeOf<'github'>()
    } else {
      expectTypeOf(user).toEqualTypeOf<{ id: string; domain: string | undefined }>()
      expectTypeOf(profile).toEqualTypeOf<GoogleProfile>()
      expectTypeOf(account.provider).toEqualTypeOf<'google'>()
    }
    expectTypeOf(profile).not.toBeAny()
    return true
  },
  redirect: ({ url, baseUrl }) => {
    expectTypeOf(url).toEqualTypeOf<string>()
    expectTypeOf(baseUrl).toEqualTypeOf<string>()
    return baseUrl
  },
})

// `trigger` says why `jwt` is called, and narrows its other parameters.
base.callbacks({
  jwt: ({ trigger, provider, token, user, account, profile, session, isNewUser }) => {
    if (trigger === 'update') {
      // The data of an update is unchecked (`unknown`), so its members cannot be read.
      expectTypeOf(session).toEqualTypeOf<UncheckedUpdate | null | undefined>()
      expectTypeOf(user).toEqualTypeOf<undefined>()
    } else if (trigger === undefined) {
      expectTypeOf(user).toEqualTypeOf<undefined>()
      expectTypeOf(account).toEqualTypeOf<undefined>()
      expectTypeOf(session).toEqualTypeOf<undefined>()
    } else {
      expectTypeOf(trigger).toEqualTypeOf<'signIn' | 'signUp'>()
      if (provider === 'github') expectTypeOf(user).toEqualTypeOf<GitHubUser>()
      if (provider === 'google') expectTypeOf(profile).toEqualTypeOf<GoogleProfile>()
      expectTypeOf(account.provider).toEqualTypeOf<'github' | 'google'>()
      expectTypeOf(isNewUser).toEqualTypeOf<boolean>()
    }
    return token
  },
})

// `session` receives the result of `jwt`, and the application receives the result of `session`.
const auth = base
  .callbacks({
    jwt: async ({ token, account }) => ({ ...token, via: account?.provider ?? null, visits: 1 }),
    session: ({ session, token }) => {
      expectTypeOf(token.via).toEqualTypeOf<'github' | 'google' | null>()
      expectTypeOf(token.visits).toEqualTypeOf<number>()
      return { ...session, via: token.via }
    },
  })
  .build()
const session = await auth.auth(request)
expectTypeOf(session).not.toBeAny()
expectTypeOf(session).not.toBeUnknown()
expectTypeOf(session).toBeNullable()
expectTypeOf(session).exclude<null>().toHaveProperty('via').toEqualTypeOf<'github' | 'google' | null>()
expectTypeOf(session).exclude<null>().toHaveProperty('expires').toEqualTypeOf<string>()
expectTypeOf(session)
  .exclude<null>()
  .toHaveProperty('user')
  .toHaveProperty('email')
  .toEqualTypeOf<string | null | undefined>()
expectTypeOf(auth.signIn).parameter(0).toEqualTypeOf<'github' | 'google'>()
expectTypeOf(await auth.update({}, { request })).toEqualTypeOf<{
  session: typeof session
  headers: Headers
}>()
expectTypeOf(await auth.signIn('github', { request, redirectTo: '/' })).toEqualTypeOf<{
  url: string
  headers: Headers
}>()
expectTypeOf(auth.handlers.GET).toEqualTypeOf<(request: Request) => Promise<Response>>()

// Without callbacks, a session has a name, an e-mail address and a picture.
expectTypeOf(await base.build().auth(request)).toEqualTypeOf<BaseSession | null>()
expectTypeOf<BaseSession['user']>().toEqualTypeOf<{
  name?: string | null | undefined
  email?: string | null | undefined
  image?: string | null | undefined
}>()

// Each callback receives the result of the previous one.
const steps = base
  .callbacks({ jwt: ({ token }) => ({ ...token, first: 1 }) })
  .callbacks({
    jwt: ({ token }) => {
      expectTypeOf(token.first).toEqualTypeOf<number>()
      return { ...token, second: 'two' }
    },
  })
  .callbacks({ session: ({ session, token }) => ({ ...session, first: token.first }) })
  .callbacks({
    session: ({ session, token }) => {
      expectTypeOf(session.first).toEqualTypeOf<number>()
      return { ...session, second: token.second }
    },
  })
  .events({
    session: ({ session, token }) => {
      expectTypeOf(session.second).toEqualTypeOf<string>()
      expectTypeOf(token.first).toEqualTypeOf<number>()
    },
    signOut: ({ token }) => {
      expectTypeOf(token?.second).toEqualTypeOf<string | undefined>()
    },
    signIn: ({ provider, user, isNewUser }) => {
      if (provider === 'github') expectTypeOf(user).toEqualTypeOf<GitHubUser>()
      expectTypeOf(isNewUser).toEqualTypeOf<boolean>()
    },
  })
  .build()
expectTypeOf(await steps.auth(request))
  .exclude<null>()
  .toHaveProperty('first')
  .toEqualTypeOf<number>()
expectTypeOf(await steps.auth(request))
  .exclude<null>()
  .toHaveProperty('second')
  .toEqualTypeOf<string>()

// Two instances in one program have separate types.
expectTypeOf(steps.auth).not.toEqualTypeOf(auth.auth)
expectTypeOf(await auth.auth(request))
  .exclude<null>()
  .not.toHaveProperty('first')

// A builder is immutable: each method returns a new builder.
const branch = base.provider(github({ id: 'github-enterprise' })).build()
expectTypeOf(branch.signIn).parameter(0).toEqualTypeOf<'github' | 'google' | 'github-enterprise'>()
expectTypeOf(base.build().signIn).parameter(0).toEqualTypeOf<'github' | 'google'>()

// @ts-expect-error The token must keep the claims of the previous callback.
base.callbacks({ jwt: () => ({ a: 1 }) }).callbacks({ jwt: () => ({ b: 1 }) })

// Event listeners may have computed names.
base.events({} as Record<string, () => void>)
