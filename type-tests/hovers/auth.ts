import { createAuth } from 'authwright'
import { credentials } from 'authwright/providers/credentials'
import { github } from 'authwright/providers/github'
import { google } from 'authwright/providers/google'
import { db, request } from '../fixtures.js'

const base = createAuth()
  .provider(github())
  .provider(google({ profile: (raw) => ({ id: raw.sub, domain: raw.hd }) }))

const auth = base
  //  ^?
  .callbacks({
    jwt: ({ token, account }) => ({ ...token, via: account?.provider }),
    session: ({ session, token }) => ({
      ...session,
      user: { ...session.user, id: token.sub, via: token.via },
    }),
  })
  .build()

const stored = base
  //  ^?
  .provider(
    credentials({
      input: { email: {}, password: {} },
      authorize: ({ email }) => db.getUserByEmail(email),
    }),
  )
  .adapter(db)
  .callbacks({ session: ({ session, user }) => ({ ...session, user: { ...session.user, role: user.role } }) })
  .build()

const session = await auth.auth(request)
//    ^?                   ^?
if (session) {
  session.user.via
  //           ^| email, id, image, name, via
  //           ^?
  session.user
  //      ^| expires, user
}

const storedSession = await stored.auth(request)
//    ^?
storedSession?.user.role
//                  ^| email, image, name, role

auth.signIn('github', { request })
//   ^?      ^| github, google

stored.signIn('github', { request })
//             ^| credentials, github, google

stored.signIn('credentials', { request, email: '', password: '' })
//     ^?                               ^| email, redirectTo

auth.signOut
//   ^| accounts, auth, close, fetch, handler, handlers, health, passkeys, passwords, sessions, signIn, signOut, tokens, update
//   ^?

auth.update
//   ^?
