import { createAuth } from 'authwright'
import { credentials } from 'authwright/providers/credentials'
import { github } from 'authwright/providers/github'
import { google } from 'authwright/providers/google'
import * as v from 'valibot'
import { db } from '../fixtures.js'

declare function use(...values: readonly unknown[]): void

const base = createAuth()
  .provider(github())
  .provider(google({ profile: (raw) => ({ id: raw.sub, domain: raw.hd }) }))
  .provider(credentials({ input: { name: {} }, authorize: ({ name }) => ({ id: name, name }) }))

// Strategy 'jwt'.
base.session({ strategy: 'jwt', update: v.object({ plan: v.string() }) }).callbacks({
  signIn: ({ provider, user, profile, account, credentials: input }) => {
    //       ^?        ^?    ^?       ^?                    ^?
    if (provider === 'github') {
      //              ^| credentials, github, google
      use(user, profile, account, input)
      //  ^?    ^?       ^?       ^?
    }
    if (provider === 'credentials') {
      use(user, profile, input.name)
      //  ^?    ^?       ^?    ^| name
    }
    return true
  },
  redirect: ({ url, baseUrl }) => (url.startsWith('/') ? baseUrl + url : baseUrl),
  //           ^?
  jwt: (params) => {
    //  ^?
    const { token, trigger, provider, user, profile, session } = params
    //      ^?     ^?       ^?        ^?    ^?       ^?
    if (trigger === 'update') {
      //             ^| signIn, signUp, update
      use(session, user)
      //  ^?       ^?
      return { ...token, via: undefined }
    }
    if (trigger === 'signIn' && provider === 'google') {
      use(user, profile, session)
      //  ^?    ^?       ^?
    }
    return { ...token, via: provider }
  },
  session: ({ session, token }) => ({ ...session, id: token.sub, via: token.via }),
  //          ^?       ^?                                                   ^| email, exp, iat, jti, name, picture, sub, via
})

// Strategy 'database'.
base.adapter(db).callbacks({
  signIn: ({ provider, user }) => {
    //                 ^?
    use(provider === 'github' && user)
    //                           ^?
    return user.id !== ''
  },
  session: ({ session, user, newSession, trigger }) => {
    //        ^?       ^?    ^?          ^?
    use(newSession, trigger)
    return { ...session, role: user.role }
    //                              ^| email, emailVerified, id, image, name, role
  },
})

// Listeners.
base.adapter(db).events({
  signIn: ({ user, isNewUser }) => use(user, isNewUser),
  //         ^?    ^?
  linkAccount: ({ provider, profile }) => use(provider === 'google' && profile),
  //                        ^?                                         ^?
  signOut: (message) => use(message),
  //        ^?
})
