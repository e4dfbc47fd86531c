import { createAuth } from 'authwright'
import { memory } from 'authwright/adapters/memory'
import { github } from 'authwright/providers/github'

const tokens = createAuth().provider(github()).adapter(memory()).build()

const base = createAuth().provider(github()).adapter(memory())

base
  .callbacks({
    session: async ({ session, user }) => ({
      ...session,
      github: await tokens.tokens.forUser(user.id, 'github'),
    }),
  })
  .build()
// ^ The browser reads the session, and its field `github` has tokens of a provider: call the API on the server, and return what is shown.

base
  .session({ strategy: 'jwt' })
  .callbacks({
    session: async ({ session, token }) => {
      const found = await tokens.tokens.forUser(String(token.sub), 'github')
      return found.ok ? { ...session, found } : session
    },
  })
  .build()
// ^ The browser reads the session, and its field `found` has tokens of a provider: call the API on the server, and return what is shown.
