import { createAuth } from 'authwright/next'
import { credentials } from 'authwright/providers/credentials'
import { oidc } from 'authwright/providers/oidc'
import * as v from 'valibot'
import { findPerson } from './people'

// A session is extended at most once a minute. The tests set a shorter time.
const updateAge = Number(process.env.SESSION_UPDATE_AGE ?? 60)

const Login = v.object({ username: v.string(), password: v.string() })

export const { handlers, auth, signIn, signOut, unstable_update } = createAuth()
  // Client, secret and issuer come from AUTH_COMPANY_ID, AUTH_COMPANY_SECRET and AUTH_COMPANY_ISSUER.
  .provider(oidc({ id: 'company', name: 'Company', issuer: undefined, idToken: false }))
  .provider(
    credentials({ input: Login, authorize: ({ username, password }) => findPerson(username, password) }),
  )
  .session({ maxAge: 60 * 60 * 24, updateAge, update: v.object({ nickname: v.string() }) })
  .callbacks({
    jwt: (params) => {
      if (params.trigger === 'update') return { ...params.token, nickname: params.session.nickname }
      if (params.trigger === undefined) return params.token
      return { ...params.token, nickname: 'nobody yet' }
    },
    session: ({ session, token }) => ({ ...session, nickname: token.nickname }),
    authorized: ({ auth, request }) => auth !== null || !request.nextUrl.pathname.startsWith('/guarded'),
  })
  .pages({ signIn: '/login' })
  .build()

declare module 'authwright' {
  interface Register {
    auth: typeof auth
  }
}
