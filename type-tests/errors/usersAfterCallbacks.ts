import { createAuth } from 'authwright'
import { github } from 'authwright/providers/github'

createAuth()
  .provider(github())
  .callbacks({ jwt: ({ token }) => token })
  .users({ find: () => null, create: () => ({ id: 'ada' }) })
//       ^ Call .users() before .callbacks() and .events(): it changes the type of their users.
