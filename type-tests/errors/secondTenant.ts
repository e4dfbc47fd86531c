import { createAuth } from 'authwright'
import { github } from 'authwright/providers/github'

const base = createAuth()
  .provider(github())
  .tenant(() => 'a')
base.tenant(() => 'b')
//          ^ A tenant is already set: call .tenant() once.

createAuth({ providers: [github()], tenant: () => 'a' }).tenant(() => 'b')
//                                                              ^ A tenant is already set: call .tenant() once.
