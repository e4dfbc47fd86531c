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
// ^ The session field `github` contains tokens of a provider, and the browser can read it: call the API on the server, and return only the data that the page needs.

base
  .session({ strategy: 'jwt' })
  .callbacks({
    session: async ({ session, token }) => {
      const found = await tokens.tokens.forUser(String(token.sub), 'github')
      return found.ok ? { ...session, found } : session
    },
  })
  .build()
// ^ The session field `found` contains tokens of a provider, and the browser can read it: call the API on the server, and return only the data that the page needs.
