import { createAuth, type DefaultSession } from 'authwright'
import { github } from 'authwright/providers/github'

declare module 'authwright' {
  interface Session {
    user: { id: string } & DefaultSession['user']
  }
}

createAuth().provider(github()).build()
//                              ^ `Session` declares the field `user.id`, but sessions do not contain it: return it from the `session` callback.

createAuth()
  .provider(github())
  .callbacks({
    session: ({ session, token }) => ({ ...session, user: { ...session.user, id: token.sub ?? '' } }),
  })
  .build()
