import { createAuth } from 'authwright'
import { github } from 'authwright/providers/github'
import { object, string } from 'valibot'

createAuth()
  .provider(github())
  .callbacks({ signIn: () => true })
  .flow({ data: object({ invitation: string() }) })
//        ^ Call .flow() before .callbacks() and .events(): their types depend on it.
