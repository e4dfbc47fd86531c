import { createAuth } from 'authwright'
import { github } from 'authwright/providers/github'
import * as v from 'valibot'

const base = createAuth()
  .provider(github())
  .callbacks({ jwt: ({ token }) => token })

base.session({ strategy: 'database' })
//             ^ Call .session() with `strategy` or `update` before .callbacks() and .events(): their types depend on it.

base.session({ update: v.object({ plan: v.string() }) })
//             ^ Call .session() with `strategy` or `update` before .callbacks() and .events(): their types depend on it.

base.session({ maxAge: 3600 }).build()
