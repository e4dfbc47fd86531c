import { createAuth } from 'authwright'
import { github } from 'authwright/providers/github'

createAuth()
  .provider(github())
  .callbacks({
    session: ({ session }) => ({ ...session, user: { ...session.user, id: '1', role: 'boss' } }),
  })
  .build()
// ^ `Session` declares `user.role` with another type than `session` returns: return the declared type, or declare the returned one.
