import { createAuth } from 'authwright'
import { github } from 'authwright/providers/github'
import * as v from 'valibot'

createAuth()
  .provider(github())
  .callbacks({ jwt: ({ token }) => token })
  .jwt({ claims: v.object({ role: v.string() }) })
//       ^ Call .jwt() before .callbacks() and .events(): it changes the type of their token.
