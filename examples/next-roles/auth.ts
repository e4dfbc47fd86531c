import { sqlite } from 'authwright/adapters/sqlite'
import { dev } from 'authwright/dev'
import { createAuth } from 'authwright/next'
import { github } from 'authwright/providers/github'
import { database } from './database'

const adapter = sqlite(database, {
  user: { role: { type: 'text', values: ['admin', 'member'], default: 'member' } },
})

export const { handlers, auth } = createAuth()
  .provider(github())
  .provider(process.env.NODE_ENV !== 'production' && dev())
  .adapter(adapter)
  .callbacks({
    session: ({ session, user }) => ({ ...session, user: { ...session.user, role: user.role } }),
    authorized: ({ auth, request }) => auth !== null || !request.nextUrl.pathname.startsWith('/members'),
  })
  .build()
