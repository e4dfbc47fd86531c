import { createAuth } from 'authwright'
import { sqlite } from 'authwright/adapters/sqlite'
import { github } from 'authwright/providers/github'

// A column that may be `null`.
createAuth()
  .provider(github())
  .adapter(sqlite('auth.db', { user: { role: { type: 'text', values: ['admin', 'member'] } } }))
  .callbacks({
    session: ({ session, user }) => ({
      ...session,
      user: { ...session.user, id: user.id, role: user.role },
    }),
  })
  .build()
// ^ `Session` declares `user.role`, which may be `null`: give it a default with `??`, or declare it with `| null`.
