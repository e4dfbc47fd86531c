import { credentials } from 'authwright/providers/credentials'
import { oidc } from 'authwright/providers/oidc'
import { createAuth } from 'authwright/solid-start'
import * as v from 'valibot'
import { findPerson } from './people'

const Login = v.object({ username: v.string(), password: v.string() })

export const auth = createAuth()
  // Client, secret and issuer come from AUTH_COMPANY_ID, AUTH_COMPANY_SECRET and AUTH_COMPANY_ISSUER.
  .provider(oidc({ id: 'company', name: 'Company', issuer: undefined, idToken: false }))
  .provider(
    credentials({ input: Login, authorize: ({ username, password }) => findPerson(username, password) }),
  )
  // Every request extends the session.
  .session({ maxAge: 60 * 60 * 24, updateAge: 0, update: v.object({ nickname: v.string() }) })
  .callbacks({
    jwt: (params) => {
      if (params.trigger === 'update') return { ...params.token, nickname: params.session.nickname }
      if (params.trigger === undefined) return params.token
      return { ...params.token, nickname: 'nobody yet' }
    },
    session: ({ session, token }) => ({ ...session, nickname: token.nickname }),
  })
  .pages({ signIn: '/login' })
  .options({
    appBasePath: import.meta.env.SERVER_BASE_URL,
    // The tests also serve the routes of Authwright at another path.
    prefix: process.env['PREFIX'] === '/account' ? '/account' : '/api/auth',
  })
  .build()

declare module 'authwright' {
  interface Register {
    auth: typeof auth
  }
}
