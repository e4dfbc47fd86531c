import { createAuth } from 'authwright'

createAuth().build()
//           ^ Add a provider with .provider() before .build(): no user can sign in without one.

createAuth({ providers: [] }).build()
//                            ^ Add a provider with .provider() before .build(): no user can sign in without one.

createAuth(() => createAuth()).build()
//                             ^ Add a provider with .provider() before .build(): no user can sign in without one.
