import { createAuth } from 'authwright'
import { credentials } from 'authwright/providers/credentials'
import { oidc } from 'authwright/providers/oidc'
import { email, nonEmpty, object, pipe, string, toLowerCase, trim } from 'valibot'
import { adapter } from './database.js'
import { verifyPassword } from './passwords.js'
import { setting } from './settings.js'

const Login = object({
  email: pipe(string(), trim(), toLowerCase(), email()),
  password: pipe(string(), nonEmpty()),
})

export const auth = createAuth()
  .provider(oidc({ id: 'demo', name: 'Demo ID', issuer: setting('AUTH_DEMO_ISSUER') }))
  .provider(
    credentials({
      name: 'Email and password',
      input: Login,
      fields: {
        email: { label: 'Email', type: 'email', required: true },
        password: { label: 'Password', type: 'password', required: true },
      },
      account: (input) => input.email,
      authorize: (input) => verifyPassword(input.email, input.password),
    }),
  )
  .adapter(adapter)
  .callbacks({
    session: ({ session, user }) => ({
      ...session,
      user: { ...session.user, id: user.id, plan: user.plan },
    }),
  })
  .build()
