import { createAuth } from 'authwright'
import { memory } from 'authwright/adapters/memory'
import { github } from 'authwright/providers/github'

export const auth = createAuth()
  .provider(github())
  .adapter(memory<{ role: 'admin' | 'member' }>({ user: { role: 'member' } }))
  .callbacks({
    session: ({ session, user }) => ({ ...session, user: { ...session.user, role: user.role } }),
  })
  .build()
