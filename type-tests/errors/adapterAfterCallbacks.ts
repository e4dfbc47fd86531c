import { createAuth } from 'authwright'
import { github } from 'authwright/providers/github'
import { db } from '../fixtures.js'

createAuth()
  .provider(github())
  .callbacks({ jwt: ({ token }) => token })
  .adapter(db)
//         ^ Call .adapter() before .callbacks() and .events(): their types depend on the adapter.
