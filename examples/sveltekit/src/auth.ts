import { credentials } from 'authwright/providers/credentials'
import { oidc } from 'authwright/providers/oidc'
import { createAuth } from 'authwright/sveltekit'
import * as v from 'valibot'
import { findPerson } from './lib/server/people'

const Login = v.object({ username: v.string(), password: v.string() })

export const { handle, signIn, signOut, auth, update } = createAuth()
  // Client, secret and issuer come from AUTH_COMPANY_ID, AUTH_COMPANY_SECRET and AUTH_COMPANY_ISSUER.
  .provider(oidc({ id: 'company', name: 'Company', issuer: undefined, idToken: false }))
  .provider(
    credentials({
      input: Login,
      fields: { username: { label: 'Name' }, password: { label: 'Password', type: 'password' } },
      authorize: ({ username, password }) => findPerson(username, password),
    }),
  )
  .session({ maxAge: 60 * 60 * 24, updateAge: 60, update: v.object({ nickname: v.string() }) })
  .callbacks({
    jwt: (params) => {
      if (params.trigger === 'update') return { ...params.token, nickname: params.session.nickname }
      if (params.trigger === undefined) return params.token
      return { ...params.token, nickname: 'nobody yet' }
    },
    session: ({ session, token }) => ({ ...session, nickname: token.nickname }),
  })
  .pages({ signIn: '/login' })
  .build()
