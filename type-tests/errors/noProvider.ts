import { createAuth } from 'authwright'

createAuth().build()
//           ^ Add a provider with .provider() before .build(): without one nobody can sign in.

createAuth({ providers: [] }).build()
//                            ^ Add a provider with .provider() before .build(): without one nobody can sign in.

createAuth(() => createAuth()).build()
//                             ^ Add a provider with .provider() before .build(): without one nobody can sign in.
