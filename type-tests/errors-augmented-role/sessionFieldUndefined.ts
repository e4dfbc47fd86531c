import { createAuth, type DefaultSession } from 'authwright'
import { github } from 'authwright/providers/github'

declare module 'authwright' {
  interface JWT {
    role: 'admin' | 'member'
  }
  interface Session {
    user: { id: string; role: 'admin' | 'member' } & DefaultSession['user']
  }
}

createAuth()
  .provider(github())
  .callbacks({
    jwt: ({ token, user }) => (user ? { ...token, role: 'admin' as const } : token),
    session: ({ session, token }) => ({
      ...session,
      user: { ...session.user, id: token.sub ?? '', role: token.role },
    }),
  })
  .build()
// ^ `Session` declares `user.role`, which may be `undefined`: give it a default with `??`, or require the claim with .jwt({ claims }).

createAuth()
  .provider(github())
  .callbacks({ session: ({ session }) => ({ ...session, user: { ...session.user, id: '1' } }) })
  .build()
// ^ `Session` declares the field `user.role`, but sessions do not contain it: return it from the `session` callback.
