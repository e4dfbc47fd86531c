import { createAuth } from 'authwright'
import { github } from 'authwright/providers/github'

const base = createAuth().provider(github())

base
  .callbacks({
    jwt: ({ token, user }) => {
      if (user) return { ...token, role: 'admin' }
    },
    // The type of the other branch is still known.
    session: ({ session, token }) => ({ ...session, role: token.role.toUpperCase() }),
  })
  .build()
// ^ The `jwt` callback may return `undefined`: return the token in every branch, or `null` to end the session.

base.callbacks({ jwt: async () => {} }).build()
//                                      ^ The `jwt` callback may return `undefined`: return the token in every branch, or `null` to end the session.

createAuth({
  providers: [github()],
  callbacks: { jwt: ({ token }) => (token.sub ? token : undefined) },
}).build()
// ^ The `jwt` callback may return `undefined`: return the token in every branch, or `null` to end the session.
